import { addDays, type CalendarDay, dayAndMonth, isYearInRange, monthName, shortWeekday } from '../days';
import type { EventEntry } from './event-entry';

/** The event on one of its days. */
export interface PlacedEvent extends EventEntry {
  /** `10:00`; `until 3 May` for further days and whole days; empty for the last of them. */
  label: string;
  /** Whether it also takes place on the day before, and on the day after. */
  cameOver: boolean;
  goesOn: boolean;
}

/** The events of each day. Whole days, and events of several days, come first, so that they form a row. */
export function placeOnDays(
  events: readonly EventEntry[],
  days: readonly CalendarDay[],
): Map<CalendarDay, PlacedEvent[]> {
  const placed = new Map<CalendarDay, PlacedEvent[]>(days.map((day) => [day, []]));
  const [first = '', last = ''] = [days[0], days.at(-1)];
  for (const event of events) {
    const end = event.lastDay < last ? event.lastDay : last;
    for (let day = event.firstDay > first ? event.firstDay : first; day <= end; day = addDays(day, 1))
      placed
        .get(day)
        ?.push({ ...event, label: labelOn(day, event), cameOver: day > event.firstDay, goesOn: day < event.lastDay });
  }
  for (const ofDay of placed.values()) ofDay.sort(byTime);
  return placed;
}

function labelOn(day: CalendarDay, { firstDay, lastDay, time }: EventEntry): string {
  if (day === firstDay && time !== '') return time;
  return day < lastDay ? `until ${dayAndMonth(lastDay)}` : '';
}

const byTime = (one: PlacedEvent, other: PlacedEvent): number =>
  hourOf(one).localeCompare(hourOf(other)) || one.firstDay.localeCompare(other.firstDay) || one.id - other.id;

const hourOf = ({ firstDay, lastDay, time }: PlacedEvent): string => (lastDay > firstDay ? '' : time);

type Category = NonNullable<EventEntry['category']>;

/** The categories of these days by name, each once. */
export function legendOf(ofDay: ReadonlyMap<CalendarDay, readonly PlacedEvent[]>): Category[] {
  const categories = [...ofDay.values()].flat().flatMap(({ category }) => category ?? []);
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  return [...bySlug.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** A link to another period of the same view. */
interface PeriodLink {
  name: string;
  path: string;
}

/** Links to the periods before and after, as far as views reach. */
export function neighbours(
  [before, after]: readonly [CalendarDay, CalendarDay],
  linkTo: (day: CalendarDay) => PeriodLink,
) {
  return {
    previous: isYearInRange(before) ? linkTo(before) : undefined,
    next: isYearInRange(after) ? linkTo(after) : undefined,
  };
}

/** A day of a month or week, with the first ones of its events. */
interface DayCell {
  day: CalendarDay;
  number: number;
  path: string;
  shortWeekday: string;
  /** The rest of the name of the link, for screen readers: `May 2031, 3 events`. */
  hint: string;
  events: readonly PlacedEvent[];
  /** `2 more`; undefined when all are shown. */
  more: string | undefined;
}

/** @param cutFrom the first day whose events are incomplete */
export function cellOf(
  day: CalendarDay,
  events: readonly PlacedEvent[],
  most: number,
  cutFrom: CalendarDay | undefined,
): DayCell {
  const isCut = cutFrom !== undefined && day >= cutFrom;
  const hidden = events.length - most;
  const amount = `${isCut ? 'more than ' : ''}${events.length} event${events.length === 1 ? '' : 's'}`;
  const more = hidden > 0 ? `${hidden} more` : undefined;
  return {
    day,
    number: Number(day.slice(8)),
    path: `/events/${day}/`,
    shortWeekday: shortWeekday(day),
    hint: events.length === 0 && !isCut ? monthName(day) : `${monthName(day)}, ${amount}`,
    events: events.slice(0, most),
    more: isCut ? 'More events' : more,
  };
}
