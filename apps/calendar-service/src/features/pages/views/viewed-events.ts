import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { type ListQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { clockText, readableBy } from '../../../records/access/head-sql';
import type { EventStatus } from '../../events/event-row';
import type { EventListQuery } from '../../events/listing/event-list-query';
import { EventListing } from '../../events/listing/event-listing';
import type { Status } from '../../../records/record';

/** One time that an event takes place, without its texts. */
export interface ViewedEvent {
  id: number;
  slug: string;
  title: string;
  timezone: string;
  allDay: boolean;
  startsLocal: WallClock;
  endsLocal: WallClock;
  /** Seconds since 1970. */
  startsAt: number;
  endsAt: number;
  status: Status;
  eventStatus: EventStatus;
  featured: boolean;
  isProtected: boolean;
  isRecurring: boolean;
}

/** The same with the members of a list. A protected event has none of them. */
export interface ListedEvent extends ViewedEvent {
  excerpt: string;
  venue: string | null;
}

const COLUMNS = `event.id, event.slug, event.title, event.timezone, event.all_day AS "allDay",
  ${clockText('occurrence.starts_local')} AS "startsLocal", ${clockText('occurrence.ends_local')} AS "endsLocal",
  extract(epoch FROM lower(occurrence.during))::float8 AS "startsAt", extract(epoch FROM upper(occurrence.during))::float8 AS "endsAt",
  event.status, event.event_status AS "eventStatus", event.featured, event.password_hash IS NOT NULL AS "isProtected",
  event.rrule IS NOT NULL OR event.recurrence_start IS NOT NULL AS "isRecurring"`;

/** Queries of the views. They read no descriptions. */
@Injectable()
export class ViewedEvents {
  constructor(
    private readonly database: Database,
    private readonly listing: EventListing,
  ) {}

  /** One page of a list, with the total. */
  async page(
    filter: EventListQuery,
    actor: Actor,
    query: ListQuery,
  ): Promise<{ events: ListedEvent[]; total: number }> {
    const { rows, total } = await this.listing.outlines(filter, actor, query);
    const parameters = new Parameters();
    const ids = parameters.add(rows.flatMap(({ occurrenceId }) => occurrenceId ?? []));
    const events = await this.database.query<ListedEvent>(
      `SELECT ${COLUMNS}, CASE WHEN event.password_hash IS NULL THEN event.excerpt ELSE '' END AS excerpt,
          CASE WHEN event.password_hash IS NULL THEN (SELECT venue.name FROM event_venues link JOIN venues venue ON venue.id = link.venue_id
            WHERE link.event_id = event.id AND venue.status <> 'trash' AND ${readableBy(actor, 'venue', 'venue', parameters)}
            ORDER BY link.position LIMIT 1) END AS venue
        FROM unnest(${ids}::int[]) WITH ORDINALITY AS found (id, place)
        JOIN occurrences occurrence ON occurrence.id = found.id JOIN events event ON event.id = occurrence.event_id
        ORDER BY found.place`,
      parameters.values,
    );
    return { events, total };
  }
}
