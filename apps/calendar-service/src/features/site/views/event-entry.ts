import { nameOf } from '@almanac/web';
import { isoOffset, toIsoText, toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import type { TimeZone } from '../../../calendar/time-zones/time-zone';
import { addDays, type CalendarDay, longDay } from '../days';
import { occurrencePath, recordPath } from '../record-paths';
import type { Category, ListedParts, ViewedEvent } from './viewed-events';
import { zoneWords, clockWords } from '../../../calendar/time-zones/zone-labels';

/** An event on one clock, as all views show it. */
export interface EventEntry {
  id: number;
  occurrenceId: number;
  title: string;
  path: string;
  firstDay: CalendarDay;
  lastDay: CalendarDay;
  allDay: boolean;
  /** Of the first day; empty for whole days. */
  time: string;
  /** From when to when, on one clock. */
  start: string;
  end: string;
  /** The clock in words: `London time (UTC+1)`; empty for whole days. */
  zone: string;
  /** `London time` where the times differ from those on the clock of the page; else empty. */
  otherClock: string;
  /** The value of `<time datetime>`. */
  datetime: string;
  /** Words beside the title, such as `cancelled`. */
  marks: string[];
  isCancelled: boolean;
  isFeatured: boolean;
  isProtected: boolean;
  hasPassed: boolean;
  /** The first one by name, with the classes of its colour and shape. */
  category: { name: string; slug: string; look: string } | undefined;
}

/** An event of a list, with its texts. */
export type WithParts<Event extends EventEntry> = Event & {
  /** From when to when, in full. */
  times: string;
  /** The same beside the day of the row. */
  rowTimes: string;
  parts: ListedParts | undefined;
};

/** How a view shows its events. */
interface Presentation {
  /** The clock of the reader; each event's own unless given. Whole days are the same on all clocks. */
  zone: TimeZone | undefined;
  siteZone: TimeZone;
  now: Date;
  /** The first category of each event, by id of the event. */
  categories: ReadonlyMap<number, Category>;
}

const MIDNIGHT = ' 00:00:00';

export function presentEntry(event: ViewedEvent, { zone, siteZone, now, categories }: Presentation): EventEntry {
  const own = storedZone(event.timezone);
  const clock = zone === undefined || event.allDay ? undefined : zone;
  const starts = new Date(event.startsAt * 1_000);
  const category = categories.get(event.id);
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
    zone: event.allDay ? '' : zoneWords(starts, clock ?? own),
    otherClock: event.allDay || clock || !differ(starts, own, siteZone) ? '' : clockWords(starts, own),
    datetime: event.allDay ? firstDay : toIsoText(starts, clock ?? own),
    marks: marksOf(event),
    isCancelled: event.eventStatus === 'canceled',
    isFeatured: event.featured,
    isProtected: event.isProtected,
    hasPassed: event.endsAt * 1_000 <= now.getTime(),
    category: category && { name: category.name, slug: category.slug, look: categoryLook(category.id) },
  };
}

const differ = (moment: Date, zone: TimeZone, other: TimeZone): boolean =>
  isoOffset(moment, zone) !== isoOffset(moment, other);

/** A repeating event opens at the time that was chosen. */
const pathOf = (event: ViewedEvent): string =>
  event.isRecurring ? occurrencePath(event, event.startsLocal) : recordPath('event', event);

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

type Times = Pick<EventEntry, 'allDay' | 'firstDay' | 'lastDay' | 'start' | 'end' | 'zone' | 'otherClock'>;

/** From when to when an event takes place, in full. */
export function timesOf(event: Times): string {
  const { allDay, firstDay, lastDay, zone } = event;
  if (allDay)
    return firstDay === lastDay ? `${longDay(firstDay)}, all day` : `${longDay(firstDay)} – ${longDay(lastDay)}`;
  return `${longDay(firstDay)}, ${hoursOf(event)}, ${zone}`;
}

/** The same for a row that already shows this day, on a page that names its clock. */
export function timesBeside(day: CalendarDay, event: Times): string {
  const { allDay, firstDay, lastDay, zone, otherClock } = event;
  const clock = otherClock === '' ? '' : `, ${zone}`;
  if (allDay && firstDay === lastDay) return 'All day';
  if (allDay) return day === firstDay ? `Until ${longDay(lastDay)}` : timesOf(event);
  return `${day === firstDay ? '' : `${longDay(firstDay)}, `}${hoursOf(event)}${clock}`;
}

/** `10:00 – 11:30`; the end names its day when it is another one. An event that ends at midnight does not take place on the next day. */
function hoursOf({ firstDay, lastDay, start, end }: Times): string {
  const [from, until] = [start.slice(11, 16), end.slice(11, 16)];
  if (end === start) return from;
  return `${from} – ${lastDay === firstDay ? until : `${longDay(end.slice(0, 10))}, ${until}`}`;
}

/** Number of colours, and of shapes, in `categories.css`. */
const LOOKS = 8;

/**
 * The classes that give a category its colour and its shape, by its id. They stay the same in every view and on every day. Of 64 categories made
 * one after the other, no two have both in common. So they can be told apart by readers who see no colours.
 */
export const categoryLook = (id: number): string => `tone-${id % LOOKS} shape-${(id + Math.floor(id / LOOKS)) % LOOKS}`;
