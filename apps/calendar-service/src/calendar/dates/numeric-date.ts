import { DateTime } from 'luxon';
import { clockTime, wallClockOf } from '../time-zones/wall-clock';
import type { DateReading } from './date-reading';
import { MIDNIGHT, readTimeOfDay, type TimeOfDay } from './time-of-day';

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The forms of a day in figures (calendar-behaviour §4.1). Unless the year leads, the month comes first with slashes, the day with dashes or dots. */
const DAYS: readonly (readonly [RegExp, (...parts: number[]) => Day | undefined])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, (year = 0, month = 0, day = 0) => ({ year, month, day })],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/, (year = 0, month = 0, day = 0) => ({ year, month, day })],
  [/^(\d{4})-(\d\d)(?![\d-])/, (year = 0, month = 0) => ({ year, month, day: 1 })],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/, (month = 0, day = 0, year = 0) => ({ year, month, day })],
  [/^(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)/, (day = 0, month = 0, year = 0) => ({ year, month, day })],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, (day = 0, month = 0, year = 0) => ({ year, month, day })],
  [/^(\d{4})-?W(\d\d)(?:-?([1-7]))?(?!\d)/i, isoWeek],
  [/^(\d{4})(\d\d)(\d\d)(?=T)/i, (year = 0, month = 0, day = 0) => ({ year, month, day })],
];

const OFFSET = /\s*(Z|UTC|GMT|([+-])(\d\d)(?::?([0-5]\d))?)$/i;
const MAX_OFFSET = 14 * 60;

/** Reads a day in figures, alone or with a time of day and an offset behind it. Days and times that do not exist are refused, not rolled over. */
export function readNumericDate(text: string): DateReading | undefined {
  for (const [form, dayFrom] of DAYS) {
    const found = form.exec(text);
    if (found === null) continue;
    const day = dayFrom(...found.slice(1).map((part: string | undefined) => Number(part ?? 1)));
    return day && withTime(day, text.slice(found[0].length));
  }
  return undefined;
}

function withTime(day: Day, rest: string): DateReading | undefined {
  if (rest === '') return readingOf(day, MIDNIGHT);
  if (!/^[T ]/i.test(rest)) return undefined;
  const offset = OFFSET.exec(rest);
  const time = readTimeOfDay(spread(rest.slice(1, offset?.index).trim()));
  if (time === undefined) return undefined;
  return readingOf(day, time, offset === null ? undefined : minutesOf(offset));
}

/** `101500` → `10:15:00`, the form used with `20310210T`. */
const spread = (time: string): string => (/^\d{4}(\d\d)?$/.test(time) ? time.replace(/\d\d(?=\d)/g, '$&:') : time);

function readingOf(day: Day, time: TimeOfDay, offset?: number): DateReading | undefined {
  const wall = wallClockOf({ ...day, ...time });
  if (wall === undefined || offset === undefined) return wall && { wall };
  return Math.abs(offset) > MAX_OFFSET ? undefined : { instant: new Date(clockTime(wall) - offset * 60_000) };
}

const minutesOf = ([, , sign, hours, minutes]: RegExpExecArray): number =>
  (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);

function isoWeek(year = 0, week = 0, weekday = 1): Day | undefined {
  const found = DateTime.fromISO(`${year}-W${String(week).padStart(2, '0')}-${weekday}`, { zone: 'utc' });
  return found.isValid ? { year: found.year, month: found.month, day: found.day } : undefined;
}
