import { DateTime } from 'luxon';
import { saysYes } from '../booleans';
import { type DateReading, instantOf, wallOf } from '../dates/date-reading';
import { parseDateLimit } from '../dates/parse-date-text';
import { toInstant, toIsoText, toWallClock } from '../time-zones/conversion';
import { parseTimeZone, type TimeZone } from '../time-zones/time-zone';
import { clockTime, endOfDay, startOfDay, type WallClock, wallClockOf } from '../time-zones/wall-clock';
import {
  COMPARISONS,
  DATE_PARAMETERS,
  type DateComparison,
  type DateParameter,
  type DateWindow,
  type DateWindowParameter,
} from './date-window';

interface DateWindowContext {
  readonly siteZone: TimeZone;
  readonly now: Date;
}

interface RefusedDateWindow {
  readonly refused: readonly DateWindowParameter[];
  /** A sentence for the caller, when "invalid value" does not say enough. */
  readonly reason?: string;
}

/**
 * Turns the date parameters of the event list into comparisons (calendar-behaviour §4.1).
 * Whole days (default): each value is a day in the site's zone. It is compared with the day on the event's own clock, in any zone.
 * Strict: each value is an instant; a text without an offset is read on the site's clock. `tz` replaces the site's zone for this request.
 * By default the window runs from yesterday to 24 months from now, each side separately. A `starts_…`, `ends_…`, `overlaps_…` or `modified_after`
 * parameter removes both defaults.
 * @param query as received, parameters of other kinds are ignored
 * @returns the window, or every parameter that is refused
 */
export function resolveDateWindow(
  query: Readonly<Partial<Record<string, unknown>>>,
  { siteZone, now }: DateWindowContext,
): DateWindow | RefusedDateWindow {
  const zone = query['tz'] === undefined ? siteZone : zoneOf(query['tz']);
  const strict = saysYes(query['strict_dates']);
  const readings = new Map<DateParameter, DateReading>();
  const refused: DateWindowParameter[] = [];

  for (const name of DATE_PARAMETERS) {
    const text = query[name];
    // `0` counts as absent.
    if (text === undefined || text === '0') continue;
    const reading = typeof text === 'string' ? parseDateLimit(text, zone ?? siteZone, now) : undefined;
    if (reading) readings.set(name, reading);
    else refused.push(name);
  }
  if (query['strict_dates'] !== undefined && !isSwitch(query['strict_dates'])) refused.push('strict_dates');
  if (!zone) refused.push('tz');
  if (!zone || refused.length > 0) return { refused };

  if (isReversed(readings, zone, strict))
    return { refused: ['overlaps_to'], reason: 'overlaps_to must not be before overlaps_from.' };
  fillIn(readings, zone, now, strict);
  const sides = DATE_PARAMETERS.flatMap((name) => {
    const reading = readings.get(name);
    if (!reading) return [];
    const { edge } = COMPARISONS[name];
    return [
      strict || edge === undefined
        ? exact(name, instantOf(reading, zone), zone)
        : wholeDay(name, wallOf(reading, zone), edge),
    ];
  });
  return {
    comparisons: sides.map((side) => side.comparison),
    parameters: {
      ...Object.fromEntries(sides.map((side) => [side.name, side.text])),
      ...(strict && { strict_dates: 'true' }),
      ...(query['tz'] !== undefined && { tz: zone.name }),
    },
  };
}

const zoneOf = (text: unknown): TimeZone | undefined =>
  typeof text === 'string' && text !== '' ? parseTimeZone(text) : undefined;

/** Any text except an empty one and `0`. */
const isSwitch = (value: unknown): boolean => typeof value === 'string' && value !== '' && value !== '0';

function isReversed(readings: ReadonlyMap<DateParameter, DateReading>, zone: TimeZone, strict: boolean): boolean {
  const [from, to] = [readings.get('overlaps_from'), readings.get('overlaps_to')];
  if (!from || !to) return false;
  return strict
    ? instantOf(to, zone) < instantOf(from, zone)
    : startOfDay(wallOf(to, zone)) < startOfDay(wallOf(from, zone));
}

const MONTHS_AHEAD = 24;

function fillIn(readings: Map<DateParameter, DateReading>, zone: TimeZone, now: Date, strict: boolean): void {
  const isRelative = [...readings.keys()].some((name) => name !== 'start_date' && name !== 'end_date');
  if (isRelative) return;
  const clock = DateTime.fromMillis(clockTime(toWallClock(now, zone)), { zone: 'utc' });
  const yesterday = wallClockOf(clock.minus({ days: 1 }));
  const ahead = wallClockOf(clock.plus({ months: MONTHS_AHEAD }));
  if (!readings.has('start_date') && yesterday) readings.set('start_date', { wall: startOfDay(yesterday) });
  if (!readings.has('end_date') && ahead) readings.set('end_date', { wall: strict ? ahead : endOfDay(ahead) });
}

interface Side {
  readonly name: DateParameter;
  readonly comparison: DateComparison;
  readonly text: string;
}

function wholeDay(name: DateParameter, wall: WallClock, edge: 'first' | 'last'): Side {
  const { field, operator, isHalfOpen } = COMPARISONS[name];
  const value = edge === 'first' ? startOfDay(wall) : endOfDay(wall);
  return {
    name,
    comparison: { field, operator, ...(isHalfOpen && { isHalfOpen }), against: { clock: 'local', value } },
    text: value,
  };
}

function exact(name: DateParameter, value: Date, zone: TimeZone): Side {
  const { field, operator, strictOperator = operator, isHalfOpen } = COMPARISONS[name];
  const wall = toWallClock(value, zone);
  // In an hour that comes twice, the clock alone would be read as the second one.
  const text = toInstant(wall, zone).getTime() === value.getTime() ? wall : toIsoText(value, zone);
  return {
    name,
    comparison: {
      field,
      operator: strictOperator,
      ...(isHalfOpen && { isHalfOpen }),
      against: { clock: 'utc', value },
    },
    text,
  };
}
