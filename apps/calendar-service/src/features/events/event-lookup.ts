import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { refuseUnknownSlug } from '../../records/access/record-ref';
import { type RecordRef, refText } from '../../records/access/record-ref';
import { RecordsRepository } from '../../records/records.repository';
import { EventReading } from './event-reading';
import type { EventRow } from './event-row';
import { EventsRepository } from './events.repository';
import type { FullEvent } from './full-event';

/** Finds the event that a path names, or throws the matching error (calendar-behaviour §5.2). */
@Injectable()
export class EventLookup {
  constructor(
    private readonly events: EventsRepository,
    private readonly reading: EventReading,
    private readonly records: RecordsRepository,
  ) {}

  /** @throws Problem 404, or 400 when the id is that of another kind of record */
  async get(ref: RecordRef): Promise<EventRow> {
    return (await this.events.find(ref)) ?? this.unknown(ref);
  }

  /** As `missing`, for reading and deleting, where the reference checks slugs first. */
  unknown(ref: RecordRef): Promise<never> {
    refuseUnknownSlug(ref);
    return this.missing(ref);
  }

  find(ref: RecordRef): Promise<EventRow | undefined> {
    return this.events.find(ref);
  }

  /** As `find`, with a row lock until the open transaction ends. */
  lock(ref: RecordRef): Promise<EventRow | undefined> {
    return this.events.lock(ref);
  }

  async full(ref: RecordRef): Promise<FullEvent> {
    return this.complete(await this.get(ref));
  }

  async complete(row: EventRow): Promise<FullEvent> {
    const [event] = await this.reading.complete([row]);
    if (!event) throw new Error('an event was lost while it was read');
    return event;
  }

  /** @throws Problem 404, or 400 when the id is that of another kind of record */
  async missing(ref: RecordRef): Promise<never> {
    if ('id' in ref && (await this.records.kindOf(ref.id)) !== undefined)
      throw new Problem(400, 'The specified ID is not a valid event.', { code: 'rest-invalid-event-id' });
    throw new Problem(404, `There is no event ${refText(ref)}.`, { code: 'rest-event-not-found' });
  }
}
