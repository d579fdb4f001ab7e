import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import type { Columns } from '../record/columns';
import { instantOf } from '../../calendar/dates/date-reading';
import { parseDateText } from '../../calendar/dates/parse-date-text';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { readPublicationDate } from '../../calendar/publication/publication-date';
import { isStatus, resolveStatus } from '../../calendar/publication/status';
import { sanitised } from '../../calendar/rendering/sanitised';
import { freeSlug, MAX_SLUG_ATTEMPTS, slugOf } from '../../calendar/slugs/slugs';
import { storedZone } from '../../calendar/time-zones/stored-zone';
import type { TimeZone } from '../../calendar/time-zones/time-zone';
import { UserDirectory } from '../../calendar/users/user-directory';
import { SETTINGS, type Settings } from '../../config';
import { mayPublish, mayUpdateAll } from '../access/rights';
import { RecordsRepository } from '../queries/records.repository';
import { ENTITIES, type RecordHead, type RecordNoun, TABLES } from '../record/record';
import type { StoredRecord } from '../record/record.entity';
import type { RecordDto } from '../record/record.dto';

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
  columns(kind: RecordNoun, input: RecordDto, actor: Actor, current?: RecordHead, zone: TimeZone = this.siteZone) {
    const now = new Date();
    const dated = readPublicationDate(input, { siteZone: this.siteZone, eventZone: zone, now });
    const sentDate = 'refused' in dated ? undefined : dated.publishedAt;
    const publishedAt = sentDate ?? current?.publishedAt ?? null;
    const former = current && isStatus(current.status) ? current.status : undefined;
    const status = resolveStatus({
      requested: input.status,
      current: former,
      mayPublish: mayPublish(actor, kind),
      publishedAt,
      now,
    });
    return {
      status,
      // A record that becomes public without a date gets the present time; drafts may stay without a date.
      publishedAt: publishedAt ?? (status === 'draft' || status === 'pending' ? null : now),
      authorId: input.author ?? (current ? undefined : actor.id),
      description: input.description === undefined ? undefined : sanitised(input.description),
    } satisfies Columns<StoredRecord>;
  }
}

/** Gives records slugs that no other record of the kind has. Call it inside the storing transaction. */
@Injectable()
export class RecordSlugs {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
  ) {}

  /** A slug for an existing record. Concurrent changes wait for each other when their slugs differ only in the number. */
  async free(kind: RecordNoun, text: string, exceptId: number): Promise<string> {
    const requested = recordSlug(kind, text);
    // Each transaction takes one such lock. Inserts take none: if one gets the slug first, the unique index refuses the change, which is then retried.
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [
      `${kind}-slug:${requested.replace(/-\d+$/, '')}`,
    ]);
    const used = await this.records.findUsedSlugs(TABLES[kind], [requested], exceptId);
    return freeSlug(requested, (slug) => used.has(slug));
  }

  /** Stores a record with a slug of this text. No lock outlives the statement, except that of its own index entry. */
  async insert(kind: RecordNoun, columns: Columns<StoredRecord>, text: string): Promise<number> {
    const requested = recordSlug(kind, text);
    for (let attempt = 0; attempt < MAX_SLUG_ATTEMPTS; attempt++) {
      // Nearly all requested slugs are free, so the first attempt saves the search for used ones.
      const used = attempt === 0 ? new Set() : await this.records.findUsedSlugs(TABLES[kind], [requested]);
      const slug = freeSlug(requested, (other) => used.has(other));
      const id = (await this.records.insertFree(ENTITIES[kind], [{ ...columns, slug }])).get(slug);
      if (id !== undefined) return id;
    }
    throw new Error(`no slug like ${requested} stayed free`);
  }
}

/** The name of the kind when the text yields no slug. */
export const recordSlug = (kind: RecordNoun, text: string): string => slugOf(text) || kind;

const DATES: readonly string[] = ['date', 'date_utc'];

/**
 * The input of a change without the members that repeat the answer about the record: the named ones, and both dates together. Where answers show
 * something else than what is stored, such as rendered text or the date of a draft, a repetition would otherwise be stored as a change.
 */
export function withoutRepeated(input: object, presented: object, names: readonly string[]): object {
  const answer = new Map<string, unknown>(Object.entries(presented));
  const members = Object.entries(input);
  const isRepeated = ([name, value]: [string, unknown]) => answer.has(name) && answer.get(name) === value;
  const dates = members.filter(([name]) => DATES.includes(name));
  const dropped = dates.length === DATES.length && dates.every(isRepeated) ? [...names, ...DATES] : names;
  return Object.fromEntries(members.filter((member) => !(dropped.includes(member[0]) && isRepeated(member))));
}
