import { saleState, saleText } from '../../../../calendar/tickets/sale';
import { placesLeft, type Ticket } from '../../../../calendar/tickets/ticket';
import { ticketCost } from '../../../../calendar/tickets/ticket-cost';
import type { Settings } from '../../../../config';
import { htmlOf } from '../../../../calendar/rendering/rendered-text';
import type { EventRow } from '../../../events/rows/event-row';

/** A ticket with its price, and why it cannot be had now. */
export function shownTicket(ticket: Ticket, row: EventRow, { currency }: Pick<Settings, 'currency'>) {
  const state = saleState(ticket, row, new Date());
  return {
    id: ticket.id,
    name: ticket.name,
    description: htmlOf(ticket.description, ticket.descriptionRendered),
    cost: ticketCost([ticket], currency).cost,
    left: placesLeft(ticket),
    refusal: state === 'open' ? undefined : saleText(state),
  };
}
