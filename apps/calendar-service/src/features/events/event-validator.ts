import type { Actor } from '@almanac/auth';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import {
  type ChangedEventDates,
  changedEventDates,
  type EventDates,
  type EventDatesContext,
  newEventDates,
  type RefusedEventDates,
  type StoredEventDates,
} from './dates/event-dates';
import { RecordImages } from '../../calendar/images/record-images';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { RecordWriting, withoutRepeated } from '../../records/writing/record-writing';
import { RecordsRepository } from '../../records/queries/records.repository';
import { mayRead } from '../../records/access/rights';
import { EventTerms } from '../terms/event-terms';
import { ORGANIZER } from '../organizers/organizer.kind';
import { VENUE } from '../venues/venue.kind';
import { type EventRow, readableParts } from './rows/event-row';
import type { UpdateEventDto } from './events.dto';
import { EventLoader, EventsRepository } from './rows/events.repository';
import { LinkedRecords, namesRecords, type PlannedLinks, withAllVenues } from './linked-records';
import type { PlannedSeries } from './series/series-expansion';
import { datesOf } from './series/series-row';
import { EventPresenter } from './presenter/event.presenter';

/** Values that are computed before anything is stored; undefined members stay as they are. */
export interface PlannedEvent extends PlannedLinks {
  dates: EventDates | undefined;
  /** The new recurrence, if it changes; computed by `SeriesPlanner`. */
  series?: PlannedSeries | undefined;
}

/** Answers show rendered texts, the event's own page as its website, and the cost of its tickets as its cost. */
const PRESENTED_FIELDS = ['title', 'description', 'excerpt', 'website', 'cost'];

/** Validation beyond single fields: dates that depend on each other, and checks that need the database. */
@Injectable()
export class EventValidator {
  constructor(
    private readonly linked: LinkedRecords,
    private readonly writing: RecordWriting,
    private readonly images: RecordImages,
    private readonly records: RecordsRepository,
    private readonly events: EventsRepository,
    private readonly terms: EventTerms,
    private readonly loader: EventLoader,
    private readonly presenter: EventPresenter,
  ) {}

  /** @param target the event to change, or `new`; undefined when it does not exist or the caller may not change it, which is reported later */
  async validate(
    input: UpdateEventDto,
    actor: Actor,
    faults: ParameterFaults,
    target: EventRow | 'new' | undefined,
  ): Promise<PlannedEvent> {
    await this.writing.checkAuthor(
      input.author,
      actor,
      'event',
      faults,
      target === 'new' ? undefined : target?.authorId,
    );
    await this.images.check(input.image, actor, faults);
    await this.checkParent(input.post_parent, actor, faults, target);
    const dates = target && this.dates(input, faults, target);
    return { dates, ...(await this.linked.plan(input, actor, faults)) };
  }

  /**
   * Fetches images given by URL, also those of new venues and organizers, and geocodes new venues. Call it after the access check and before the
   * transaction.
   * @throws Problem 400 when an image cannot be fetched, 401 or 403 for callers who may not make such venues, organizers or terms
   */
  async fetchExternal(input: UpdateEventDto, { venues, organizers }: PlannedEvent, actor: Actor): Promise<void> {
    const linked = [
      ...this.linked.imagesOf(VENUE, venues, actor),
      ...this.linked.imagesOf(ORGANIZER, organizers, actor),
    ];
    await this.terms.check('category', input.categories, actor);
    await this.terms.check('tag', input.tags, actor);
    await this.images.fetch([{ parameter: 'image', path: 'image', image: input.image }, ...linked], actor);
    await this.linked.locate(VENUE, venues);
  }

  /** The input without fields that repeat what the caller reads of the event. Only for callers who may change it. */
  async withoutRepeated(input: RawInput, row: EventRow, actor: Actor): Promise<RawInput> {
    if (![...PRESENTED_FIELDS, 'venues', 'date_utc'].some((name) => name in input)) return input;
    const areLinksSent = 'venues' in input;
    const isLoaded = areLinksSent || (row.ticketed && row.cost.length === 0 && 'cost' in input);
    const event = isLoaded
      ? await this.loader.loadRow(row)
      : { row, venues: [], organizers: [], terms: [], tickets: [] };
    const { venues, organizers } = readableParts(event, actor);
    const presented = this.presenter.present(event, actor);
    const { venue, organizer, ...rest }: RawInput = withAllVenues({
      ...withoutRepeated(input, presented, PRESENTED_FIELDS),
    });
    // The answer lacks linked records that the caller may not read. A repetition keeps them.
    const isUnchanged = (sent: unknown, linked: readonly { id: number }[]) =>
      sent === undefined || (areLinksSent && namesRecords(sent, linked));
    return {
      ...rest,
      ...(!isUnchanged(venue, venues) && { venue }),
      ...(!isUnchanged(organizer, organizers) && { organizer }),
    };
  }

  /** A parent is an event that the caller may read, and neither the event itself nor one below it. The current parent is always accepted. */
  private async checkParent(
    parentId: number | null | undefined,
    actor: Actor,
    faults: ParameterFaults,
    target: EventRow | 'new' | undefined,
  ): Promise<void> {
    if (typeof parentId !== 'number' || faults.has('post_parent')) return;
    const event = target === 'new' ? undefined : target;
    if (parentId === event?.parentId) return;
    const parent = await this.records.accessFactsOf(parentId);
    const isReadable = parent && parent.status !== 'trash' && mayRead(actor, 'event', parent);
    if (!isReadable || (event && (await this.events.isWithin(parentId, event.id))))
      faults.addInvalid('post_parent', 'post_parent must be the id of an event that is not below this one.');
  }

  private dates(input: UpdateEventDto, faults: ParameterFaults, target: EventRow | 'new'): EventDates | undefined {
    const { start_date: start, end_date: end, timezone, all_day: allDay } = input;
    if (['start_date', 'end_date', 'timezone', 'all_day'].some((name) => faults.has(name))) return undefined;
    const context = { siteZone: this.writing.siteZone, now: new Date() };
    const requested = { start, end, timezone, allDay };
    const dates =
      target === 'new'
        ? newEventDates({ ...requested, start: start ?? '', end: end ?? '' }, context)
        : changedDates(requested, datesOf(target), context);
    if (dates === undefined) return undefined;
    if (!('refused' in dates)) return dates;
    for (const name of dates.refused) faults.addInvalid(name, dates.reason);
    return undefined;
  }
}

/** The change of the dates, if there is one. Dates that repeat the stored ones are none: in an hour that comes twice, their clock alone is ambiguous. */
function changedDates(
  requested: ChangedEventDates,
  stored: StoredEventDates,
  context: EventDatesContext,
): EventDates | RefusedEventDates | undefined {
  const timezone = requested.timezone === stored.timezone ? undefined : requested.timezone;
  const allDay = requested.allDay === stored.allDay ? undefined : requested.allDay;
  const isSameZone = timezone === undefined;
  const start = isSameZone && requested.start === stored.start ? undefined : requested.start;
  // A new start alone moves the end along, so an end beside it must stay.
  const end = isSameZone && start === undefined && requested.end === stored.end ? undefined : requested.end;
  const isChanged = [start, end, timezone, allDay].some((value) => value !== undefined);
  return isChanged ? changedEventDates({ start, end, timezone, allDay }, stored, context) : undefined;
}
