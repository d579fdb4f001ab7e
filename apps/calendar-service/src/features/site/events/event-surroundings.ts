import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { clockText, visibleTo } from '../../../records/access/head-sql';
import { StoredEvent } from '../../../records/record/record.entity';
import type { EventRow } from '../../events/rows/event-row';

const COLUMNS = sql`${selectColumns(StoredEvent, 'event', 'id', 'slug', 'title', 'timezone', 'allDay')},
  ${selectComputed<Pick<EventRow, 'startsLocal' | 'endsLocal' | 'startsAt' | 'endsAt'>>({
    startsLocal: clockText('occurrence.starts_local'),
    endsLocal: clockText('occurrence.ends_local'),
    startsAt: 'extract(epoch FROM lower(occurrence.during))::float8',
    endsAt: 'extract(epoch FROM upper(occurrence.during))::float8',
  })}`;
/** One time of an event, as far as links to it need. */
export type LinkedTime = RowOf<typeof COLUMNS>;

const SOURCE = 'occurrences occurrence JOIN events event ON event.id = occurrence.event_id';

/** The times and events around an event. */
@Injectable()
export class EventSurroundings {
  constructor(private readonly database: Database) {}

  /** The next times of a series that are not over at this moment, with the events that replace some of them. */
  upcoming(seriesId: number, now: Date, most: number, actor: Actor): Promise<LinkedTime[]> {
    const parameters = new Parameters();
    const id = parameters.add(seriesId);
    return this.database.query(
      sql`SELECT ${COLUMNS} FROM ${SOURCE}
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
    const nearest = (place: 'previous' | 'next', operator: string, order: string) =>
      sql`(SELECT ${selectComputed<{ place: typeof place }>({ place: `'${place}'` })}, ${COLUMNS} FROM ${SOURCE}
        WHERE (occurrence.starts_local, occurrence.event_id) ${operator} ${here} AND ${listed}
        ORDER BY occurrence.starts_local${order}, occurrence.event_id${order} LIMIT 1)`;
    const rows = await this.database.query(
      sql`${nearest('previous', '<', ' DESC')} UNION ALL ${nearest('next', '>', '')}`,
      parameters.values,
    );
    return Object.fromEntries(rows.map(({ place, ...row }) => [place, row]));
  }
}
