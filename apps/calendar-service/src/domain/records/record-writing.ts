import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { instantOf } from '../dates/date-reading';
import { parseDateText } from '../dates/parse-date-text';
import type { ParameterFaults } from '../parameters/parameter-faults';
import { readPublicationDate } from '../publication/publication-date';
import { isStatus, resolveStatus } from '../publication/status';
import { sanitised } from '../rendering/sanitised';
import { parseTimeZone, type TimeZone, UTC } from '../time-zones/time-zone';
import { UserDirectory } from '../users/user-directory';
import type { RecordDto } from './record.dto';
import type { RecordHead, RecordKind } from './record';
import { mayPublish, mayUpdateAll } from './rights';

/** What writing a record of any kind has in common. */
@Injectable()
export class RecordWriting {
  readonly siteZone: TimeZone;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly users: UserDirectory,
  ) {
    this.siteZone = parseTimeZone(settings.siteZone) ?? UTC;
  }

  /**
   * Everybody may name themselves; others may be named by those who may change everybody's records, when they exist.
   * @param current the author a record already has, who may be repeated
   */
  async checkAuthor(author: number | undefined, actor: Actor, kind: RecordKind, faults: ParameterFaults, current?: number): Promise<void> {
    if (author === undefined || faults.has('author') || author === actor.id || author === current) return;
    // Strangers learn nothing about users: their request ends with 401 or 403 in any case.
    if (actor.id === 0) return;
    if (!mayUpdateAll(actor, kind)) faults.addInvalid('author', 'author must be yourself, unless you may change the records of others.');
    else if (!(await this.users.exists(author))) faults.addInvalid('author', 'author must be the id of a user.');
  }

  /** The moment that a date text means on the site's clock; undefined for what is no date. */
  instant(text: string): Date | undefined {
    const reading = parseDateText(text, this.siteZone, new Date());
    return reading && instantOf(reading, this.siteZone);
  }

  /** The shared columns that this input changes; all of them for a new record. */
  columns(kind: RecordKind, input: RecordDto, actor: Actor, current?: RecordHead, zone: TimeZone = this.siteZone): Record<string, unknown> {
    const now = new Date();
    const dated = readPublicationDate(input, { siteZone: this.siteZone, eventZone: zone, now });
    const given = 'refused' in dated ? undefined : dated.publishedAt;
    const publishedAt = given ?? current?.publishedAt ?? null;
    const former = current && isStatus(current.status) ? current.status : undefined;
    const status = resolveStatus({ wanted: input.status, current: former, mayPublish: mayPublish(actor, kind), publishedAt, now });
    const author = input.author ?? (current ? undefined : actor.id);
    return {
      status,
      // What goes out without a date goes out now; drafts may wait for theirs.
      published_at: publishedAt ?? (status === 'draft' || status === 'pending' ? null : now),
      ...(author !== undefined && { author_id: author }),
      ...(input.description !== undefined && { description: sanitised(input.description) }),
    };
  }
}
