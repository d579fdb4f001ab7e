import type { Actor } from '@almanac/auth';
import { columnNames, Database, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { MAX_REACH_MONTHS, MAX_OCCURRENCES } from './rules/recurrence-rule';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import type { Occurrence } from './recurrence/expansion';
import { clockText } from '../../../records/access/head-sql';
import { mayDelete } from '../../../records/access/rights';
import { EventOrganizer, EventTerm, EventVenue, StoredOccurrence } from '../../../records/record/event-links.entity';
import { StoredEvent } from '../../../records/record/record.entity';
import { EVENT_COLUMNS, type EventRow } from '../rows/event-row';

/** Columns that a copy of an event does not take over. */
const OWN_COLUMNS = columnNames(
  StoredEvent,
  'id',
  'slug',
  'uid',
  'sequence',
  'createdAt',
  'modifiedAt',
  'statusBeforeTrash',
  'trashedAt',
  'ticketed',
  'startsLocal',
  'endsLocal',
  'startsAt',
  'endsAt',
  'rrule',
  'exdates',
  'rdates',
  'seriesId',
  'recurrenceStart',
  'expandedUntil',
).split(', ');

/** Link tables that are copied along with an event, and their columns beside the event's id. */
const LINKS = [
  ['event_venues', columnNames(EventVenue, 'venueId', 'position')],
  ['event_organizers', columnNames(EventOrganizer, 'organizerId', 'position')],
  ['event_terms', columnNames(EventTerm, 'termId')],
] as const;

/** An occurrence of an event, as a request names it. */
export type OccurrenceRef = { readonly id: number } | { readonly start: WallClock };

/** Queries about series, their occurrences, and the events that come from them. */
@Injectable()
export class SeriesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Copies an event with its links. Columns come from the catalogue, so those of later migrations are copied too. The copy has no slug yet.
   * @param columns own columns of the copy; their names come from our code alone
   */
  async copy(eventId: number, columns: Readonly<Record<string, unknown>>): Promise<number> {
    const [shared] = await this.database.query(
      sql`SELECT ${selectComputed<{ names: string }>({ names: `string_agg(quote_ident(attname), ', ')` })} FROM pg_attribute
        WHERE attrelid = 'events'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL($1)`,
      [OWN_COLUMNS],
    );
    const names = Object.keys(columns);
    const [made] = await this.database.query(
      sql`INSERT INTO events (${[shared?.names, ...names].join(', ')})
        SELECT ${[shared?.names, ...names.map((_, i) => `$${i + 2}`)].join(', ')} FROM events WHERE id = $1
        RETURNING ${selectColumns(StoredEvent, 'events', 'id')}`,
      [eventId, ...Object.values(columns)],
    );
    if (!made) throw new Error(`event ${eventId} was not copied`);
    for (const [table, linked] of LINKS)
      await this.database.query(
        `INSERT INTO ${table} (event_id, ${linked}) SELECT $2, ${linked} FROM ${table} WHERE event_id = $1`,
        [eventId, made.id],
      );
    return made.id;
  }

  /** Moves the events that replace occurrences from this start on to another series. */
  async handReplacements(from: number, to: number, start: WallClock): Promise<void> {
    await this.database.query(
      `UPDATE events SET ${setColumns(StoredEvent, { seriesId: '$2', modifiedAt: 'now()' })} WHERE series_id = $1 AND recurrence_start >= $3`,
      [from, to, start],
    );
  }

  async moveReplacements(seriesId: number, shift: number): Promise<void> {
    const changes = setColumns(StoredEvent, {
      recurrenceStart: `recurrence_start + $2 * interval '1 millisecond'`,
      modifiedAt: 'now()',
    });
    await this.database.query(`UPDATE events SET ${changes} WHERE series_id = $1 AND recurrence_start IS NOT NULL`, [
      seriesId,
      shift,
    ]);
  }

  /** Moves the attendees of all occurrences by `shift` milliseconds. */
  async moveAttendees(eventId: number, shift: number): Promise<void> {
    // The unique index is checked row by row, and an e-mail address may already hold the target occurrence. So all rows move far away first.
    for (const by of [
      `interval '20000 years' + $2 * interval '1 millisecond'`,
      `- interval '20000 years' + 0 * $2 * interval '1 millisecond'`,
    ])
      await this.database.query(
        `UPDATE attendees SET occurrence = occurrence + (${by}) WHERE event_id = $1 AND occurrence IS NOT NULL`,
        [eventId, shift],
      );
  }

  /**
   * Ids of the replacements that the caller may delete, also in the trash; locked, so that no other request takes the right meanwhile.
   * @param spared starts to spare: those in `except`, and all after `until`
   */
  async deletableReplacements(
    seriesId: number,
    actor: Actor,
    spared: { except?: readonly WallClock[]; until?: WallClock | undefined } = {},
  ): Promise<number[]> {
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'events', 'id', 'authorId', 'status', 'statusBeforeTrash')} FROM events
        WHERE series_id = $1 AND recurrence_start IS NOT NULL
          AND recurrence_start <> ALL($2::timestamp[]) AND recurrence_start <= coalesce($3::timestamp, 'infinity')
        ORDER BY id FOR NO KEY UPDATE`,
      [seriesId, spared.except ?? [], spared.until ?? null],
    );
    return rows.filter((replacement) => mayDelete(actor, 'event', replacement)).map(({ id }) => id);
  }

  /** Soft-deletes these replacements. They share `trashed_at` with a series that is in the trash. */
  async trashReplacements(seriesId: number, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const changes = setColumns(StoredEvent, {
      status: `'trash'`,
      statusBeforeTrash: 'status',
      modifiedAt: 'now()',
      trashedAt: 'coalesce((SELECT trashed_at FROM events WHERE id = $1), now())',
    });
    await this.database.query(`UPDATE events SET ${changes} WHERE id = ANY($2) AND status <> 'trash'`, [seriesId, ids]);
  }

  /** Ids of the replacements that went to the trash together with the series. */
  async trashedReplacements(seriesId: number): Promise<number[]> {
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'replacement', 'id')} FROM events replacement JOIN events series ON series.id = replacement.series_id
        WHERE series.id = $1 AND replacement.recurrence_start IS NOT NULL AND replacement.trashed_at = series.trashed_at ORDER BY replacement.id`,
      [seriesId],
    );
    return rows.map(({ id }) => id);
  }

  async removeReplacements(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.database.query(`DELETE FROM events WHERE id = ANY($1)`, [ids]);
  }

  /** Adds the start to the exdates, so that no expansion writes the occurrence again. */
  async leaveOut(seriesId: number, start: WallClock): Promise<void> {
    const changes = setColumns(StoredEvent, {
      exdates: 'array_append(exdates, $2::timestamp)',
      modifiedAt: 'now()',
    });
    await this.database.query(`UPDATE events SET ${changes} WHERE id = $1`, [seriesId, start]);
  }

  /** Number of occurrences left, with replacements. All occurrences that are not written yet count as one. */
  async remaining(seriesId: number): Promise<number> {
    const count = `(SELECT count(*) FROM occurrences WHERE event_id = $1)::int
      + (SELECT count(*) FROM events WHERE series_id = $1 AND recurrence_start IS NOT NULL AND status <> 'trash')::int
      + (SELECT count(expanded_until) FROM events WHERE id = $1)::int`;
    const [row] = await this.database.query(sql`SELECT ${selectComputed<{ count: number }>({ count })}`, [seriesId]);
    return row?.count ?? 0;
  }

  /** Number of stored occurrences that end in this month or later. */
  async ahead(seriesId: number, now: Date): Promise<number> {
    const [row] = await this.database.query(
      sql`SELECT ${selectComputed<{ count: number }>({ count: 'count(*)::int' })} FROM occurrences WHERE event_id = $1 AND upper(during) >= date_trunc('month', $2::timestamptz)`,
      [seriesId, now],
    );
    return row?.count ?? 0;
  }

  /**
   * Series whose stored occurrences end too early, the earliest first.
   * @param condition SQL on the alias `event`
   * @returns each with the time up to which to write it: a month beyond `end`, so that it is not extended every day
   */
  behind(
    { end, now, most }: { end: Date; now: Date; most?: number },
    condition: (parameters: Parameters) => string = () => 'TRUE',
  ): Promise<{ id: number; end: Date }[]> {
    const parameters = new Parameters();
    const month = `date_trunc('month', ${parameters.add(now)}::timestamptz)`;
    const bound = `greatest(${month}, event.starts_at) + interval '${MAX_REACH_MONTHS} months'`;
    const requestedEnd = `${parameters.add(end)}::timestamptz`;
    const writtenEnd = `least(${bound}, ${requestedEnd} + interval '1 month')`;
    return this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'event', 'id')}, ${selectComputed<{ end: Date }>({ end: writtenEnd })} FROM events event
        WHERE event.expanded_until < least(${bound}, ${requestedEnd}) AND ${condition(parameters)}
          AND (SELECT count(*) FROM occurrences WHERE event_id = event.id AND upper(during) >= ${month}) < ${MAX_OCCURRENCES}
        ORDER BY event.expanded_until, event.id ${most === undefined ? '' : `LIMIT ${most}`}`,
      parameters.values,
    );
  }

  /** The moment up to which all of the series are written; undefined when that is not before `end`, or when all are complete. */
  async completeUntil(end: Date | undefined, condition: (parameters: Parameters) => string): Promise<Date | undefined> {
    const parameters = new Parameters();
    const [row] = await this.database.query(
      sql`SELECT ${selectComputed<{ until: Date | null }>({ until: 'min(event.expanded_until)' })} FROM events event
        WHERE event.expanded_until < ${end ? `${parameters.add(end)}::timestamptz` : `'infinity'`} AND ${condition(parameters)}`,
      parameters.values,
    );
    return row?.until ?? undefined;
  }

  /** The event with the dates of that occurrence. */
  async findOccurrence(eventId: number, ref: OccurrenceRef): Promise<EventRow | undefined> {
    const [row] = await this.database.query(
      sql`SELECT ${EVENT_COLUMNS} FROM events event JOIN occurrences occurrence ON occurrence.event_id = event.id
        WHERE event.id = $1 AND ${'id' in ref ? 'occurrence.id = $2' : 'occurrence.starts_local = $2'}`,
      [eventId, 'id' in ref ? ref.id : ref.start],
    );
    return row;
  }

  /** Replaces the occurrences of the event. Those whose start stays the same keep their ids. */
  async setOccurrences(eventId: number, occurrences: readonly Occurrence[]): Promise<void> {
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
  async addOccurrences(eventId: number, occurrences: readonly Occurrence[]): Promise<void> {
    for (const part of inParts(occurrences))
      await this.database.query(`${ADD} FROM ${SENT_OCCURRENCES} ON CONFLICT DO NOTHING`, parametersOf(eventId, part));
  }

  async setExpandedUntil(eventId: number, until: Date | undefined): Promise<void> {
    await this.database.query(
      `UPDATE events SET ${setColumns(StoredEvent, { expandedUntil: '$2' })} WHERE id = $1 AND expanded_until IS DISTINCT FROM $2::timestamptz`,
      [eventId, until ?? null],
    );
  }

  /** Moves occurrences to another event: the one with this start, or all from this start on. */
  async handOccurrences(from: number, to: number, start: WallClock, which: 'one' | 'following'): Promise<void> {
    await this.database.query(
      `UPDATE occurrences SET ${setColumns(StoredOccurrence, { eventId: '$2' })} WHERE event_id = $1 AND starts_local ${which === 'one' ? '=' : '>='} $3`,
      [from, to, start],
    );
  }

  async removeOccurrence(eventId: number, start: WallClock): Promise<void> {
    await this.database.query(`DELETE FROM occurrences WHERE event_id = $1 AND starts_local = $2`, [eventId, start]);
  }

  /** Whether the series has an occurrence before that start; replaced ones count as well. */
  async hasOccurrenceBefore(seriesId: number, start: WallClock): Promise<boolean> {
    const has = `EXISTS (SELECT 1 FROM occurrences WHERE event_id = $1 AND starts_local < $2)
      OR EXISTS (SELECT 1 FROM events WHERE series_id = $1 AND recurrence_start < $2)`;
    const [row] = await this.database.query(sql`SELECT ${selectComputed<{ has: boolean }>({ has })}`, [
      seriesId,
      start,
    ]);
    return row?.has === true;
  }

  /** Starts of the occurrences that other events replace; events in the trash count as well. */
  async replacedStarts(seriesId: number): Promise<WallClock[]> {
    const rows = await this.database.query(
      sql`SELECT ${selectComputed<{ start: WallClock }>({ start: clockText('recurrence_start') })} FROM events
        WHERE series_id = $1 AND recurrence_start IS NOT NULL`,
      [seriesId],
    );
    return rows.map(({ start }) => start);
  }
}

const SENT_OCCURRENCES = `unnest($2::timestamp[], $3::timestamp[], $4::timestamptz[], $5::timestamptz[]) AS given (starts_local, ends_local, starts_at, ends_at)`;
const ADD = `INSERT INTO occurrences (${columnNames(StoredOccurrence, 'eventId', 'startsLocal', 'endsLocal', 'during')})
      SELECT $1, given.starts_local, given.ends_local, tstzrange(given.starts_at, given.ends_at, '[]')`;
const SET = `${ADD} FROM ${SENT_OCCURRENCES} ON CONFLICT (event_id, starts_local) DO UPDATE SET ends_local = EXCLUDED.ends_local, during = EXCLUDED.during
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
