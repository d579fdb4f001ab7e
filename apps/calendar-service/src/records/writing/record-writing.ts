import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { instantOf } from '../../calendar/dates/date-reading';
import { parseDateText } from '../../calendar/dates/parse-date-text';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { readPublicationDate } from '../../calendar/publication/publication-date';
import { isStatus, resolveStatus } from '../../calendar/publication/status';
import { sanitised } from '../../calendar/rendering/sanitised';
import { storedZone } from '../../calendar/time-zones/stored-zone';
import type { TimeZone } from '../../calendar/time-zones/time-zone';
import { UserDirectory } from '../../calendar/users/user-directory';
import type { RecordDto } from '../record/record.dto';
import type { RecordHead, RecordNoun } from '../record/record';
import { mayPublish, mayUpdateAll } from '../access/rights';

/** Shared steps of writing records of any kind. */
@Injectable()
export class RecordWriting {
  readonly siteZone: TimeZone;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly users: UserDirectory,
  ) {
    this.siteZone = storedZone(settings.siteZone);
  }

  /**
   * Callers may name themselves as author. Naming another user takes the right to change all records of the kind, and the user must exist.
   * @param current the present author of the record, whom a request may repeat
   */
  async checkAuthor(
    author: number | undefined,
    actor: Actor,
    kind: RecordNoun,
    faults: ParameterFaults,
    current?: number,
  ): Promise<void> {
    if (author === undefined || faults.has('author') || author === actor.id || author === current) return;
    // Anonymous callers learn nothing about users: their request ends with 401 or 403 in any case.
    if (actor.id === 0) return;
    if (!mayUpdateAll(actor, kind))
      faults.addInvalid('author', 'author must be yourself, unless you may change the records of others.');
    else if (!(await this.users.exists(author))) faults.addInvalid('author', 'author must be the id of a user.');
  }

  /** The instant of a date text on the site's clock; undefined for a text that is no date. */
  instant(text: string): Date | undefined {
    const reading = parseDateText(text, this.siteZone, new Date());
    return reading && instantOf(reading, this.siteZone);
  }

  /** The shared columns that this input changes; all of them for a new record. */
  columns(
    kind: RecordNoun,
    input: RecordDto,
    actor: Actor,
    current?: RecordHead,
    zone: TimeZone = this.siteZone,
  ): Record<string, unknown> {
    const now = new Date();
    const dated = readPublicationDate(input, { siteZone: this.siteZone, eventZone: zone, now });
    const given = 'refused' in dated ? undefined : dated.publishedAt;
    const publishedAt = given ?? current?.publishedAt ?? null;
    const former = current && isStatus(current.status) ? current.status : undefined;
    const status = resolveStatus({
      wanted: input.status,
      current: former,
      mayPublish: mayPublish(actor, kind),
      publishedAt,
      now,
    });
    const author = input.author ?? (current ? undefined : actor.id);
    return {
      status,
      // A record that becomes public without a date gets the present time; drafts may stay without a date.
      published_at: publishedAt ?? (status === 'draft' || status === 'pending' ? null : now),
      ...(author !== undefined && { author_id: author }),
      ...(input.description !== undefined && { description: sanitised(input.description) }),
    };
  }
}
