import { type Amount, readAmounts, readCost } from '../../../calendar/cost/cost';
import type { SiteCurrency } from '../../../calendar/cost/price';
import { ticketAmounts, ticketCost } from '../../../calendar/tickets/ticket-cost';
import type { FullEvent } from '../rows/event-row';

type Priced = Pick<FullEvent, 'row' | 'tickets'>;

/** The event's own cost, or else that of its tickets (calendar-behaviour §7.5). */
export function eventCost({ row, tickets }: Priced, site: SiteCurrency) {
  const { cost, ...details } = readCost(row.cost, site);
  return cost === '' && tickets.length > 0
    ? ticketCost(tickets, site)
    : { cost, cost_details: { ...details, currency_code: '' } };
}

/** The prices of the event, each with its currency; undefined without a cost, empty when the cost has only words. */
export function eventAmounts({ row, tickets }: Priced, site: SiteCurrency): Amount[] | undefined {
  if (readCost(row.cost, site).cost !== '') return readAmounts(row.cost, site);
  return tickets.length > 0 ? ticketAmounts(tickets, site) : undefined;
}
