import type { Actor } from '@almanac/auth';
import type { DtoClass } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import type { DateWindow } from '../../../calendar/date-window/date-window';
import { resolveDateWindow } from '../../../calendar/date-window/resolve-date-window';
import { readCollectionQuery } from '../../../calendar/lists/collection-query';
import { LinkedRepository } from '../../../records/linked.repository';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { A_DATE } from '../../../calendar/parameters/record-rules';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { DEFAULT_RADIUS, type Nearby } from '../../../calendar/places/distance';
import { EventReferences } from '../../../records/access/event-references';
import { RecordWriting } from '../../../records/writing/record-writing';
import { statusFilter } from '../../../records/access/status-filter';
import type { TermKind } from '../../terms/term.entity';
import { TermsRepository } from '../../terms/terms.repository';
import { ORGANIZER } from '../../organizers/organizer.kind';
import { VENUE } from '../../venues/venue.kind';
import { EVENT_FIELDS, NEARBY_FIELDS } from './event-fields';
import type { EventFilter } from './event-listing';
import { EventListDto } from '../events.dto';

/** Parameters of event lists, to describe endpoints that take the same ones. */
export const EVENT_LIST_PARAMETERS: DtoClass<object> = EventListDto;

export interface ReadFilter {
  filter: EventFilter;
  /** The date parameters in force, as links repeat them. */
  dateParameters: DateWindow['parameters'];
}

/** Reasons to refuse parameters other than dates. */
const WINDOW_REASONS: Readonly<Record<string, string>> = {
  strict_dates: 'strict_dates must be a text such as true or false.',
  tz: 'tz must be a time zone such as Europe/Rome or UTC+2.',
};

const NO_WINDOW: DateWindow = { comparisons: [], parameters: {} };

const datesOf = (value: EventListDto): Record<string, unknown> => Object.fromEntries(Object.entries(value));

/** Turns the parameters of a list into a filter. Refuses names and ids of records that do not exist (calendar-behaviour §4.1). */
@Injectable()
export class EventFilters {
  constructor(
    private readonly terms: TermsRepository,
    private readonly linked: LinkedRepository,
    private readonly eventReferences: EventReferences,
    private readonly writing: RecordWriting,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws Problem 400 that names every fault */
  async checked(input: Record<string, unknown>, actor: Actor): Promise<ReadFilter & { value: EventListDto }> {
    const { value, faults } = readParameters(EventListDto, input);
    const read = await this.read(value, input, actor, faults);
    faults.refuse();
    return { ...read, value };
  }

  /** @param input the raw parameters of `value` */
  private async read(
    value: EventListDto,
    input: Readonly<Record<string, unknown>>,
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<ReadFilter> {
    const named = await this.termIds('category', 'categories', value, faults);
    const categoryIds = named && (await this.terms.within(named));
    const tagIds = await this.termIds('tag', 'tags', value, faults);
    const venueIds = await this.linkedIds('venue', value, actor, faults);
    const organizerIds = await this.linkedIds('organizer', value, actor, faults);
    const parentId = await this.eventReferences.childrenOf('post_parent', value.post_parent, actor, faults);
    const statuses = statusFilter(value.status, actor, 'event', faults);
    const window = this.window(value, faults);
    const { search, featured, ticketed, include } = value;
    const near = this.near(value, faults);
    // Default order: by distance around a point, by publication date with `include`, else by start (calendar-behaviour §3.1).
    const usual = { sort: near ? 'distance' : include ? 'date' : 'start_date', descending: false };
    const filter = {
      dates: window.comparisons,
      statuses,
      search,
      categoryIds,
      tagIds,
      venueIds,
      organizerIds,
      featured,
      ticketed,
      include,
      parentId,
      near,
      // A search around a point finds only events with coordinates anyway.
      hasPlace: near ? undefined : value.geoloc,
      query: readCollectionQuery(near ? NEARBY_FIELDS : EVENT_FIELDS, input, value, usual, faults),
    };
    return { filter, dateParameters: window.parameters };
  }

  /** `include` lists events regardless of their dates. */
  private window(value: EventListDto, faults: ParameterFaults): DateWindow {
    const window = resolveDateWindow(datesOf(value), { siteZone: this.writing.siteZone, now: new Date() });
    if (!('refused' in window)) return value.include === undefined ? window : NO_WINDOW;
    for (const name of window.refused) {
      if (window.reason !== undefined) faults.add(name, window.reason);
      else faults.addInvalid(name, WINDOW_REASONS[name] ?? `${name} must be ${A_DATE}.`);
    }
    return NO_WINDOW;
  }

  private near(value: EventListDto, faults: ParameterFaults): Nearby | undefined {
    const { geoloc, geoloc_lat: latitude, geoloc_lng: longitude, geoloc_radius: radius = DEFAULT_RADIUS } = value;
    if (latitude === undefined || longitude === undefined) {
      if (value.geoloc_radius !== undefined)
        faults.add('geoloc_radius', 'geoloc_radius needs geoloc_lat and geoloc_lng.');
      return undefined;
    }
    if (geoloc === false) faults.add('geoloc', 'Events without coordinates are not near anything.');
    return { latitude, longitude, radius, unit: this.settings.distanceUnit };
  }

  private async termIds(
    kind: TermKind,
    name: 'categories' | 'tags',
    value: EventListDto,
    faults: ParameterFaults,
  ): Promise<number[] | undefined> {
    const words = value[name];
    if (words === undefined || faults.has(name)) return undefined;
    const found = await this.terms.resolve(kind, words);
    const unknown = words.filter((word) => !found.has(word));
    if (unknown.length > 0) faults.addInvalid(name, `${name} names no ${kind}: ${unknown.join(', ')}.`);
    return [...found.values()];
  }

  /** Drops records that the caller may not read: a filter must not reveal which events have them. */
  private async linkedIds(
    name: 'venue' | 'organizer',
    value: EventListDto,
    actor: Actor,
    faults: ParameterFaults,
  ): Promise<number[] | undefined> {
    const ids = value[name];
    if (ids === undefined || faults.has(name)) return undefined;
    const named = await this.linked.named(name === 'venue' ? VENUE : ORGANIZER, ids, actor);
    const unknown = ids.filter((id) => !named.has(id));
    if (unknown.length > 0) faults.addInvalid(name, `${name} has ids that no ${name} has: ${unknown.join(', ')}.`);
    return ids.filter((id) => named.get(id));
  }
}
