import { preventCaching } from '@almanac/http';
import { DateTime } from 'luxon';
import type { TimeZone } from '../time-zones/time-zone';
import { clockTime, isWritable, nearestWritable, wallClockOf } from '../time-zones/wall-clock';
import { type DateReading, MIDNIGHT, readTimeOfDay, type TimeOfDay } from './date-reading';
import { readRelativeDate, readWrittenDate } from './date-in-words';

const MAX_LENGTH = 100;
/**
 * Reads a date as clients write it (calendar-behaviour §4.1 "date forms", §5.4, §7.2).
 * - digits alone, or after `@`, are seconds since 1970, however many digits there are;
 * - figures: `2031-02-10`, `2031-02-10T10:00[:00][+01:00|Z]`, `2031-02` (the 1st), `2031-W05`, `10/02/2031` (month first), `10-02-2031` (day first);
 * - words: see `readRelativeDate` and `readWrittenDate`.
 *
 * A day without a time is its midnight.
 * @param zone used only to find `today`: a wall clock in the result has no zone yet
 * @returns undefined for any other text, including dates that do not exist (`2031-02-30`, `24:00:00`) and military zone letters (`x`)
 */
export function parseDateText(text: string, zone: TimeZone, now: Date): DateReading | undefined {
  return writable(readAny(text, zone, now));
}

/** Reads a date that records are compared with. Clients write the very last day, `9999-12-31`, to mean no end. */
export function parseDateLimit(text: string, zone: TimeZone, now: Date): DateReading | undefined {
  const reading = readAny(text, zone, now);
  return reading && 'wall' in reading ? { wall: nearestWritable(reading.wall) } : writable(reading);
}

const writable = (reading: DateReading | undefined): DateReading | undefined =>
  reading && isWritable('wall' in reading ? clockTime(reading.wall) : reading.instant.getTime()) ? reading : undefined;

function readAny(text: string, zone: TimeZone, now: Date): DateReading | undefined {
  const clean = text.trim().replace(/\s+/g, ' ');
  if (clean === '' || clean.length > MAX_LENGTH) return undefined;
  return read(clean, zone, new Date(Math.floor(now.getTime() / 1000) * 1000));
}

function read(text: string, zone: TimeZone, now: Date): DateReading | undefined {
  if (/^@?\d+$/.test(text)) return { instant: new Date(Number(text.replace('@', '')) * 1000) };
  const fixed = readNumericDate(text);
  if (fixed) return fixed;
  // Another second may give another date.
  preventCaching();
  return readRelativeDate(text, zone, now) ?? readWrittenDate(text, zone, now);
}

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
