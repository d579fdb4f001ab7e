import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { type RecordRef, refText, refuseUnknownSlug } from '../../../records/access/record-ref';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import type { EventRow, FullEvent } from './event-row';
import { EventsRepository } from './events.repository';
import { RecordsRepository } from '../../../records/queries/records.repository';

/** Loads events with the records shown inside them, and throws the matching error for unknown ones (calendar-behaviour §5.2). */
@Injectable()
export class EventLoader {
  constructor(
    private readonly events: EventsRepository,
    private readonly records: RecordsRepository,
    private readonly tickets: TicketsRepository,
  ) {}

  /** @throws Problem as `missing`; the reference checks slugs first, except for changes */
  async get(ref: RecordRef): Promise<EventRow> {
    return (await this.events.find(ref)) ?? this.unknown(ref);
  }

  /** As `get`, with a row lock until the open transaction ends. */
  async lock(ref: RecordRef): Promise<EventRow> {
    return (await this.events.lock(ref)) ?? this.unknown(ref);
  }

  /** @throws Problem 404, or 400 when the id is that of another kind of record */
  async missing(ref: RecordRef): Promise<never> {
    if ('id' in ref && (await this.records.kindOf(ref.id)) !== undefined)
      throw new Problem(400, 'The specified ID is not a valid event.', { code: 'rest-invalid-event-id' });
    throw new Problem(404, `Event ${refText(ref)} does not exist.`, { code: 'rest-event-not-found' });
  }

  /** Takes one query, and one more when the event has tickets. */
  async full(id: number): Promise<FullEvent> {
    const event = (await this.events.withLinked(id)) ?? (await this.unknown({ id }));
    const tickets = await this.tickets.figuresOf(event.row.ticketed ? [id] : []);
    return { ...event, tickets: tickets.get(id) ?? [] };
  }

  async loadOne(row: EventRow): Promise<FullEvent> {
    const [event] = await this.load([row]);
    if (!event) throw new Error('an event was lost while it was read');
    return event;
  }

  /** Takes one query for any number of events, and one more when some have tickets. */
  async load(rows: readonly EventRow[]): Promise<FullEvent[]> {
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return [];
    const linked = await this.events.linked(ids);
    const tickets = await this.tickets.figuresOf(rows.filter(({ ticketed }) => ticketed).map(({ id }) => id));
    return rows.map((row) => ({
      row,
      ...(linked.get(row.id) ?? { venues: [], organizers: [], terms: [] }),
      tickets: tickets.get(row.id) ?? [],
    }));
  }

  private unknown(ref: RecordRef): Promise<never> {
    refuseUnknownSlug(ref);
    return this.missing(ref);
  }
}
