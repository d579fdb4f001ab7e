import { Database } from '@almanac/database';
import { defineListing, fetchListing, integer, type ListPage, type ListQuery, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { Ticket } from '../../calendar/tickets/ticket';
import { TICKET_COLUMNS } from '../../calendar/tickets/tickets.repository';

/** Fields by which lists of tickets can be ordered and filtered. */
export const TICKET_FIELDS = defineListing({
  id: integer('ticket.id'),
  name: text('ticket.name'),
  price: integer('ticket.price'),
  capacity: integer('ticket.capacity'),
  sold: integer('ticket.sold'),
  available_from: timestamp('ticket.available_from'),
  available_until: timestamp('ticket.available_until'),
});

@Injectable()
export class TicketListing {
  constructor(private readonly database: Database) {}

  fetch(eventId: number, query: ListQuery): Promise<ListPage<Ticket>> {
    return fetchListing(this.database, TICKET_FIELDS, query, {
      select: TICKET_COLUMNS,
      from: 'tickets ticket',
      where: (parameters) => `ticket.event_id = ${parameters.add(eventId)}`,
    });
  }
}
