import { DateTime } from 'luxon';
import type { StoredEventDates } from '../../dates/resolve-event-dates';
import { toInstant, toWallClock } from '../../../../calendar/time-zones/conversion';
import type { TimeZone } from '../../../../calendar/time-zones/time-zone';
import {
  clockAt,
  clockTime,
  DAY_MS,
  isWritable,
  LAST,
  type WallClock,
} from '../../../../calendar/time-zones/wall-clock';
import { isFinite, type RecurrenceRule } from '../rules/recurrence-rule';
import { remembered } from './remembered-zone';
import { ruleStarts } from '../rules/rule-starts';

/** How an event repeats. Clocks are in the event's own zone. */
export interface Recurrence {
  /** Absent for an event that happens once, or at its start and `rdates` only. */
  readonly rule: RecurrenceRule | undefined;
  /** Occurrences that do not take place, by their start. */
  readonly exdates: readonly WallClock[];
  readonly rdates: readonly WallClock[];
}

export const ONCE: Recurrence = { rule: undefined, exdates: [], rdates: [] };

export const repeats = ({ rule, rdates }: Pick<Recurrence, 'rule' | 'rdates'>): boolean =>
  rule !== undefined || rdates.length > 0;

/** One time at which an event takes place. */
export interface Occurrence {
  readonly start: WallClock;
  readonly end: WallClock;
  readonly startUtc: Date;
  readonly endUtc: Date;
}

/** The dates of the first occurrence of a series. */
export type SeriesDates = StoredEventDates & { readonly zone: TimeZone };

export interface Expansion {
  readonly occurrences: readonly Occurrence[];
  /** All occurrences up to this moment are there; undefined when none will follow. */
  readonly until: Date | undefined;
}

/** The wanted occurrences of a series that is known up to a moment already. */
export interface Continuation {
  readonly after: Date;
  /** Maximum number of occurrences to return. */
  readonly most: number;
}

/**
 * The occurrences of a series that begin until `end`, in order. The rule runs on the event's own clock, so 10:00 stays 10:00 all year; clocks become
 * instants as for every event. A start in an hour that does not exist moves on and takes place (RFC 5545 §3.3.10 refers to §3.3.5). Occurrences have
 * the elapsed duration of the first one (§3.8.5.3); all-day ones have its number of days.
 * @param end on the event's clock
 */
export function expand(
  series: SeriesDates,
  { rule, exdates, rdates }: Recurrence,
  end: WallClock,
  known?: Continuation,
): Expansion {
  const dates = { ...series, zone: remembered(series.zone) };
  // An hour that does not exist moves a start by less than a day.
  const from = known ? clockTime(toWallClock(known.after, dates.zone)) - DAY_MS : -Infinity;
  const starts = rule ? ruleStarts(rule, dates.start, clockTime(end), from) : [clockTime(dates.start)];
  const isDone = !rule || starts.length === rule.count || (rule.until !== undefined && rule.until <= end);
  const excluded = new Set(exdates);
  const found = new Map<WallClock, Occurrence>();
  for (const time of new Set([...starts, ...rdates.map(clockTime)].sort((a, b) => a - b))) {
    if (time < from) continue;
    const clock = clockAt(time);
    const occurrence = excluded.has(clock) ? undefined : occurrenceAt(clock, dates);
    if (occurrence && !excluded.has(occurrence.start)) found.set(occurrence.start, occurrence);
  }
  // The time after a skipped hour may come behind other starts.
  const occurrences = [...found.values()].sort((a, b) => a.startUtc.getTime() - b.startUtc.getTime());
  const expansion = { occurrences, until: isDone ? undefined : toInstant(end, dates.zone) };
  return known ? continued(expansion, known) : expansion;
}

function continued({ occurrences, until }: Expansion, { after, most }: Continuation): Expansion {
  const following = occurrences.filter(({ startUtc }) => startUtc > after);
  if (following.length <= most) return { occurrences: following, until };
  const kept = following.slice(0, most);
  return { occurrences: kept, until: kept.at(-1)?.startUtc ?? after };
}

/** Up to when occurrences are computed: some months from now or from the start. Rules with an end are computed for at least ten years. */
export function expansionEnd(
  { start, zone }: SeriesDates,
  rule: RecurrenceRule | undefined,
  now: Date,
  months: number,
): WallClock {
  const from = Math.max(clockTime(start), clockTime(toWallClock(now, zone)));
  const ahead = later(from, { months: months + MONTHS_MORE });
  const end = rule && isFinite(rule) ? Math.max(ahead, later(clockTime(start), { years: FINITE_YEARS })) : ahead;
  return clockAt(Math.min(end, LAST));
}

const FINITE_YEARS = 10;
/** A reserve, so that a series is not extended every day. */
const MONTHS_MORE = 1;

const later = (time: number, by: { months?: number; years?: number }): number =>
  DateTime.fromMillis(time, { zone: 'utc' }).plus(by).toMillis();

/** When the occurrence with this start begins: after the gap if clocks skip its hour. Days keep their start. */
export const shownStart = (clock: WallClock, dates: SeriesDates): WallClock =>
  occurrenceAt(clock, dates)?.start ?? clock;

/** The occurrence that begins at this clock; undefined past the end of the calendar. */
export function occurrenceAt(
  clock: WallClock,
  { start, end, startUtc, endUtc, zone, allDay }: SeriesDates,
): Occurrence | undefined {
  const first = clock === start ? startUtc : toInstant(clock, zone);
  if (allDay) {
    const last = clockTime(clock) + clockTime(end) - clockTime(start);
    return isWritable(last)
      ? { start: clock, end: clockAt(last), startUtc: first, endUtc: toInstant(clockAt(last), zone) }
      : undefined;
  }
  const last = new Date(first.getTime() + endUtc.getTime() - startUtc.getTime());
  if (!isWritable(last.getTime())) return undefined;
  return { start: toWallClock(first, zone), end: toWallClock(last, zone), startUtc: first, endUtc: last };
}
