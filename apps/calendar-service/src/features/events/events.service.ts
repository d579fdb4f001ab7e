import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { readParameters } from '../../domain/parameters/read-parameters';
import type { RecordRef } from '../../domain/records/record-ref';
import { RecordsRepository } from '../../domain/records/records.repository';
import { mayCreate, mayDelete, mayDeleteSome, mayUpdate, mayUpdateSome, refuse } from '../../domain/records/rights';
import { EventInputs } from './event-inputs';
import { EventLookup, inTrash } from './event-lookup';
import { CreateEventDto, UpdateEventDto } from './events.dto';
import { EventStore } from './event-store';
import type { FullEvent } from './event.presenter';

/**
 * Writing events. Rights are judged after validation, as the order of checks of calendar-behaviour §5.1 wants it: parameters, rights, then the
 * record.
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly lookup: EventLookup,
    private readonly inputs: EventInputs,
    private readonly store: EventStore,
    private readonly records: RecordsRepository,
  ) {}

  async create(input: object, actor: Actor): Promise<FullEvent> {
    const { value, faults } = readParameters(CreateEventDto, input);
    const planned = await this.inputs.plan(value, actor, faults, 'new');
    faults.refuse();
    if (!mayCreate(actor, 'event')) refuse(actor);
    const id = await this.database.transaction(() => this.store.insert(value, planned, actor));
    return this.lookup.full({ id });
  }

  /** Changes what was sent and nothing else, whichever verb it came with (calendar-behaviour §7.1). */
  async update(ref: RecordRef, input: object, actor: Actor): Promise<FullEvent> {
    const { value, faults } = readParameters(UpdateEventDto, input);
    const id = await this.database.transaction(async () => {
      // Locked before anything is worked out from it, so that two changes at once do not undo each other.
      const current = await this.lookup.lock(ref);
      // Faults that follow from an event's own values are for those who may change it; to others they would tell what it hides.
      const target = current && mayUpdate(actor, 'event', current) ? current : undefined;
      const planned = await this.inputs.plan(value, actor, faults, target);
      faults.refuse();
      if (!mayUpdateSome(actor, 'event')) refuse(actor);
      const event = current ?? (await this.lookup.missing(ref));
      if (!mayUpdate(actor, 'event', event)) refuse(actor);
      if (event.status === 'trash') inTrash();
      await this.store.update(event, value, planned, actor);
      return event.id;
    });
    return this.lookup.full({ id });
  }

  /** To the trash, out of all lists. */
  async delete(ref: RecordRef, actor: Actor): Promise<FullEvent> {
    if (!mayDeleteSome(actor, 'event')) refuse(actor);
    const id = await this.database.transaction(async () => {
      const current = (await this.lookup.lock(ref)) ?? (await this.lookup.missing(ref));
      if (!mayDelete(actor, 'event', current)) refuse(actor);
      if (current.status === 'trash') inTrash();
      await this.records.trash('events', current.id, current.status);
      return current.id;
    });
    return this.lookup.full({ id });
  }
}
