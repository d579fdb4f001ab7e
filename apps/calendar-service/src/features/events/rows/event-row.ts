import type { Actor } from '@almanac/auth';
import type { OrganizerRow } from '../../organizers/organizer.schema';
import { mayRead } from '../../../records/access/rights';
import type { CountedTerm } from '../../terms/term.kind';
import type { TicketFigures } from '../../../calendar/tickets/ticket';
import type { VenueRow } from '../../venues/venue.schema';
import type { RecordHead } from '../../../records/record/record';
import type { EventStatus } from '../../../records/record/record.entity';
import type { RenderedText } from '../../../calendar/rendering/rendered-text';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';

/** An event as the database stores it. Local times are in the event's own zone. */
export interface EventRow extends RecordHead {
  parentId: number | null;
  title: string;
  excerpt: string;
  excerptRendered: RenderedText | null;
  timezone: string;
  allDay: boolean;
  startsLocal: WallClock;
  endsLocal: WallClock;
  /** Seconds since 1970. */
  startsAt: number;
  endsAt: number;
  cost: string[];
  website: string;
  showMap: boolean;
  showMapLink: boolean;
  hideFromListings: boolean;
  sticky: boolean;
  featured: boolean;
  passwordHash: string | null;
  /** The occurrence whose start and end the row shows; null for a series whose first occurrence was deleted or replaced. */
  occurrenceId: number | null;
  /** Value of an RRULE property (RFC 5545), without the property name. */
  rrule: string | null;
  exdates: WallClock[];
  rdates: WallClock[];
  /** The series that this one was split from; with `recurrenceStart`, the series whose occurrence it replaces. */
  seriesId: number | null;
  recurrenceStart: WallClock | null;
  /** The moment up to which the occurrences of a series are written; null when all of them are. */
  expandedUntil: Date | null;
  /** The UID of iCalendar files. */
  uid: string;
  /** The SEQUENCE of iCalendar files: number of changes that calendar programs report to their users. */
  sequence: number;
  eventStatus: EventStatus;
  eventStatusReason: string;
  ticketed: boolean;
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
