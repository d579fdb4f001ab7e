import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { htmlOf } from '../../calendar/rendering/rendered-text';
import { saleState } from '../../calendar/tickets/sale';
import { placesLeft, type Ticket } from '../../calendar/tickets/ticket';
import { ticketCost } from '../../calendar/tickets/ticket-cost';
import { clocksOf } from '../events/presenter/event-times';
import type { EventRow } from '../events/rows/event-row';

/** Times of the sale are in the event's time zone; creation and change are in that of the site, as for all records (calendar-behaviour §2.1). */
@Injectable()
export class TicketPresenter {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  present(ticket: Ticket, event: EventRow) {
    const up = `${apiRoot(this.settings)}/events/${event.id}`;
    return {
      id: ticket.id,
      event: event.id,
      name: ticket.name,
      description: htmlOf(ticket.description, ticket.descriptionRendered),
      price: ticket.price,
      currency: ticket.currency,
      ...ticketCost([ticket], this.settings.currency),
      capacity: ticket.capacity,
      per_occurrence: ticket.perOccurrence,
      sold: ticket.sold,
      available: placesLeft(ticket),
      ...clocksOf('available_from', ticket.availableFrom, event.timezone),
      ...clocksOf('available_until', ticket.availableUntil, event.timezone),
      is_available: saleState(ticket, event, new Date()) === 'open',
      ...clocksOf('date', ticket.createdAt, this.settings.siteZone),
      ...clocksOf('modified', ticket.modifiedAt, this.settings.siteZone),
      urls: { self: `${up}/tickets/${ticket.id}`, collection: `${up}/tickets`, up },
    };
  }
}
