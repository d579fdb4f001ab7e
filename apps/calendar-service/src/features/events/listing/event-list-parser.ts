import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { cacheUntilNextMinute, preventCaching } from '@almanac/http';
import { Parameters } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { type DateWindow, resolveDateWindow } from '../../../calendar/date-window/date-window';
import { EventLinks, EventReferences } from '../../../records/queries/event-links';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { A_DATE } from '../../../calendar/parameters/dates';
import { readParameters } from '../../../calendar/parameters/read-parameters';
import { DEFAULT_RADIUS, type Nearby } from '../../../calendar/places/distance';
import { StoredEvent } from '../../../records/record/record.entity';
import { RecordWriting } from '../../../records/writing/record-writing';
import { TermsRepository } from '../../terms/terms.repository';
import { EVENT_FIELDS, type EventListQuery, matching, NEARBY_FIELDS, readsContents } from './event-listing';
import { VenuesByPlace } from './place-filters';
import { checkFilter, EventListDto, type EventListInput, FILTER_NAMES, type CheckedFilters } from './event-filters';
import { EventPasswords, MAX_CHECKS } from '../passwords/event-passwords';
import { readPaging, readCollectionQuery, Paging } from '../../../calendar/lists/list-query';

interface ParsedEventList {
  filter: EventListQuery;
  paging: Paging;
  /** The date parameters in force, as links repeat them. */
  dateParameters: DateWindow['parameters'];
  value: EventListInput;
}

/** Reasons to refuse parameters other than dates. */
const WINDOW_REASONS: Readonly<Record<string, string>> = {
  strict_dates: 'strict_dates must be a text such as true or false.',
  tz: 'tz must be a time zone such as Europe/Rome or UTC+2.',
};

const NO_WINDOW: DateWindow = { comparisons: [], parameters: {} };

/** Reads the parameters of a list. Refuses names and ids of records that do not exist (calendar-behaviour §4.1). */
@Injectable()
export class EventListParser {
  constructor(
    private readonly terms: TermsRepository,
    private readonly links: EventLinks,
    private readonly events: EventReferences,
    private readonly writing: RecordWriting,
    private readonly places: VenuesByPlace,
    private readonly database: Database,
    private readonly passwords: EventPasswords,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param followsReference whether filters find protected events by members that these hide, if the setting says so for clients of the reference
   * @throws Problem 400 that names every fault
   */
  async parse(
    input: Record<string, unknown>,
    actor: Actor,
    { followsReference = false } = {},
  ): Promise<ParsedEventList> {
    const { value, faults } = readParameters(EventListDto, input);
    const { terms, links, events, places } = this;
    const near = this.near(value);
    const filters: CheckedFilters = {};
    for (const name of FILTER_NAMES)
      await checkFilter(name, value[name], filters, { actor, faults, near, terms, links, events, places });
    const window = this.window(value, faults);
    // Default order: by distance around a point, by publication date with `include`, else by start (calendar-behaviour §3.1).
    const defaultOrder = { sort: near ? 'distance' : value.include ? 'date' : 'start_date', descending: false };
    const definition = near ? NEARBY_FIELDS : EVENT_FIELDS;
    const query = readCollectionQuery(definition, input, value, defaultOrder, faults);
    const list = { definition, path: 'events', secret: this.settings.serviceSecret };
    const paging = readPaging(list, query, value, faults);
    faults.refuse();
    const filter = { dates: window.comparisons, filters, query };
    const opened =
      followsReference && this.settings.findProtectedEvents
        ? {}
        : { opened: await this.opened(filter, actor, value.password) };
    return { filter: { ...filter, ...opened }, paging, dateParameters: window.parameters, value };
  }

  /** `include` lists events regardless of their dates. */
  private window(value: EventListInput, faults: ParameterFaults): DateWindow {
    const window = resolveDateWindow(Object.fromEntries(Object.entries(value)), {
      siteZone: this.writing.siteZone,
      now: clockOf(value),
    });
    if (!('refused' in window)) return value.include === undefined ? window : NO_WINDOW;
    for (const name of window.refused) {
      if (window.reason !== undefined) faults.add(name, window.reason);
      else faults.addInvalid(name, WINDOW_REASONS[name] ?? `${name} must be ${A_DATE}.`);
    }
    return NO_WINDOW;
  }

  private near(value: EventListInput): Nearby | undefined {
    const { geoloc_lat: latitude, geoloc_lng: longitude, geoloc_radius: radius = DEFAULT_RADIUS } = value;
    if (latitude === undefined || longitude === undefined) return undefined;
    return { latitude, longitude, radius, unit: this.settings.distanceUnit };
  }

  /**
   * Ids of the protected events that a list may place, because the caller sent their password. Only filters by visible members narrow the events that are checked: the
   * limit of wrong passwords would tell for which values of the others there are protected events.
   */
  private async opened(list: EventListQuery, actor: Actor, password: string | undefined): Promise<readonly number[]> {
    if (password === undefined || !readsContents(list)) return [];
    const parameters = new Parameters();
    const { status, include, post_parent } = list.filters;
    const visibleList = { ...list, filters: { status, include, post_parent }, query: { ...list.query, filters: [] } };
    const { from, where } = matching(visibleList, actor, parameters);
    const events = await this.database.query(
      sql`SELECT DISTINCT ${selectColumns(StoredEvent, 'event', 'id', 'passwordHash')} FROM ${from}
        WHERE ${where.join(' AND ')} AND event.password_hash IS NOT NULL ORDER BY event.id LIMIT ${MAX_CHECKS}`,
      parameters.values,
    );
    const locked = await this.passwords.lockedAmong(events, password);
    return events.map(({ id }) => id).filter((id) => !locked.has(id));
  }
}

/** The usual window consists of days. With `strict_dates` it ends at this second, two years from now. */
function clockOf({ strict_dates: strict, start_date: from, end_date: to }: EventListInput): Date {
  if (strict !== undefined && (from === undefined || to === undefined)) preventCaching();
  cacheUntilNextMinute();
  return new Date();
}
