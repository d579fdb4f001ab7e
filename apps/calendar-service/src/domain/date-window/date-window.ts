import { type DateReading, instantOf, wallOf } from '../dates/date-reading';
import { parseDateText } from '../dates/parse-date-text';
import { toInstant, toWallClock } from '../time-zones/conversion';
import type { TimeZone } from '../time-zones/time-zone';
import { clockAt, clockTime, endOfDay, startOfDay, type WallClock } from '../time-zones/wall-clock';

/** The date parameters of an event list, as accepted texts. */
export interface DateWindowInput {
  start_date?: string | undefined;
  end_date?: string | undefined;
  starts_before?: string | undefined;
  starts_after?: string | undefined;
  ends_before?: string | undefined;
  ends_after?: string | undefined;
}

/** One condition: the event's start or end against a clock time in the event's own zone, or against an instant. */
export interface Bound {
  readonly side: 'start' | 'end';
  readonly operator: '>=' | '<=' | '>' | '<';
  readonly at: WallClock | Date;
}

const RULES = {
  start_date: { side: 'start', operator: '>=' },
  end_date: { side: 'end', operator: '<=' },
  starts_before: { side: 'start', operator: '<' },
  starts_after: { side: 'start', operator: '>' },
  ends_before: { side: 'end', operator: '<' },
  ends_after: { side: 'end', operator: '>' },
} as const;

type Name = keyof typeof RULES;
const NAMES = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const satisfies Name[];

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_MONTHS = 24;

/**
 * The conditions of a list's date parameters (calendar-behaviour §4.1). Whole days are compared with the event's own clock, exact times
 * (`strict`) with instants; a time without a zone is the site's. Without starts_/ends_ filters a window from yesterday to 24 months ahead holds.
 * @param input texts that `parseDateText` accepts
 */
export function dateWindow(input: DateWindowInput, strict: boolean, { siteZone, now }: { siteZone: TimeZone; now: Date }): Bound[] {
  const given = NAMES.filter((name) => input[name] !== undefined);
  const isRelative = given.some((name) => name !== 'start_date' && name !== 'end_date');
  return NAMES.flatMap((name) => {
    const text = input[name];
    if (text === undefined && (isRelative || (name !== 'start_date' && name !== 'end_date'))) return [];
    const reading = text === undefined ? defaultReading(name, siteZone, now) : parseDateText(text, siteZone, now);
    return reading ? [{ ...RULES[name], at: boundary(name, reading, strict, siteZone) }] : [];
  });
}

function boundary(name: Name, reading: DateReading, strict: boolean, siteZone: TimeZone): WallClock | Date {
  if (strict) return instantOf(reading, siteZone);
  const wall = wallOf(reading, siteZone);
  return name === 'start_date' ? startOfDay(wall) : endOfDay(wall);
}

function defaultReading(name: Name, siteZone: TimeZone, now: Date): DateReading {
  const today = toWallClock(now, siteZone);
  if (name === 'start_date') return { wall: startOfDay(clockAt(clockTime(startOfDay(today)) - DAY_MS)) };
  const ahead = new Date(clockTime(today));
  ahead.setUTCMonth(ahead.getUTCMonth() + DEFAULT_MONTHS);
  return { instant: toInstant(clockAt(ahead.getTime()), siteZone) };
}
