import { readCost } from '../../domain/cost/cost';
import { ticketCost } from '../../domain/tickets/ticket-cost';
import type { FullEvent } from './full-event';

/** What an event costs, as it says itself; else what its tickets cost (calendar-behaviour §7.5). */
export function eventCost({ row, tickets }: Pick<FullEvent, 'row' | 'tickets'>) {
  const { cost, ...details } = readCost(row.cost);
  return cost === '' && tickets.length > 0 ? ticketCost(tickets) : { cost, cost_details: { ...details, currency_code: '' } };
}
