import { neverHolds } from '@almanac/http';
import type { TimeZone } from '../time-zones/time-zone';
import { clockTime, isWritable, nearestWritable } from '../time-zones/wall-clock';
import type { DateReading } from './date-reading';
import { readNumericDate } from './numeric-date';
import { readRelativeDate } from './relative-date';
import { readWrittenDate } from './written-date';

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
  neverHolds();
  return readRelativeDate(text, zone, now) ?? readWrittenDate(text, zone, now);
}
