import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { MAX_REACH_MONTHS, MOST_OCCURRENCES } from '../../domain/recurrence/recurrence-rule';
import type { WallClock } from '../../domain/time-zones/wall-clock';

/** What a copy of an event has of its own. */
const OWN_COLUMNS = [
  'id',
  'slug',
  'uid',
  'sequence',
  'created_at',
  'modified_at',
  'status_before_trash',
  'trashed_at',
  'ticketed',
  'starts_local',
  'ends_local',
  'starts_at',
  'ends_at',
  'rrule',
  'exdates',
  'rdates',
  'series_id',
  'recurrence_start',
  'expanded_until',
];

/** What is linked to an event and goes with its copies: table and columns beside the event's id. */
const LINKS = [
  ['event_venues', 'venue_id, position'],
  ['event_organizers', 'organizer_id, position'],
  ['event_terms', 'term_id'],
] as const;

/** Every query about series and the events that come from them. */
@Injectable()
export class SeriesRepository {
  constructor(private readonly database: Database) {}

  /**
   * A new event that says what this one does, whatever columns events have, and has no slug yet.
   * @param columns what it has of its own; names come from our code alone
   */
  async copy(eventId: number, columns: Readonly<Record<string, unknown>>): Promise<number> {
    const [shared] = await this.database.query<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
        WHERE attrelid = 'events'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL($1)`,
      [OWN_COLUMNS],
    );
    const names = Object.keys(columns);
    const [made] = await this.database.query<{ id: number }>(
      `INSERT INTO events (${[shared?.names, ...names].join(', ')})
        SELECT ${[shared?.names, ...names.map((_, i) => `$${i + 2}`)].join(', ')} FROM events WHERE id = $1 RETURNING id`,
      [eventId, ...Object.values(columns)],
    );
    if (!made) throw new Error(`event ${eventId} was not copied`);
    for (const [table, linked] of LINKS)
      await this.database.query(`INSERT INTO ${table} (event_id, ${linked}) SELECT $2, ${linked} FROM ${table} WHERE event_id = $1`, [eventId, made.id]); // prettier-ignore
    return made.id;
  }

  /** Events that replace occurrences from this start on belong to the other series. */
  async handReplacements(from: number, to: number, start: WallClock): Promise<void> {
    await this.database.query(`UPDATE events SET series_id = $2, modified_at = now() WHERE series_id = $1 AND recurrence_start >= $3`, [
      from,
      to,
      start,
    ]);
  }

  async moveReplacements(seriesId: number, shift: number): Promise<void> {
    await this.database.query(
      `UPDATE events SET recurrence_start = recurrence_start + $2 * interval '1 millisecond', modified_at = now()
        WHERE series_id = $1 AND recurrence_start IS NOT NULL`,
      [seriesId, shift],
    );
  }

  /** Places of occurrences move along with these. */
  async moveAttendees(eventId: number, shift: number): Promise<void> {
    // An e-mail address may have a place where its other one moves to. So all go far away first: a unique index looks at each row by itself.
    for (const by of [
      `interval '20000 years' + $2 * interval '1 millisecond'`,
      `- interval '20000 years' + 0 * $2 * interval '1 millisecond'`,
    ])
      await this.database.query(`UPDATE attendees SET occurrence = occurrence + (${by}) WHERE event_id = $1 AND occurrence IS NOT NULL`, [
        eventId,
        shift,
      ]);
  }

  /** To the trash with what replaces occurrences: all of it, or that of others than these, as far as these are known. */
  async trashReplacements(seriesId: number, kept: { except?: readonly WallClock[]; until?: WallClock | undefined } = {}): Promise<void> {
    await this.database.query(
      `UPDATE events SET status = 'trash', status_before_trash = status, modified_at = now(),
          trashed_at = coalesce((SELECT trashed_at FROM events WHERE id = $1), now())
        WHERE series_id = $1 AND recurrence_start IS NOT NULL AND status <> 'trash'
          AND recurrence_start <> ALL($2::timestamp[]) AND recurrence_start <= coalesce($3::timestamp, 'infinity')`,
      [seriesId, kept.except ?? [], kept.until ?? null],
    );
  }

  /** What went to the trash together with the series. */
  async trashedReplacements(seriesId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT replacement.id FROM events replacement JOIN events series ON series.id = replacement.series_id
        WHERE series.id = $1 AND replacement.recurrence_start IS NOT NULL AND replacement.trashed_at = series.trashed_at ORDER BY replacement.id`,
      [seriesId],
    );
    return rows.map(({ id }) => id);
  }

  async removeReplacements(seriesId: number): Promise<void> {
    await this.database.query(`DELETE FROM events WHERE series_id = $1 AND recurrence_start IS NOT NULL`, [seriesId]);
  }

  /** The occurrence shall not come back. */
  async leaveOut(seriesId: number, start: WallClock): Promise<void> {
    await this.database.query(`UPDATE events SET exdates = array_append(exdates, $2::timestamp), modified_at = now() WHERE id = $1`, [
      seriesId,
      start,
    ]);
  }

  /** How often the series still takes place, as far as is known, and not counting what will be known later as more than one. */
  async remaining(seriesId: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM occurrences WHERE event_id = $1)::int
        + (SELECT count(*) FROM events WHERE series_id = $1 AND recurrence_start IS NOT NULL AND status <> 'trash')::int
        + (SELECT count(expanded_until) FROM events WHERE id = $1)::int AS count`,
      [seriesId],
    );
    return row?.count ?? 0;
  }

  /** How many occurrences are written that are not over by the beginning of this month. */
  async ahead(seriesId: number, now: Date): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM occurrences WHERE event_id = $1 AND upper(during) >= date_trunc('month', $2::timestamptz)`,
      [seriesId, now],
    );
    return row?.count ?? 0;
  }

  /**
   * Series that are written less far than they may be, those with the least first.
   * @param condition of the alias `event`
   * @returns with each up to when it is to be written: a month more, so that not every day has to
   */
  behind(
    { end, now, most }: { end: Date; now: Date; most?: number },
    condition: (parameters: Parameters) => string = () => 'TRUE',
  ): Promise<BehindSeries[]> {
    const parameters = new Parameters();
    const month = `date_trunc('month', ${parameters.add(now)}::timestamptz)`;
    const bound = `greatest(${month}, event.starts_at) + interval '${MAX_REACH_MONTHS} months'`;
    const wanted = `${parameters.add(end)}::timestamptz`;
    return this.database.query<BehindSeries>(
      `SELECT event.id, least(${bound}, ${wanted} + interval '1 month') AS end FROM events event
        WHERE event.expanded_until < least(${bound}, ${wanted}) AND ${condition(parameters)}
          AND (SELECT count(*) FROM occurrences WHERE event_id = event.id AND upper(during) >= ${month}) < ${MOST_OCCURRENCES}
        ORDER BY event.expanded_until, event.id ${most === undefined ? '' : `LIMIT ${most}`}`,
      parameters.values,
    );
  }

  /** The moment up to which all of the series are written, where that is before `end`, or before the end of time. */
  async completeUntil(end: Date | undefined, condition: (parameters: Parameters) => string): Promise<Date | undefined> {
    const parameters = new Parameters();
    const [row] = await this.database.query<{ until: Date | null }>(
      `SELECT min(event.expanded_until) AS until FROM events event
        WHERE event.expanded_until < ${end ? `${parameters.add(end)}::timestamptz` : `'infinity'`} AND ${condition(parameters)}`,
      parameters.values,
    );
    return row?.until ?? undefined;
  }
}

export interface BehindSeries {
  id: number;
  end: Date;
}
