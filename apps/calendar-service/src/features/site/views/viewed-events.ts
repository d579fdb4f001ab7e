import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { type ListQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { clockText, readableBy } from '../../../records/access/head-sql';
import { EventTerm } from '../../../records/record/event-links.entity';
import { StoredEvent } from '../../../records/record/record.entity';
import { type EventListQuery, EventListing, matching } from '../../events/listing/event-listing';
import type { EventRow } from '../../events/rows/event-row';
import { Term } from '../../terms/term.entity';
import type { CalendarDay } from '../days';

interface Time extends Pick<EventRow, 'startsLocal' | 'endsLocal' | 'startsAt' | 'endsAt'> {
  occurrenceId: number;
  featured: boolean;
  isProtected: boolean;
  isRecurring: boolean;
}

const COLUMNS = sql`${selectColumns(StoredEvent, 'event', 'id', 'slug', 'title', 'timezone', 'allDay', 'status', 'eventStatus')},
  ${selectComputed<Time>({
    occurrenceId: 'occurrence.id',
    startsLocal: clockText('occurrence.starts_local'),
    endsLocal: clockText('occurrence.ends_local'),
    startsAt: 'extract(epoch FROM lower(occurrence.during))::float8',
    endsAt: 'extract(epoch FROM upper(occurrence.during))::float8',
    featured: 'event.featured AND event.password_hash IS NULL',
    isProtected: 'event.password_hash IS NOT NULL',
    isRecurring: 'event.rrule IS NOT NULL OR cardinality(event.rdates) > 0',
  })}`;

/** One time that an event takes place, without its texts. */
export type ViewedEvent = RowOf<typeof COLUMNS>;

/** A category as a mark beside an event. */
export type Category = Pick<Term, 'id' | 'name' | 'slug'>;

/** Members of lists. A protected event has none of them. */
export interface ListedParts extends Pick<StoredEvent, 'excerpt'> {
  venue: string | null;
}

/** Queries of the views. They read no descriptions. */
@Injectable()
export class ViewedEvents {
  constructor(
    private readonly database: Database,
    private readonly listing: EventListing,
  ) {}

  /** Matching events that may take place in these days, on any clock, by start. */
  overlapping(
    filter: EventListQuery,
    first: CalendarDay,
    last: CalendarDay,
    actor: Actor,
    limit: number,
  ): Promise<ViewedEvent[]> {
    const parameters = new Parameters();
    // Clocks differ by less than two days. The index on the times finds the events for all filters.
    const from = `${parameters.add(first)}::timestamp AT TIME ZONE 'UTC' - interval '2 days'`;
    const to = `${parameters.add(last)}::timestamp AT TIME ZONE 'UTC' + interval '3 days'`;
    const matches = matching({ ...filter, dates: [] }, actor, parameters);
    const where = [...matches.where, `occurrence.during && tstzrange(${from}, ${to})`].join(' AND ');
    return this.database.query(
      sql`SELECT ${COLUMNS} FROM ${matches.from} WHERE ${where} ORDER BY occurrence.starts_local, event.id LIMIT ${limit}`,
      parameters.values,
    );
  }

  /** One batch of a list, with the total. */
  async batch(
    filter: EventListQuery,
    actor: Actor,
    query: ListQuery,
  ): Promise<{ events: ViewedEvent[]; total: number }> {
    const { rows, total } = await this.listing.fetch<ViewedEvent>(filter, actor, query, COLUMNS);
    return { events: rows, total };
  }

  /** The first category of each event by name, as the answers of the API have it; by id of the event. A protected event shows none. */
  async categories(events: readonly ViewedEvent[]): Promise<ReadonlyMap<number, Category>> {
    const ids = new Set(events.filter(({ isProtected }) => !isProtected).map(({ id }) => id));
    if (ids.size === 0) return new Map();
    const columns = sql`${selectColumns(EventTerm, 'link', 'eventId')}, ${selectColumns(Term, 'term', 'id', 'name', 'slug')}`;
    const rows = await this.database.query(
      sql`SELECT DISTINCT ON (link.event_id) ${columns}
        FROM event_terms link JOIN terms term ON term.id = link.term_id
        WHERE link.event_id = ANY($1) AND term.kind = 'category' ORDER BY link.event_id, fold(term.name), term.id`,
      [[...ids]],
    );
    return new Map(rows.map(({ eventId, ...category }) => [eventId, category]));
  }

  /** The members that lists show besides, by id of the event. */
  async parts(ids: readonly number[], actor: Actor): Promise<ReadonlyMap<number, ListedParts>> {
    const parameters = new Parameters();
    const venue = `(SELECT venue.name FROM event_venues link JOIN venues venue ON venue.id = link.venue_id
      WHERE link.event_id = event.id AND venue.status <> 'trash' AND ${readableBy(actor, 'venue', 'venue', parameters)}
      ORDER BY link.position LIMIT 1)`;
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredEvent, 'event', 'id', 'excerpt')}, ${selectComputed<{ venue: string | null }>({ venue })}
        FROM events event WHERE event.id = ANY(${parameters.add(ids)}) AND event.password_hash IS NULL`,
      parameters.values,
    );
    return new Map(rows.map(({ id, ...parts }) => [id, parts]));
  }
}
