import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { clockText, visibleTo } from '../../../records/access/head-sql';
import type { EventRow } from '../../events/rows/event-row';

/** One time of an event, as far as links to it need. */
export type LinkedTime = Pick<
  EventRow,
  'id' | 'slug' | 'title' | 'startsLocal' | 'endsLocal' | 'startsAt' | 'endsAt' | 'timezone' | 'allDay'
>;

const COLUMNS = `event.id, event.slug, event.title, event.timezone, event.all_day AS "allDay",
  ${clockText('occurrence.starts_local')} AS "startsLocal", ${clockText('occurrence.ends_local')} AS "endsLocal",
  extract(epoch FROM lower(occurrence.during))::float8 AS "startsAt", extract(epoch FROM upper(occurrence.during))::float8 AS "endsAt"`;
const SOURCE = 'occurrences occurrence JOIN events event ON event.id = occurrence.event_id';

/** The times and events around an event. */
@Injectable()
export class EventSurroundings {
  constructor(private readonly database: Database) {}

  /** The next times of a series that are not over at this moment, with the events that replace some of them. */
  upcoming(seriesId: number, now: Date, most: number, actor: Actor): Promise<LinkedTime[]> {
    const parameters = new Parameters();
    const id = parameters.add(seriesId);
    return this.database.query<LinkedTime>(
      `SELECT ${COLUMNS} FROM ${SOURCE}
        WHERE event.id IN (SELECT ${id}::int UNION SELECT id FROM events WHERE series_id = ${id}::int AND recurrence_start IS NOT NULL)
          AND upper(occurrence.during) > ${parameters.add(now)}::timestamptz AND ${visibleTo(actor, 'event', 'event', undefined, parameters)}
        ORDER BY occurrence.starts_local, event.id LIMIT ${parameters.add(most)}`,
      parameters.values,
    );
  }

  /** The listed events that start before and after this one. */
  async neighbours(
    { id, startsLocal }: Pick<EventRow, 'id' | 'startsLocal'>,
    actor: Actor,
  ): Promise<{ previous?: LinkedTime; next?: LinkedTime }> {
    const parameters = new Parameters();
    const own = parameters.add(id);
    const here = `(${parameters.add(startsLocal)}::timestamp, ${own}::int)`;
    const listed = `event.id <> ${own} AND NOT event.hide_from_listings AND event.slug <> ''
      AND ${visibleTo(actor, 'event', 'event', undefined, parameters)}`;
    const nearest = (place: string, operator: string, order: string) =>
      `(SELECT '${place}' AS place, ${COLUMNS} FROM ${SOURCE}
        WHERE (occurrence.starts_local, occurrence.event_id) ${operator} ${here} AND ${listed}
        ORDER BY occurrence.starts_local${order}, occurrence.event_id${order} LIMIT 1)`;
    const rows = await this.database.query<LinkedTime & { place: 'previous' | 'next' }>(
      `${nearest('previous', '<', ' DESC')} UNION ALL ${nearest('next', '>', '')}`,
      parameters.values,
    );
    return Object.fromEntries(rows.map(({ place, ...row }) => [place, row]));
  }
}
