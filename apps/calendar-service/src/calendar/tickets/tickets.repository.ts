import { Database, type Sql, selectColumns, selectComputed, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { renderedText } from '../rendering/rendered-text';
import type { Ticket, TicketFigures } from './ticket';
import { StoredTicket } from './ticket.entity';

const FIGURES = selectColumns(
  StoredTicket,
  'ticket',
  'price',
  'currency',
  'capacity',
  'perOccurrence',
  'sold',
  'checkedIn',
);

/** Columns of a `Ticket`, of table alias `ticket`. */
export const TICKET_COLUMNS: Sql<Ticket> = sql`${selectColumns(StoredTicket, 'ticket', 'id', 'eventId', 'name', 'description')}, ${FIGURES},
  ${selectColumns(StoredTicket, 'ticket', 'availableFrom', 'availableUntil', 'createdAt', 'modifiedAt')},
  ${selectComputed<Pick<Ticket, 'descriptionRendered' | 'mostSold' | 'eventEndsAt'>>({
    descriptionRendered: renderedText('ticket.description'),
    mostSold: `CASE WHEN ticket.per_occurrence THEN (SELECT coalesce(max(going.count), 0)::int FROM (SELECT count(*) FROM attendees
      WHERE ticket_id = ticket.id AND status = 'going' GROUP BY occurrence) going) ELSE ticket.sold END`,
    eventEndsAt:
      '(SELECT max(upper(occurrence.during)) FROM occurrences occurrence WHERE occurrence.event_id = ticket.event_id)',
  })}`;

/** Queries about tickets that several features share. */
@Injectable()
export class TicketsRepository {
  constructor(private readonly database: Database) {}

  async find(eventId: number, id: number): Promise<Ticket | undefined> {
    const [ticket] = await this.read('ticket.event_id = $1 AND ticket.id = $2', [eventId, id]);
    return ticket;
  }

  /** At most two of the tickets without a price: enough to know whether there are several. */
  freeOnes(eventId: number): Promise<Ticket[]> {
    return this.read('ticket.event_id = $1 AND ticket.price = 0 ORDER BY ticket.id LIMIT 2', [eventId]);
  }

  /** The first tickets of an event, for its page. */
  ofEvent(eventId: number, most: number): Promise<Ticket[]> {
    return this.read('ticket.event_id = $1 ORDER BY ticket.id LIMIT $2', [eventId, most]);
  }

  /** By event; runs no query when there are no events. */
  async figuresOf(eventIds: readonly number[]): Promise<Map<number, TicketFigures[]>> {
    if (eventIds.length === 0) return new Map();
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredTicket, 'ticket', 'eventId')}, ${FIGURES} FROM tickets ticket WHERE ticket.event_id = ANY($1)`,
      [eventIds],
    );
    return Map.groupBy(rows, ({ eventId }) => eventId);
  }

  private read(condition: string, values: unknown[]): Promise<Ticket[]> {
    return this.database.query(sql`SELECT ${TICKET_COLUMNS} FROM tickets ticket WHERE ${condition}`, values);
  }
}
