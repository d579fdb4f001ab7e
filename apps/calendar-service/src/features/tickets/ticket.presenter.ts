import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { renderText } from '../../domain/rendering/paragraphs';
import { saleState } from '../../domain/tickets/sale';
import { placesLeft, type Ticket } from '../../domain/tickets/ticket';
import { ticketCost } from '../../domain/tickets/ticket-cost';
import { clocksOf } from '../events/event-clocks';
import type { EventRow } from '../events/event-row';

@Injectable()
export class TicketPresenter {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  present(ticket: Ticket, event: EventRow) {
    const clocks = (name: string, instant: Date | null) => clocksOf(name, instant, event);
    const up = `${apiRoot(this.settings)}/events/${event.id}`;
    return {
      id: ticket.id,
      event: event.id,
      name: ticket.name,
      description: renderText(ticket.description),
      price: ticket.price,
      currency: ticket.currency,
      ...ticketCost([ticket]),
      capacity: ticket.capacity,
      sold: ticket.sold,
      available: placesLeft(ticket),
      ...clocks('available_from', ticket.availableFrom),
      ...clocks('available_until', ticket.availableUntil),
      is_available: saleState(ticket, event, new Date()) === 'open',
      ...clocks('date', ticket.createdAt),
      ...clocks('modified', ticket.modifiedAt),
      urls: { self: `${up}/tickets/${ticket.id}`, collection: `${up}/tickets`, up },
    };
  }
}
