import type { Actor } from '@almanac/auth';
import { cacheUntilNextMinute } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { NAMESPACE, SETTINGS, type Settings } from '../../../config';
import { toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { clockWords } from '../../../calendar/time-zones/zone-labels';
import { EventListParser } from '../../events/listing/event-list-parser';
import { type EventListQuery, matchingEvents } from '../../events/listing/event-listing';
import { CALENDAR_LAYOUT } from '../html-head';
import { subscription } from '../events/add-to-calendar';
import { calendarActions } from '../events/event-actions';
import { SeriesReach } from '../../events/series/series-reach';
import { addDays, type CalendarDay, plainDay } from '../days';
import { FilterOptionQueries, ZONE_NAMES } from './filter-options';
import { type PlacedEvent, placeOnDays } from './placed-events';
import { type EventEntry, presentEntry, type WithParts, timesBeside, timesOf } from './event-entry';
import { type ViewedEvent, ViewedEvents } from './viewed-events';
import { isFiltered, viewPath, type ViewRequest } from './view-request';

/** Most events of a month or week. Days after the last one say that they have more. */
const MAX_EVENTS = 2_000;

/** The events of some days. */
interface EventsOfDays {
  ofDay: ReadonlyMap<CalendarDay, PlacedEvent[]>;
  /** Days from here on are incomplete, because there are too many events. */
  cutFrom: CalendarDay | undefined;
  note: string | undefined;
}

interface EventsOfList {
  events: WithParts<EventEntry>[];
  total: number;
  note: string | undefined;
}

const VIEWS = ['list', 'month', 'week', 'day'] as const;
type ViewName = (typeof VIEWS)[number];

/** The address of each view that shows this day. */
const PATHS: Record<ViewName, (day: CalendarDay) => string> = {
  list: () => '/events/',
  month: (day) => `/events/month/${day.slice(0, 7)}/`,
  week: (day) => `/events/week/${day}/`,
  day: (day) => `/events/${day}/`,
};

/** The events of each view, and the data that all views have in common. */
@Injectable()
export class EventViews {
  constructor(
    private readonly queries: EventListParser,
    private readonly events: ViewedEvents,
    private readonly options: FilterOptionQueries,
    private readonly reach: SeriesReach,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The current day on the clock of the reader, else on that of the site. */
  today({ zone }: ViewRequest): CalendarDay {
    return toWallClock(cacheUntilNextMinute(), zone ?? storedZone(this.settings.siteZone)).slice(0, 10);
  }

  /** The clock of a page: the name of the reader's zone, if one was chosen, and the words for it or for that of the site. */
  clock({ zone }: ViewRequest) {
    return {
      zone: zone?.name ?? '',
      clock: clockWords(cacheUntilNextMinute(), zone ?? storedZone(this.settings.siteZone)),
    };
  }

  /** @param days consecutive ones */
  async ofDays(request: ViewRequest, days: readonly CalendarDay[], actor: Actor): Promise<EventsOfDays> {
    const [first = '', last = first] = [days[0], days.at(-1)];
    const input = { ...request.filters, overlaps_from: addDays(first, -1), overlaps_to: addDays(last, 1) };
    const { filter } = await this.queries.parse(input, actor);
    const note = await this.noteOf(filter, actor);
    const found = await this.events.overlapping(filter, first, last, actor, MAX_EVENTS + 1);
    const events = await this.present(found, request);
    return { ofDay: placeOnDays(events, days), cutFrom: events[MAX_EVENTS]?.firstDay, note };
  }

  /** Events that are not over, or with `isPast` the ones that are, the latest first. */
  async list(
    request: ViewRequest,
    { count, offset }: { count: number; offset: number },
    actor: Actor,
  ): Promise<EventsOfList> {
    const today = this.today(request);
    const dates = request.isPast
      ? { ends_before: addDays(today, -1), orderby: 'start_date', order: 'desc' }
      : { overlaps_from: today };
    const { filter, paging } = await this.queries.parse({ ...request.filters, ...dates }, actor);
    const note = await this.noteOf(filter, actor);
    const { events, total } = await this.events.batch(filter, actor, { ...paging.query, count, offset });
    return { events: await this.withParts(await this.present(events, request), actor), total, note };
  }

  /**
   * Adds the members that lists show.
   * @param day the one that all rows are about; without it, each row shows the first day of its event
   */
  async withParts<Event extends EventEntry>(
    events: readonly Event[],
    actor: Actor,
    day?: CalendarDay,
  ): Promise<WithParts<Event>[]> {
    const parts = await this.events.parts(
      events.filter(({ isProtected }) => !isProtected).map(({ id }) => id),
      actor,
    );
    return events.map((event) => ({
      ...event,
      times: timesOf(event),
      rowTimes: timesBeside(day ?? event.firstDay, event),
      parts: parts.get(event.id),
    }));
  }

  /**
   * The data of the layout, the filter form and the links between views.
   * @param path the address of this view
   * @param day the day that the other views begin with
   */
  async frame(request: ViewRequest, view: ViewName, path: string, day: CalendarDay, actor: Actor) {
    const feed = `/${NAMESPACE}/events.ics`;
    const query = new URLSearchParams(request.filters).toString();
    const feedPath = query === '' ? feed : `${feed}?${query}`;
    return {
      ...CALENDAR_LAYOUT,
      ownHeading: true,
      scripts: ['zone.js'],
      feeds: [{ type: 'application/atom+xml', title: 'Coming events', path: '/events/feed.atom' }],
      view,
      path,
      actions: calendarActions(actor, view === 'list' ? undefined : day),
      ...(query !== '' && { apiPath: `events/?${query}` }),
      tabs: VIEWS.map((name) => ({ name, path: viewPath(PATHS[name](day), request) })),
      filters: request.filters,
      isFiltered: isFiltered(request),
      isPast: view === 'list' && request.isPast,
      ...this.clock(request),
      today: this.today(request),
      zones: zonesWith([this.settings.siteZone, request.zone?.name]),
      options: await this.options.read(request, actor),
      feedPath,
      siteUrl: this.settings.baseUrl,
      subscription: subscription(this.settings.baseUrl + feedPath),
      times: timesOf,
      dayPath: (other: CalendarDay) => viewPath((view === 'list' ? PATHS.day : PATHS[view])(other), request),
      link: (to: string, more?: Record<string, string>) => viewPath(to, request, more),
    };
  }

  /** Events of any query, on the clock of this request. */
  async present(events: readonly ViewedEvent[], { zone }: ViewRequest): Promise<EventEntry[]> {
    const siteZone = storedZone(this.settings.siteZone);
    const categories = await this.events.categories(events);
    return events.map((event) => presentEntry(event, { zone, siteZone, now: cacheUntilNextMinute(), categories }));
  }

  /**
   * Extends repeating events as far as a list reaches (docs/decisions/0027).
   * @returns the moment up to which they are written, if that is sooner
   */
  extendSeries(filter: EventListQuery, actor: Actor): Promise<Date | undefined> {
    return this.reach.cover(filter.dates, (parameters) => matchingEvents(filter, actor, parameters));
  }

  private async noteOf(filter: EventListQuery, actor: Actor): Promise<string | undefined> {
    const until = await this.extendSeries(filter, actor);
    return until && `Repeating events are shown up to ${plainDay(until.toISOString().slice(0, 10))}.`;
  }
}

const zonesWith = (more: readonly (string | undefined)[]): string[] => [
  ...new Set([...more.filter((name) => name !== undefined), ...ZONE_NAMES]),
];
