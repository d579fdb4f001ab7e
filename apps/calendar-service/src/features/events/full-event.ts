import type { Actor } from '@almanac/auth';
import type { OrganizerRow } from '../organizers/organizer.kind';
import { mayRead } from '../../records/access/rights';
import type { CountedTerm } from '../terms/term.kind';
import type { TicketFigures } from '../../calendar/tickets/ticket';
import type { VenueRow } from '../venues/venue.kind';
import type { EventRow } from './event-row';

/** An event with all records that are shown inside it. */
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
