import { defineListing, integer, text, timestamp } from '@almanac/listing';

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
