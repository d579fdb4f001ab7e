import { Database } from '@almanac/database';
import {
  defineListing,
  filterCondition,
  integer,
  orderBy,
  type PageQuery,
  Parameters,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { CollectionQuery } from '../../calendar/lists/collection-query';
import { fetchPage, type Page } from '../../calendar/lists/fetch-page';
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

  fetch(eventId: number, query: CollectionQuery, page: PageQuery): Promise<Page<Ticket>> {
    const parameters = new Parameters();
    const where = `ticket.event_id = ${parameters.add(eventId)} AND ${filterCondition(TICKET_FIELDS, query, parameters)}`;
    return fetchPage<Ticket>(
      this.database,
      {
        select: TICKET_COLUMNS,
        from: 'tickets ticket',
        where,
        orderBy: orderBy(TICKET_FIELDS, query),
        values: parameters.values,
      },
      page,
    );
  }
}
