import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { type RawInput, requireMatch } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { isAddress } from '../../calendar/images/image-input';
import { checkedParameters, readChanges, readParameters } from '../../calendar/parameters/read-parameters';
import type { RecordRef } from '../../records/access/record-ref';
import { inTrash } from '../../records/writing/record-trash';
import { mayCreate, mayDelete, mayDeleteSome, mayUpdate, mayUpdateSome, refuse } from '../../records/access/rights';
import { EventValidator, type PlannedEvent } from './event-validator';
import { hasNewRecord, withAllVenues } from './linked-records';
import { EventLoader, EventsRepository } from './rows/events.repository';
import type { EventRow, FullEvent } from './rows/event-row';
import { CreateEventDto, UpdateEventDto } from './events.dto';
import { EventWriter } from './event-writer';
import { EventReader } from './event-reader';
import { DeleteEventDto, SeriesPartDto } from './series/series.dto';
import type { Choice } from './series/series-scopes';
import { SeriesTrash } from './series/series-trash';
import { type PlannedChange, ChangePlanner } from './change-planner';

/**
 * Creates, changes, deletes and restores events. Checks run in the order of calendar-behaviour §5.1: parameters, rights, then the record.
 */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventsRepository,
    private readonly loader: EventLoader,
    private readonly validator: EventValidator,
    private readonly writer: EventWriter,
    private readonly planner: ChangePlanner,
    private readonly trash: SeriesTrash,
    private readonly reader: EventReader,
  ) {}

  async create(input: RawInput, actor: Actor): Promise<FullEvent> {
    const { value, planned } = await this.checkedNew(input, actor);
    await this.validator.fetchExternal(value, planned, actor);
    return this.loader.loadById(await this.database.transaction(() => this.writer.insert(value, planned, actor)));
  }

  /** Changes only the fields that were sent, with any HTTP verb (calendar-behaviour §7.1). */
  async update(ref: RecordRef, input: RawInput, actor: Actor): Promise<FullEvent> {
    if (mayNameImages(input)) {
      // Images are fetched before anything is locked, and only after all checks of the change.
      const { value, change } = await this.checkedChange(await this.events.find(ref), ref, input, actor);
      await this.validator.fetchExternal(value, change.planned, actor);
    }
    const id = await this.database.transaction(async () => {
      // Lock before planning: otherwise one of two concurrent changes could undo the other.
      const { value, change } = await this.checkedChange(await this.events.lock(ref), ref, input, actor);
      await requireMatch(() => this.reader.version(change.choice.event, value, actor));
      return this.planner.apply(change, value, actor);
    });
    return this.loader.loadById(id);
  }

  /** The plan of a new event, or of a change of this one, without storing it. */
  async plan(ref: RecordRef | undefined, input: RawInput, actor: Actor): Promise<PlannedEvent> {
    if (!ref) return (await this.checkedNew(input, actor)).planned;
    return (await this.checkedChange(await this.events.find(ref), ref, input, actor)).change.planned;
  }

  /** @returns the event as it is in the trash; for a removal for good and for a single occurrence, as it was before */
  async delete(ref: RecordRef, input: object, actor: Actor): Promise<FullEvent> {
    const part = checkedParameters(DeleteEventDto, input);
    if (!mayDeleteSome(actor, 'event')) refuse(actor);
    return this.database.transaction(async () => {
      const event = await this.loader.lock(ref);
      if (!mayDelete(actor, 'event', event)) refuse(actor);
      await requireMatch(() => this.reader.version(event, part, actor));
      return this.trash.delete(event, part, actor);
    });
  }

  async restore(id: number, input: object, actor: Actor): Promise<FullEvent> {
    const part = checkedParameters(SeriesPartDto, input);
    if (!mayDeleteSome(actor, 'event')) refuse(actor);
    await this.database.transaction(async () => {
      const event = await this.loader.lock({ id });
      if (!mayDelete(actor, 'event', event)) refuse(actor);
      await requireMatch(() => this.reader.version(event, {}, actor));
      await this.trash.restore(event, part, actor);
    });
    return this.loader.loadById(id);
  }

  private async checkedNew(input: RawInput, actor: Actor): Promise<{ value: CreateEventDto; planned: PlannedEvent }> {
    const { value, faults } = readParameters(CreateEventDto, withAllVenues(input));
    const planned = await this.planner.planNew(value, actor, faults);
    faults.refuse();
    if (!mayCreate(actor, 'event')) refuse(actor);
    return { value, planned };
  }

  /** Plans the change and checks it in the order of calendar-behaviour §5.1. */
  private async checkedChange(
    current: EventRow | undefined,
    ref: RecordRef,
    input: RawInput,
    actor: Actor,
  ): Promise<{ value: UpdateEventDto; change: PlannedChange & { choice: Choice } }> {
    // Only callers who may change the event see faults that follow from its stored values: to others they would reveal hidden values.
    const target = current && mayUpdate(actor, 'event', current) ? current : undefined;
    const sent = target ? await this.validator.withoutRepeated(input, target, actor) : withAllVenues(input);
    const { value, faults } = readChanges(UpdateEventDto, sent);
    const { choice, ...change } = await this.planner.plan(value, actor, faults, target);
    faults.refuse();
    if (!mayUpdateSome(actor, 'event')) refuse(actor);
    if (!current) return this.loader.throwMissing(ref);
    if (!choice) refuse(actor);
    if (current.status === 'trash') inTrash('event');
    return { value, change: { ...change, choice } };
  }
}

/** Whether the input may have URLs of images: its own, or those of new venues and organizers. */
const mayNameImages = ({ image, venue, venues, organizer }: RawInput): boolean =>
  isAddress(image) || [venue, venues, organizer].some(hasNewRecord);
