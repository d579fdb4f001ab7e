import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { checkedParameters, readParameters } from '../../domain/parameters/read-parameters';
import type { RecordRef } from '../../domain/records/record-ref';
import { DeleteDto } from '../../domain/records/record.dto';
import { inTrash, RecordTrash } from '../../domain/records/record-trash';
import { mayCreate, mayDeleteSome, mayUpdate, mayUpdateSome, refuse } from '../../domain/records/rights';
import { EventInputs } from './event-inputs';
import { EventLookup } from './event-lookup';
import { CreateEventDto, UpdateEventDto } from './events.dto';
import { EventStore } from './event-store';
import type { FullEvent } from './full-event';

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
    private readonly trash: RecordTrash,
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
      if (event.status === 'trash') inTrash('event');
      await this.store.update(event, value, planned, actor);
      return event.id;
    });
    return this.lookup.full({ id });
  }

  /** Out of all lists. Answers with the event as it is in the trash, or as it was when it is removed for good. */
  async delete(ref: RecordRef, input: object, actor: Actor): Promise<FullEvent> {
    const { force } = checkedParameters(DeleteDto, input);
    if (!mayDeleteSome(actor, 'event')) refuse(actor);
    return this.database.transaction(async () => {
      const current = (await this.lookup.lock(ref)) ?? (await this.lookup.unknown(ref));
      const former = await this.lookup.complete(current);
      await this.trash.delete('event', current, actor, { force });
      return force ? former : this.lookup.full({ id: current.id });
    });
  }

  async restore(id: number, actor: Actor): Promise<FullEvent> {
    if (!mayDeleteSome(actor, 'event')) refuse(actor);
    await this.database.transaction(async () => {
      const current = (await this.lookup.lock({ id })) ?? (await this.lookup.missing({ id }));
      await this.trash.restore('event', current, actor);
    });
    return this.lookup.full({ id });
  }
}
