import { nameOf } from '@almanac/web';
import { toIsoText, toWallClock } from '../../../../calendar/time-zones/conversion';
import { storedZone } from '../../../../calendar/time-zones/stored-zone';
import type { TimeZone } from '../../../../calendar/time-zones/time-zone';
import { occurrencePath, recordPath } from '../../record-paths';
import { addDays, type Day, dayAndMonth, longDay } from './days';
import type { ListedParts, ViewedEvent } from '../query/viewed-events';

/** An event on one clock, as all views show it. */
export interface ShownEvent {
  id: number;
  occurrenceId: number;
  title: string;
  path: string;
  firstDay: Day;
  lastDay: Day;
  allDay: boolean;
  /** Of the first day; empty for whole days. */
  time: string;
  /** From when to when, on the clock with this name. */
  start: string;
  end: string;
  clock: string;
  /** The value of `<time datetime>`. */
  datetime: string;
  /** Words beside the title, such as `cancelled`. */
  marks: string[];
  isCancelled: boolean;
  isFeatured: boolean;
  isProtected: boolean;
}

/** An event of a list, with its texts. */
export type WithParts<Event extends ShownEvent> = Event & {
  /** From when to when, in full. */
  times: string;
  parts: ListedParts | undefined;
};

const MIDNIGHT = ' 00:00:00';

/** @param zone the clock of the reader; the event's own unless given. Whole days are the same on all clocks. */
export function shownEvent(event: ViewedEvent, zone: TimeZone | undefined): ShownEvent {
  const own = storedZone(event.timezone);
  const clock = zone === undefined || event.allDay ? undefined : zone;
  const moments = [event.startsAt, event.endsAt].map((seconds) => new Date(seconds * 1_000));
  const [start = event.startsLocal, end = event.endsLocal] = clock
    ? moments.map((moment) => toWallClock(moment, clock))
    : [];
  const firstDay = start.slice(0, 10);
  const endDay = end.slice(0, 10);
  // An event that ends at midnight does not take place on the next day.
  const lastDay = end.endsWith(MIDNIGHT) && end > start ? addDays(endDay, -1) : endDay;
  const time = event.allDay ? '' : start.slice(11, 16);
  return {
    id: event.id,
    occurrenceId: event.occurrenceId,
    title: nameOf(event.title),
    path: pathOf(event),
    firstDay,
    lastDay: lastDay < firstDay ? firstDay : lastDay,
    allDay: event.allDay,
    time,
    start,
    end,
    clock: (clock ?? own).name,
    datetime: event.allDay ? firstDay : toIsoText(new Date(event.startsAt * 1_000), clock ?? own),
    marks: marksOf(event),
    isCancelled: event.eventStatus === 'canceled',
    isFeatured: event.featured,
    isProtected: event.isProtected,
  };
}

/** A repeating event opens at the time that was chosen. */
const pathOf = (event: ViewedEvent): string =>
  event.isRecurring ? occurrencePath(event, event.startsLocal) : recordPath('event', event);

/** From when to when an event takes place, in full. */
export function timesOf({ allDay, firstDay, lastDay, start, end, clock }: ShownEvent): string {
  if (allDay)
    return firstDay === lastDay ? `${longDay(firstDay)}, all day` : `${longDay(firstDay)} – ${longDay(lastDay)}`;
  const [endDay, until] = [end.slice(0, 10), end.slice(11, 16)];
  const last = end === start ? '' : ` – ${endDay === firstDay ? until : `${longDay(endDay)}, ${until}`}`;
  return `${longDay(firstDay)}, ${start.slice(11, 16)}${last} (${clock})`;
}

const STATUS_MARKS = new Map([
  ['draft', 'draft'],
  ['pending', 'pending'],
  ['private', 'private'],
  ['future', 'scheduled'],
]);
const EVENT_MARKS = new Map([
  ['canceled', 'cancelled'],
  ['postponed', 'postponed'],
]);

const marksOf = (event: ViewedEvent): string[] => [
  ...[EVENT_MARKS.get(event.eventStatus), STATUS_MARKS.get(event.status)].filter((mark) => mark !== undefined),
  ...(event.featured ? ['featured'] : []),
  ...(event.isRecurring ? ['repeats'] : []),
  ...(event.isProtected ? ['protected'] : []),
];

/** The event on one of its days. */
export interface PlacedEvent extends ShownEvent {
  /** `10:00`; `until 3 May` for further days and whole days; empty for the last of them. */
  label: string;
}

/** The events of each day; the ones that began before and whole days come first. */
export function placeOnDays(events: readonly ShownEvent[], days: readonly Day[]): Map<Day, PlacedEvent[]> {
  const placed = new Map<Day, PlacedEvent[]>(days.map((day) => [day, []]));
  const [first = '', last = ''] = [days[0], days.at(-1)];
  for (const event of events) {
    const end = event.lastDay < last ? event.lastDay : last;
    for (let day = event.firstDay > first ? event.firstDay : first; day <= end; day = addDays(day, 1))
      placed.get(day)?.push({ ...event, label: labelOn(day, event) });
  }
  for (const ofDay of placed.values()) ofDay.sort(byTime);
  return placed;
}

function labelOn(day: Day, { firstDay, lastDay, time }: ShownEvent): string {
  if (day === firstDay && time !== '') return time;
  return day < lastDay ? `until ${dayAndMonth(lastDay)}` : '';
}

/** Labels of whole and further days are no times. */
const byTime = (one: PlacedEvent, other: PlacedEvent): number => {
  const [a, b] = [one, other].map(({ label }) => (/^\d/.test(label) ? label : ''));
  return (a ?? '').localeCompare(b ?? '') || one.firstDay.localeCompare(other.firstDay) || one.id - other.id;
};
