import { DateTime } from 'luxon';

/** Most events are on the clock of this zone. */
export const ZONE = 'Europe/London';

export const [MON, TUE, WED, THU, FRI, SAT, SUN] = [1, 2, 3, 4, 5, 6, 7] as const;
type Weekday = typeof MON | typeof TUE | typeof WED | typeof THU | typeof FRI | typeof SAT | typeof SUN;

/** Days around the day on which the demo is filled in, as `YYYY-MM-DD`. */
export class DemoDays {
  private readonly today: DateTime;

  constructor(now: Date) {
    this.today = DateTime.fromJSDate(now, { zone: ZONE }).startOf('day');
  }

  /** Such a weekday in the coming seven days, which begin tomorrow, or this many weeks later. */
  on(weekday: Weekday, week: number): string {
    const untilThen = (weekday - this.today.weekday + 6) % 7;
    return this.in(untilThen + 1 + 7 * week);
  }

  in(days: number): string {
    return this.today.plus({ days }).toFormat('yyyy-MM-dd');
  }

  /** The next last weekday of a month, from tomorrow on. */
  lastOfMonth(weekday: Weekday): string {
    const [here, next] = [0, 1].map((months) => lastIn(this.today.plus({ months }), weekday));
    const day = here && here > this.today ? here : next;
    if (!day) throw new Error('a month has no such weekday');
    return day.toFormat('yyyy-MM-dd');
  }
}

export const dayAfter = (day: string): string => DateTime.fromISO(day).plus({ days: 1 }).toFormat('yyyy-MM-dd');

/** A yearly rule that keeps weekday and week of the month, so that a weekend stays one. */
export function yearly(day: string): string {
  const date = DateTime.fromISO(day);
  const week = Math.ceil(date.day / 7);
  const weekday = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][date.weekday - 1];
  // Few months have a fifth week, but each has a last one.
  return `FREQ=YEARLY;COUNT=5;BYMONTH=${date.month};BYDAY=${week > 4 ? -1 : week}${weekday}`;
}

function lastIn(day: DateTime, weekday: number): DateTime {
  const end = day.endOf('month').startOf('day');
  return end.minus({ days: (end.weekday - weekday + 7) % 7 });
}
