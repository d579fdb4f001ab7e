import type { RenderedText } from '../rendering/rendered-text';
import type { PublicationStatus } from '../publication/status';

/** The price of a place. */
export interface TicketPrice {
  /** A decimal number as text, e.g. `12.50`. */
  price: string;
  /** ISO 4217, e.g. `EUR`; empty when none was given. */
  currency: string;
}

/** The figures of a ticket that sums over an event need. */
export interface TicketFigures extends TicketPrice {
  /** null for no limit. */
  capacity: number | null;
  /** Whether the capacity applies to each occurrence of the event. */
  perOccurrence: boolean;
  /** Places taken by attendees who are going. */
  sold: number;
  /** Those of them that are checked in. */
  checkedIn: number;
}

/** A ticket as the database has it. */
export interface Ticket extends TicketFigures {
  id: number;
  eventId: number;
  name: string;
  description: string;
  descriptionRendered: RenderedText | null;
  availableFrom: Date | null;
  availableUntil: Date | null;
  createdAt: Date;
  modifiedAt: Date;
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
