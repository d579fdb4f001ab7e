import { Problem } from '@almanac/errors';
import { placesLeft, type Ticket, type TicketedEvent } from './ticket';

/** Why no place is available, with the code and the sentence for callers. */
const REFUSALS = {
  unpublished: ['event-not-published', 'The event is not published'],
  over: ['event-is-over', 'The event is over'],
  early: ['ticket-sales-not-started', 'This ticket is not available yet'],
  late: ['ticket-sales-closed', 'This ticket is no longer available'],
  soldOut: ['ticket-sold-out', 'This ticket is sold out'],
} as const;

type SaleState = 'open' | keyof typeof REFUSALS;

type OnSale = Pick<Ticket, 'availableFrom' | 'availableUntil' | 'eventEndsAt' | 'capacity' | 'perOccurrence' | 'sold'>;

/**
 * Whether a place is available now. A sale without a start is open from the beginning; without an end it is open until the last occurrence ends.
 * Private events have guests too; drafts, pending and scheduled events have none.
 */
export function saleState(ticket: OnSale, { status }: TicketedEvent, now: Date): SaleState {
  const { availableFrom, availableUntil, eventEndsAt } = ticket;
  if (status !== 'publish' && status !== 'private') return 'unpublished';
  if (eventEndsAt < now) return 'over';
  if (availableFrom !== null && now < availableFrom) return 'early';
  if (availableUntil !== null && availableUntil < now) return 'late';
  return placesLeft(ticket) === 0 ? 'soldOut' : 'open';
}

/** Why no place is available, as a sentence. */
export const saleText = (state: Exclude<SaleState, 'open'>): string => REFUSALS[state][1];

/** @throws Problem 409: the request is valid, but not at this moment */
export function refuseSale(state: Exclude<SaleState, 'open'>): never {
  const [code, message] = REFUSALS[state];
  throw new Problem(409, message, { type: state === 'soldOut' ? 'sold-out' : 'conflict', code });
}
