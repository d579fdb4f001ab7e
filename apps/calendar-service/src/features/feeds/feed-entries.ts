import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { KeptLines } from '../../calendar/icalendar/kept-lines';
import { FIRST_YEAR, LAST_YEAR } from '../../calendar/icalendar/zone-ids';
import { type EventListQuery, matching } from '../events/listing/event-listing';
import { EventPasswords } from '../events/passwords/event-passwords';
import { StoredEvent } from '../../records/record/record.entity';
import { EventLoader, EventsRepository } from '../events/rows/events.repository';
import type { FullEvent } from '../events/rows/event-row';

/** Limit on events in one file. */
export const MAX_ENTRIES = 100_000;
const BATCH = 500;

const REPEATS = `(event.rrule IS NOT NULL OR event.rdates <> '{}')`;
const FIRST = 'extract(year FROM occurrence.starts_local)';
const LAST = 'extract(year FROM occurrence.ends_local)';
const REPLACED = 'extract(year FROM event.recurrence_start)';

const YEARS = selectComputed<{ firstYear: number; lastYear: number }>({
  firstYear: 'min(first)::int',
  lastYear: 'max(last)::int',
});

/** A time zone of entries, and the years of their dates. */
export type UsedZone = Pick<StoredEvent, 'timezone'> & RowOf<typeof YEARS>;

/** Queries about the events of a feed. */
@Injectable()
export class FeedEntries {
  constructor(
    private readonly database: Database,
    private readonly events: EventsRepository,
    private readonly loader: EventLoader,
    private readonly passwords: EventPasswords,
  ) {}

  /** Ids of the matching events, by start. At most one more than `MAX_ENTRIES`, so that callers notice too many. */
  async ids(filter: EventListQuery, actor: Actor): Promise<number[]> {
    const parameters = new Parameters();
    const { from, where } = matching(filter, actor, parameters);
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'event', 'id')} FROM ${from} WHERE ${where.join(' AND ')} GROUP BY event.id
        ORDER BY min(lower(occurrence.during)), event.id LIMIT ${MAX_ENTRIES + 1}`,
      parameters.values,
    );
    return rows.map(({ id }) => id);
  }

  /** Lines kept from imported files, by event id. */
  async keptLines(ids: readonly number[]): Promise<Map<number, KeptLines>> {
    const kept = selectComputed<{ kept: KeptLines }>({ kept: 'event.kept_lines' });
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'event', 'id')}, ${kept} FROM events event
        WHERE event.id = ANY($1) AND event.kept_lines IS NOT NULL`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row.kept]));
  }

  /** Ids of the protected events that the password opens. */
  async opened(ids: readonly number[], password: string | undefined): Promise<ReadonlySet<number>> {
    if (password === undefined) return new Set();
    const events = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'event', 'id', 'passwordHash')} FROM events event
        WHERE event.id = ANY($1) AND event.password_hash IS NOT NULL ORDER BY event.id`,
      [ids],
    );
    const locked = await this.passwords.lockedAmong(events, password);
    return new Set(events.map(({ id }) => id).filter((id) => !locked.has(id)));
  }

  /**
   * Time zones that the entries name, with the years of their dates: those of events, and those of series in which an event replaces an occurrence.
   * All-day events need none. Only series are written in their zone at times that are far away.
   */
  zones(ids: readonly number[]): Promise<UsedZone[]> {
    return this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'used', 'timezone')}, ${YEARS} FROM (
          SELECT event.timezone,
            CASE WHEN ${REPEATS} THEN ${FIRST} ELSE least(greatest(${FIRST}, ${FIRST_YEAR}), ${LAST_YEAR}) END AS first,
            CASE WHEN ${REPEATS} THEN ${LAST} ELSE least(greatest(${LAST}, ${FIRST_YEAR}), ${LAST_YEAR}) END AS last
          FROM events event JOIN occurrences occurrence ON occurrence.event_id = event.id
          WHERE event.id = ANY($1) AND NOT event.all_day
          UNION ALL
          SELECT series.timezone, ${REPLACED}, ${REPLACED} FROM events event JOIN events series ON series.id = event.series_id
          WHERE event.id = ANY($1) AND event.recurrence_start IS NOT NULL AND NOT series.all_day) used
        GROUP BY timezone ORDER BY timezone`,
      [ids],
    );
  }

  /** Loads the events in batches, so that memory does not grow with their number. Events that were removed meanwhile are left out. */
  async *batches(ids: readonly number[]): AsyncGenerator<FullEvent[]> {
    for (let start = 0; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH);
      const found = new Map((await this.events.findByIds(batch)).map((row) => [row.id, row]));
      yield await this.loader.load(batch.flatMap((id) => found.get(id) ?? []));
    }
  }
}
