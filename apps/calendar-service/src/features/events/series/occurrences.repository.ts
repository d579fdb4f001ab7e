import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import type { Occurrence } from './recurrence/expansion';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { clockText } from '../../../records/access/head-sql';
import type { EventRow } from '../event-row';
import { EVENT_COLUMNS } from '../events.repository';

/** An occurrence of an event, as a request names it. */
export type OccurrenceRef = { readonly id: number } | { readonly start: WallClock };

/** Queries about occurrences, except for lists. */
@Injectable()
export class OccurrencesRepository {
  constructor(private readonly database: Database) {}

  /** The event with the dates of that occurrence. */
  async find(eventId: number, ref: OccurrenceRef): Promise<EventRow | undefined> {
    const [row] = await this.database.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events event JOIN occurrences occurrence ON occurrence.event_id = event.id
        WHERE event.id = $1 AND ${'id' in ref ? 'occurrence.id = $2' : 'occurrence.starts_local = $2'}`,
      [eventId, 'id' in ref ? ref.id : ref.start],
    );
    return row;
  }

  /** Replaces the occurrences of the event. Those whose start stays the same keep their ids. */
  async set(eventId: number, occurrences: readonly Occurrence[]): Promise<void> {
    const [first = [], ...others] = inParts(occurrences);
    const starts = occurrences.map(({ start }) => start);
    await this.database.query(
      `WITH gone AS (DELETE FROM occurrences WHERE event_id = $1
        AND NOT EXISTS (SELECT 1 FROM unnest($6::timestamp[]) kept (start) WHERE kept.start = occurrences.starts_local)) ${SET}`,
      [...parametersOf(eventId, first), starts],
    );
    for (const part of others) await this.database.query(SET, parametersOf(eventId, part));
  }

  /** Adds occurrences; existing ones stay as they are. */
  async add(eventId: number, occurrences: readonly Occurrence[]): Promise<void> {
    for (const part of inParts(occurrences))
      await this.database.query(`${ADD} FROM ${GIVEN} ON CONFLICT DO NOTHING`, parametersOf(eventId, part));
  }

  async setExpandedUntil(eventId: number, until: Date | undefined): Promise<void> {
    await this.database.query(
      `UPDATE events SET expanded_until = $2 WHERE id = $1 AND expanded_until IS DISTINCT FROM $2::timestamptz`,
      [eventId, until ?? null],
    );
  }

  /** Moves occurrences to another event: the one with this start, or all from this start on. */
  async hand(from: number, to: number, start: WallClock, which: 'one' | 'following'): Promise<void> {
    await this.database.query(
      `UPDATE occurrences SET event_id = $2 WHERE event_id = $1 AND starts_local ${which === 'one' ? '=' : '>='} $3`,
      [from, to, start],
    );
  }

  async remove(eventId: number, start: WallClock): Promise<void> {
    await this.database.query(`DELETE FROM occurrences WHERE event_id = $1 AND starts_local = $2`, [eventId, start]);
  }

  /** Whether the series has an occurrence before that start; replaced ones count as well. */
  async hasBefore(seriesId: number, start: WallClock): Promise<boolean> {
    const [row] = await this.database.query<{ has: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM occurrences WHERE event_id = $1 AND starts_local < $2)
        OR EXISTS (SELECT 1 FROM events WHERE series_id = $1 AND recurrence_start < $2) AS has`,
      [seriesId, start],
    );
    return row?.has === true;
  }

  /** Starts of the occurrences that other events replace; events in the trash count as well. */
  async replaced(seriesId: number): Promise<WallClock[]> {
    const rows = await this.database.query<{ start: WallClock }>(
      `SELECT ${clockText('recurrence_start')} AS start FROM events WHERE series_id = $1 AND recurrence_start IS NOT NULL`,
      [seriesId],
    );
    return rows.map(({ start }) => start);
  }
}

const GIVEN = `unnest($2::timestamp[], $3::timestamp[], $4::timestamptz[], $5::timestamptz[]) AS given (starts_local, ends_local, starts_at, ends_at)`;
const ADD = `INSERT INTO occurrences (event_id, starts_local, ends_local, during)
      SELECT $1, given.starts_local, given.ends_local, tstzrange(given.starts_at, given.ends_at, '[]')`;
const SET = `${ADD} FROM ${GIVEN} ON CONFLICT (event_id, starts_local) DO UPDATE SET ends_local = EXCLUDED.ends_local, during = EXCLUDED.during
      WHERE (occurrences.ends_local, occurrences.during) IS DISTINCT FROM (EXCLUDED.ends_local, EXCLUDED.during)`;

/** Rows per statement. The driver blocks the event loop for 50 ms to serialise ten thousand occurrences. */
const MAX_ROWS = 2_000;

const inParts = (all: readonly Occurrence[]): (readonly Occurrence[])[] =>
  Array.from({ length: Math.ceil(all.length / MAX_ROWS) }, (_, i) => all.slice(i * MAX_ROWS, (i + 1) * MAX_ROWS));

const parametersOf = (eventId: number, all: readonly Occurrence[]): unknown[] => [
  eventId,
  all.map(({ start }) => start),
  all.map(({ end }) => end),
  all.map(({ startUtc }) => startUtc),
  all.map(({ endUtc }) => endUtc),
];
