import { casual } from 'chrono-node';
import { DateTime } from 'luxon';
import { toWallClock } from '../time-zones/conversion';
import type { TimeZone } from '../time-zones/time-zone';
import { clockTime, type WallClock, wallClockOf } from '../time-zones/wall-clock';
import { type DateReading, MIDNIGHT, readTimeOfDay } from './date-reading';

/**
 * Reads dates relative to today (calendar-behaviour §12, 6):
 * - `now`;
 * - `today`, `tomorrow`, `yesterday`, `[next|last|this] wednesday`, each with a time of day or at midnight;
 * - a time of day alone, meaning today;
 * - `+5 weeks`, `-1 month 2 days`, `3 days ago`, `in 2 hours`, `next year`, which keep the time of day.
 *
 * The library that reads month names could read these too. But it uses the zone of the process, and its weekdays differ from those of the reference.
 */
export function readRelativeDate(text: string, zone: TimeZone, now: Date): DateReading | undefined {
  const words = text.toLowerCase();
  if (words === 'now') return { instant: now };
  return readShift(words, zone, now) ?? readDayAndTime(words.split(' '), toWallClock(now, zone));
}

function readDayAndTime(words: readonly string[], today: WallClock): DateReading | undefined {
  for (let cut = 0; cut <= words.length; cut++) {
    const [head, tail] = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
    const wall = at(head, tail, today) ?? at(tail, head, today);
    if (wall !== undefined) return { wall };
  }
  return undefined;
}

function at(day: string, time: string, today: WallClock): WallClock | undefined {
  const days = daysFrom(today, day);
  const clock = time === '' ? MIDNIGHT : readTimeOfDay(time);
  if (days === undefined || clock === undefined) return undefined;
  const date = greenwich(today).plus({ days });
  return wallClockOf({ year: date.year, month: date.month, day: date.day, ...clock });
}

const DAYS_FROM_TODAY = new Map([
  ['', 0],
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);
const WEEKDAY = /^(?:(next|last|this) )?(?:on )?(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?$/;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** `wednesday` may be today; the next and the last one may not. */
function daysFrom(today: WallClock, day: string): number | undefined {
  const [, which, name] = WEEKDAY.exec(day) ?? [];
  if (name === undefined) return DAYS_FROM_TODAY.get(day);
  const ahead = (WEEKDAYS.indexOf(name) + 1 - greenwich(today).weekday + 7) % 7;
  if (which === 'last') return ahead - 7;
  return which === 'next' && ahead === 0 ? 7 : ahead;
}

const UNITS = new Map([
  ['second', 'seconds'],
  ['sec', 'seconds'],
  ['minute', 'minutes'],
  ['min', 'minutes'],
  ['hour', 'hours'],
  ['day', 'days'],
  ['week', 'weeks'],
  ['fortnight', 'fortnights'],
  ['month', 'months'],
  ['year', 'years'],
]);
const STEP = /([+-]?) ?(\d{1,6}) ?([a-z]+?)s?(?= |[+-]|$)/y;

function readShift(words: string, zone: TimeZone, now: Date): DateReading | undefined {
  const [, which, named] = /^(next|last) ([a-z]+)$/.exec(words) ?? [];
  const text = named === undefined ? words.replace(/^in | ago$/g, '') : `${which === 'last' ? '-' : '+'}1 ${named}`;
  const steps = stepsIn(text);
  if (steps === undefined) return undefined;
  const sign = words.endsWith(' ago') ? -1 : 1;
  const shift = Object.fromEntries(Object.entries(steps).map(([unit, amount]) => [unit, amount * sign]));
  // Hours are elapsed time. Days and longer units move the wall clock, so 10:00 stays 10:00 when daylight saving begins or ends.
  if ('hours' in shift || 'minutes' in shift || 'seconds' in shift) {
    const then = DateTime.fromJSDate(now, { zone: zone.rules }).plus(shift);
    return then.isValid ? { instant: then.toJSDate() } : undefined;
  }
  const then = greenwich(toWallClock(now, zone)).plus(shift);
  const wall = then.isValid ? wallClockOf(then) : undefined;
  return wall && { wall };
}

/** The sum of all steps by unit, or undefined if there is anything else in the text. */
function stepsIn(text: string): Record<string, number> | undefined {
  const sum: Record<string, number> = {};
  let position = 0;
  while (position < text.length) {
    STEP.lastIndex = position;
    const step = STEP.exec(text);
    const unit = UNITS.get(step?.[3] ?? '');
    if (step === null || unit === undefined) return undefined;
    const amount = Number(step[2]) * (step[1] === '-' ? -1 : 1);
    const [key, size] = unit === 'fortnights' ? (['weeks', 2] as const) : ([unit, 1] as const);
    sum[key] = (sum[key] ?? 0) + amount * size;
    position = STEP.lastIndex;
    while (text[position] === ' ') position++;
  }
  return position === 0 ? undefined : sum;
}

/** The wall clock read as UTC, which skips and repeats no hour. */
const greenwich = (wall: WallClock): DateTime => DateTime.fromMillis(clockTime(wall), { zone: 'utc' });

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
