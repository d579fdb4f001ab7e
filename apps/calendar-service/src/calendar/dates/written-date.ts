import { casual } from 'chrono-node';
import { toWallClock } from '../time-zones/conversion';
import type { TimeZone } from '../time-zones/time-zone';
import { clockTime, wallClockOf } from '../time-zones/wall-clock';
import type { DateReading } from './date-reading';

const MONTH = /(?:^|[^a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const NOON = 12 * 3_600_000;
const DAY = 2 * NOON;

/** Reads English dates with the month's name: `10 February 2031`, `May 1 2031 10am`, `Fri, 10 Jan 2031 10:00:00 +0100`. Without a time: midnight; without a year: the nearest. */
export function readWrittenDate(text: string, zone: TimeZone, now: Date): DateReading | undefined {
  if (!MONTH.test(text) || /^\d{4}[-/.]\d/.test(text)) return undefined;
  // The library only needs to know the day, to guess a missing year. Noon exists everywhere, so the zone of the process cannot shift it.
  const noon = Math.floor(clockTime(toWallClock(now, zone)) / DAY) * DAY + NOON;
  const [found, ...more] = casual.parse(text, { instant: new Date(noon), timezone: 0 });
  // It finds dates within any text; here the whole text must be the date.
  if (found === undefined || more.length > 0 || found.text !== text || found.end) return undefined;
  const { start } = found;
  if (!start.isCertain('month') || start.tags().has('result/relativeDate')) return undefined;
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'): number => start.get(name) ?? 0;
  const time = start.isCertain('hour') ? { hour: part('hour'), minute: part('minute'), second: part('second') } : {};
  const wall = wallClockOf({ year: part('year'), month: part('month'), day: part('day'), ...time });
  if (wall === undefined || !start.isCertain('timezoneOffset')) return wall && { wall };
  return { instant: new Date(clockTime(wall) - (start.get('timezoneOffset') ?? 0) * 60_000) };
}
