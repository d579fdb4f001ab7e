import type { Actor } from '@almanac/auth';
import { type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import type { OrganizerRow } from '../../organizers/organizer.schema';
import { clockText, headColumns } from '../../../records/access/head-sql';
import { mayRead } from '../../../records/access/rights';
import { ofLastChange } from '../../../records/changes/changes.repository';
import type { CountedTerm } from '../../terms/term.kind';
import type { TicketFigures } from '../../../calendar/tickets/ticket';
import type { VenueRow } from '../../venues/venue.schema';
import { StoredEvent } from '../../../records/record/record.entity';
import { type RenderedText, renderedText } from '../../../calendar/rendering/rendered-text';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';

interface Computed {
  excerptRendered: RenderedText | null;
  startsLocal: WallClock;
  endsLocal: WallClock;
  /** Seconds since 1970. */
  startsAt: number;
  endsAt: number;
  /** The SEQUENCE of iCalendar files: number of changes that calendar programs report to their users. */
  sequence: number;
  /** The occurrence whose start and end the row shows; null for a series whose first occurrence was deleted or replaced. */
  occurrenceId: number | null;
  exdates: WallClock[];
  rdates: WallClock[];
  recurrenceStart: WallClock | null;
}

const STORED = selectColumns(
  StoredEvent,
  'event',
  'parentId',
  'title',
  'excerpt',
  'timezone',
  'allDay',
  'cost',
  'website',
  'showMap',
  'showMapLink',
  'hideFromListings',
  'sticky',
  'featured',
  'passwordHash',
  'uid',
  'eventStatus',
  'eventStatusReason',
  'ticketed',
  'rrule',
  'seriesId',
  'expandedUntil',
);

const COMPUTED = selectComputed<Computed>({
  excerptRendered: renderedText('event.excerpt'),
  startsLocal: clockText('occurrence.starts_local'),
  endsLocal: clockText('occurrence.ends_local'),
  startsAt: 'extract(epoch FROM lower(occurrence.during))::float8',
  endsAt: 'extract(epoch FROM upper(occurrence.during))::float8',
  sequence: `event.sequence + ${ofLastChange('raised', 'event')}`,
  occurrenceId: 'occurrence.id',
  exdates: 'event.exdates::text[]',
  rdates: 'event.rdates::text[]',
  recurrenceStart: clockText('event.recurrence_start'),
});

/** Columns of an `EventRow`, from the table aliases `event` and `occurrence`. Start and end are those of the occurrence. */
export const EVENT_COLUMNS = sql`${headColumns('event', ofLastChange('modified_at', 'event'))}, ${STORED}, ${COMPUTED}`;

/** An event as queries read it. Local times are in the event's own zone. */
export interface EventRow extends RowOf<typeof EVENT_COLUMNS> {
  /** Distance from the point of a search, in the unit of the service; absent elsewhere. */
  distance?: number;
}

/** An event with all records that answers have inside it. */
export interface FullEvent {
  row: EventRow;
  venues: readonly VenueRow[];
  organizers: readonly OrganizerRow[];
  terms: readonly CountedTerm[];
  /** In no order. */
  tickets: readonly TicketFigures[];
}

/** Without the linked records that the caller may not read. */
export const readableParts = (event: FullEvent, actor: Actor): FullEvent => ({
  ...event,
  venues: event.venues.filter((venue) => mayRead(actor, 'venue', venue)),
  organizers: event.organizers.filter((organizer) => mayRead(actor, 'organizer', organizer)),
});
