import { DateTime } from 'luxon';
import { saysYes } from '../booleans';
import { type DateReading, instantOf, wallOf } from '../dates/date-reading';
import { parseDateLimit } from '../dates/parse-date-text';
import { toInstant, toIsoText, toWallClock } from '../time-zones/conversion';
import { parseTimeZone, type TimeZone } from '../time-zones/time-zone';
import { clockTime, endOfDay, startOfDay, type WallClock, wallClockOf } from '../time-zones/wall-clock';

/** Parameters of the event list that hold a date, in the order in which links show them. */
export const DATE_PARAMETERS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
  'overlaps_from',
  'overlaps_to',
  'modified_after',
] as const;
type DateParameter = (typeof DATE_PARAMETERS)[number];
export type DateWindowParameter = DateParameter | 'strict_dates' | 'tz';

/** The field of an event that a date is compared with. */
export type ComparedField = 'start' | 'end' | 'modified';
type Operator = '>=' | '<=' | '<' | '>';

/** One condition on events. All conditions of a window must hold. */
export interface DateComparison {
  readonly field: ComparedField;
  readonly operator: Operator;
  /** Excludes events that end exactly then, unless they also start then (RFC 4791 §9.9). */
  readonly isHalfOpen?: boolean;
  /** `local`: compare the event's own wall clock with this one; `utc`: compare the event's instant. */
  readonly against:
    { readonly clock: 'local'; readonly value: WallClock } | { readonly clock: 'utc'; readonly value: Date };
}

export interface DateWindow {
  readonly comparisons: readonly DateComparison[];
  /** The parameters in effect, with defaults. As texts in a link they have the same meaning again. */
  readonly parameters: Readonly<Partial<Record<DateWindowParameter, string>>>;
}

interface ParameterComparison {
  readonly field: ComparedField;
  readonly operator: Operator;
  /** Replaces `operator` when moments are compared. */
  readonly strictOperator?: Operator;
  readonly isHalfOpen?: boolean;
  readonly edge?: 'first' | 'last';
}

/** How each parameter compares, and which end of the day it means for whole days (calendar-behaviour §4.1). Without `edge` it is always a moment. */
export const COMPARISONS: Readonly<Record<DateParameter, ParameterComparison>> = {
  start_date: { field: 'start', operator: '>=', edge: 'first' },
  end_date: { field: 'end', operator: '<=', edge: 'last' },
  starts_before: { field: 'start', operator: '<', edge: 'last' },
  starts_after: { field: 'start', operator: '>', edge: 'last' },
  ends_before: { field: 'end', operator: '<', edge: 'last' },
  ends_after: { field: 'end', operator: '>', edge: 'last' },
  // Our addition: every event that takes place at some time in the range, even if it begins before or ends after it. The end is excluded.
  overlaps_from: { field: 'end', operator: '>=', isHalfOpen: true, edge: 'first' },
  overlaps_to: { field: 'start', operator: '<=', strictOperator: '<', edge: 'last' },
  // Our addition: changes since a client's last request, to the second.
  modified_after: { field: 'modified', operator: '>' },
};

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
