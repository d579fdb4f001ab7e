import type { RenderedText } from '../rendering/rendered-text';
import type { Status } from '../records/record';

/** What a place costs. */
export interface Price {
  /** A decimal number as text, e.g. `12.50`. */
  price: string;
  /** ISO 4217, e.g. `EUR`; empty when nobody said. */
  currency: string;
}

/** A ticket as far as sums over an event go. */
export interface TicketFigures extends Price {
  /** null for as many as come. */
  capacity: number | null;
  /** Whether the capacity is that of each occurrence of the event. */
  perOccurrence: boolean;
  /** Places taken by attendees who are going. */
  sold: number;
  /** Those of them who arrived. */
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
  /** Places taken of the occurrence that has most of them, or of the event as a whole. */
  mostSold: number;
  /** When the event takes place for the last time. */
  eventEndsAt: Date;
}

/** What an event means for the sale of its tickets. */
export interface TicketedEvent {
  status: Status;
}

/** Free tickets are the RSVP of their event. */
export const isFree = ({ price }: Price): boolean => Number(price) === 0;

/** How many more may come; null for any number, and where each occurrence has its own. */
export const placesLeft = ({ capacity, perOccurrence, sold }: Pick<TicketFigures, 'capacity' | 'perOccurrence' | 'sold'>): number | null =>
  capacity === null || perOccurrence ? null : capacity - sold;
