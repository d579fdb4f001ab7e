import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { isAddress } from '../../calendar/images/given-image';
import { checkedParameters, readChanges, readParameters } from '../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../records/access/record-ref';
import { inTrash } from '../../records/writing/record-trash';
import { mayCreate, mayDeleteSome, mayUpdate, mayUpdateSome, refuse } from '../../records/access/rights';
import { EventInputs } from './inputs/event-inputs';
import { EventLookup } from './event-lookup';
import type { EventRow } from './event-row';
import { CreateEventDto, UpdateEventDto } from './events.dto';
import { EventStore } from './event-store';
import type { FullEvent } from './full-event';
import { DeleteEventDto, SeriesPartDto } from './series/series.dto';
import { SeriesPlanning } from './series/expansion/series-planning';
import { SeriesScopes } from './series/series-scopes';
import { SeriesTrash } from './series/series-trash';
import { SeriesWriting } from './series/series-writing';

/**
 * Creates, changes, deletes and restores events. Checks run in the order of calendar-behaviour §5.1: parameters, rights, then the record.
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly lookup: EventLookup,
    private readonly inputs: EventInputs,
    private readonly store: EventStore,
    private readonly planning: SeriesPlanning,
    private readonly scopes: SeriesScopes,
    private readonly writing: SeriesWriting,
    private readonly trash: SeriesTrash,
  ) {}

  async create(input: object, actor: Actor): Promise<FullEvent> {
    const { value, faults } = readParameters(CreateEventDto, input);
    const planned = await this.inputs.plan(value, actor, faults, 'new');
    const repeating = await this.planning.planNew(value, planned.dates, faults);
    faults.refuse();
    if (!mayCreate(actor, 'event')) refuse(actor);
    await this.inputs.fetchOutside(value, planned, actor);
    const id = await this.database.transaction(() => this.store.insert(value, { ...planned, ...repeating }, actor));
    return this.lookup.full({ id });
  }

  /** Changes only the fields that were sent, whatever the HTTP verb (calendar-behaviour §7.1). */
  async update(ref: RecordRef, input: object, actor: Actor): Promise<FullEvent> {
    const { value, faults } = readChanges(UpdateEventDto, input);
    const judge = async (current: EventRow | undefined) => {
      // Only callers who may change the event see faults that follow from its stored values: to others they would reveal hidden values.
      const isTheirs = current && mayUpdate(actor, 'event', current);
      const choice = isTheirs ? await this.scopes.choose(current, value, faults) : undefined;
      const change = await this.writing.plan(value, actor, faults, choice);
      faults.refuse();
      if (!mayUpdateSome(actor, 'event')) refuse(actor);
      const event = current ?? (await this.lookup.missing(ref));
      if (!choice) refuse(actor);
      if (event.status === 'trash') inTrash('event');
      return { choice, change };
    };
    // Images are fetched before anything is locked, and only after all checks of the change.
    if (mayNameImages(value))
      await this.inputs.fetchOutside(value, (await judge(await this.lookup.find(ref))).change.planned, actor);
    const id = await this.database.transaction(async () => {
      // Lock before planning: otherwise one of two concurrent changes could undo the other.
      const { choice, change } = await judge(await this.lookup.lock(ref));
      return this.writing.update(choice, value, change, actor);
    });
    return this.lookup.full({ id });
  }

  /** @returns the event as it is in the trash; for a removal for good and for a single occurrence, as it was before */
  async delete(ref: RecordRef, input: object, actor: Actor): Promise<FullEvent> {
    const part = checkedParameters(DeleteEventDto, input);
    if (!mayDeleteSome(actor, 'event')) refuse(actor);
    return this.database.transaction(async () => {
      const current = (await this.lookup.lock(ref)) ?? (await this.lookup.unknown(ref));
      return this.trash.delete(current, part, actor);
    });
  }

  async restore(id: number, input: object, actor: Actor): Promise<FullEvent> {
    const part = checkedParameters(SeriesPartDto, input);
    if (!mayDeleteSome(actor, 'event')) refuse(actor);
    await this.database.transaction(async () => {
      const current = (await this.lookup.lock({ id })) ?? (await this.lookup.missing({ id }));
      await this.trash.restore(current, part, actor);
    });
    return this.lookup.full({ id });
  }
}

/** Whether the input may have URLs of images: its own, or those of new venues and organizers. */
const mayNameImages = ({ image, venue, organizer }: UpdateEventDto): boolean =>
  isAddress(image) || [venue, organizer].some(isStructured);

const isStructured = (value: unknown): boolean => typeof value === 'object' && value !== null;
