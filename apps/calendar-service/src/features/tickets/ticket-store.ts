import { Database } from '@almanac/database';
import { defineListing, integer, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Columns } from '../../records/record/columns';
import { StoredTicket } from '../../calendar/tickets/ticket.entity';
import { RecordsRepository } from '../../records/queries/records.repository';
import { StoredEvent } from '../../records/record/record.entity';

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

/**
 * Stores tickets. Call it inside a transaction that locked first the event, then the ticket. The event shows whether it has tickets and their cost, so
 * every change of a ticket changes the event.
 */
@Injectable()
export class TicketStore {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
    @InjectRepository(StoredTicket) private readonly tickets: Repository<StoredTicket>,
  ) {}

  async insert(eventId: number, columns: Columns<StoredTicket>): Promise<number> {
    const id = await this.records.insert(StoredTicket, { eventId, ...columns });
    await this.changeEvent(eventId);
    return id;
  }

  async update(eventId: number, id: number, columns: Columns<StoredTicket>): Promise<void> {
    await this.records.update(StoredTicket, id, columns);
    await this.changeEvent(eventId);
  }

  /** Deletes the ticket and its attendees. */
  async delete(eventId: number, id: number): Promise<void> {
    await this.records.remove(StoredTicket, id);
    await this.changeEvent(eventId);
  }

  /** Row lock: no place of this ticket is taken or cancelled until the open transaction ends. */
  async lock(eventId: number, id: number): Promise<void> {
    await this.database.query(`SELECT id FROM tickets WHERE event_id = $1 AND id = $2 FOR UPDATE`, [eventId, id]);
  }

  private async changeEvent(id: number): Promise<void> {
    await this.records.update(StoredEvent, id, { ticketed: await this.tickets.existsBy({ eventId: id }) });
  }
}
