import { type Day, isShownYear, monthName, shortWeekday } from '../../days';
import type { PlacedEvent } from './placed-events';

/** A link to another period of the same view. */
interface PeriodLink {
  name: string;
  path: string;
}

/** Links to the periods before and after, as far as views reach. */
export function neighbours([before, after]: readonly [Day, Day], linkTo: (day: Day) => PeriodLink) {
  return {
    previous: isShownYear(before) ? linkTo(before) : undefined,
    next: isShownYear(after) ? linkTo(after) : undefined,
  };
}

/** A day of a month or week, with the first ones of its events. */
interface DayCell {
  day: Day;
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
export function cellOf(day: Day, events: readonly PlacedEvent[], most: number, cutFrom: Day | undefined): DayCell {
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
