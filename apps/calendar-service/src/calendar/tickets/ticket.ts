import type { PublicationStatus } from '../publication/status';
import type { StoredTicket } from './ticket.entity';

/** The price of a place. */
export type TicketPrice = Pick<StoredTicket, 'price' | 'currency'>;

/** The figures of a ticket that sums over an event need. */
export type TicketFigures = TicketPrice & Pick<StoredTicket, 'capacity' | 'perOccurrence' | 'sold' | 'checkedIn'>;

/** A ticket with the facts that its sale depends on. */
export interface Ticket extends StoredTicket {
  /** The places taken of the fullest occurrence; without a capacity for each occurrence, those taken of the whole event. */
  mostSold: number;
  /** End of the event's last occurrence. */
  eventEndsAt: Date;
}

/** The facts about an event that the sale of its tickets depends on. */
export interface TicketedEvent {
  status: PublicationStatus | 'trash';
}

/** Free tickets are the RSVP of their event. */
export const isFree = ({ price }: TicketPrice): boolean => Number(price) === 0;

/** Places that are left; null without a limit, and when each occurrence has its own. */
export const placesLeft = ({
  capacity,
  perOccurrence,
  sold,
}: Pick<TicketFigures, 'capacity' | 'perOccurrence' | 'sold'>): number | null =>
  capacity === null || perOccurrence ? null : capacity - sold;
