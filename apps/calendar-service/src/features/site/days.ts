import { DAY_MS } from '../../calendar/time-zones/wall-clock';

/** A day as `2031-05-01`. Texts of this form sort by time. */
export type CalendarDay = string;

const DAYS_PER_WEEK = 7;
/** Views end at these years, so that crawlers do not follow the links to other months for ever. */
const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;

const timeOf = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): CalendarDay => new Date(time).toISOString().slice(0, 10);

/** Whether a text of an address is a day that views show. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && dayOf(time) === text && isYearInRange(text);
}

/** Whether a text such as `2031-05` is a month that views show. */
export const isMonth = (text: string): boolean => /^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`);

export const isYearInRange = (text: string): boolean =>
  Number(text.slice(0, 4)) >= FIRST_YEAR && Number(text.slice(0, 4)) <= LAST_YEAR;

export const addDays = (day: CalendarDay, days: number): CalendarDay => dayOf(timeOf(day) + days * DAY_MS);

/** The first day of the month that is `months` later. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return dayOf(Date.UTC(year, month - 1 + months, 1));
}

/** All days from the first to the last one. */
export function daysBetween(first: CalendarDay, last: CalendarDay): CalendarDay[] {
  const count = Math.round((timeOf(last) - timeOf(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

export const mondayOf = (day: CalendarDay): CalendarDay =>
  addDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % DAYS_PER_WEEK));

/** The weeks that have a day of this month, each from Monday to Sunday. */
export function weeksOf(firstOfMonth: CalendarDay): CalendarDay[][] {
  const lastOfMonth = addDays(addMonths(firstOfMonth, 1), -1);
  const days = daysBetween(mondayOf(firstOfMonth), addDays(mondayOf(lastOfMonth), DAYS_PER_WEEK - 1));
  return Array.from({ length: days.length / DAYS_PER_WEEK }, (_, week) =>
    days.slice(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK),
  );
}

const formatted = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (day: CalendarDay): string => format.format(timeOf(day));
};

/** `Thursday, 1 May 2031`. */
export const longDay = formatted({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
/** `1 May 2031`. */
export const plainDay = formatted({ day: 'numeric', month: 'long', year: 'numeric' });
/** `Thu`. */
export const shortWeekday = formatted({ weekday: 'short' });
/** `Thursday`. */
export const weekday = formatted({ weekday: 'long' });
/** `1 May`. */
export const dayAndMonth = formatted({ day: 'numeric', month: 'short' });
/** `May 2031`. */
export const monthName = formatted({ month: 'long', year: 'numeric' });
