import { each, FLAG, NamedSchema, record, TEXT, WALL_CLOCK, WHOLE } from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { COST_DETAILS } from '../../calendar/cost/cost';
import { htmlOf } from '../../calendar/rendering/rendered-text';
import { saleState } from '../../calendar/tickets/sale';
import { placesLeft, type Ticket } from '../../calendar/tickets/ticket';
import { ticketCost } from '../../calendar/tickets/ticket-cost';
import { CLOCK_OR_NONE, IDS, PLACES, URLS } from '../../calendar/tickets/ticketing.schema';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import { clocksOf } from '../events/presenter/event-members';
import type { EventRow } from '../events/rows/event-row';

/** The answer of `TicketPresenter`. */
export const TICKET_SCHEMA = new NamedSchema(
  'Ticket',
  record({
    ...IDS,
    name: TEXT,
    description: { ...TEXT, description: 'HTML' },
    price: { ...TEXT, description: 'A decimal number' },
    currency: { ...TEXT, description: 'ISO 4217, or empty' },
    cost: TEXT,
    cost_details: COST_DETAILS,
    ...each(PLACES, 'capacity', 'available'),
    per_occurrence: {
      ...FLAG,
      description: 'Whether the capacity is that of each occurrence; `available` is then null',
    },
    sold: { ...WHOLE, description: 'Places that are taken, of all occurrences together' },
    ...each({ ...CLOCK_OR_NONE, description: 'On the clock of the event' }, 'available_from', 'available_until'),
    ...each({ ...CLOCK_OR_NONE, description: 'In UTC' }, 'available_from_utc', 'available_until_utc'),
    is_available: { ...FLAG, description: 'Whether a place is to be had now' },
    ...each({ ...WALL_CLOCK, description: 'On the clock of the site' }, 'date', 'modified'),
    ...each({ ...WALL_CLOCK, description: 'In UTC' }, 'date_utc', 'modified_utc'),
    urls: URLS,
  }),
);

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
