import { DateTime, Zone } from 'luxon';
import type { StoredEventDates } from '../../dates/event-dates';
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
import { type Frequency, isFinite, type RecurrenceRule } from '../rules/recurrence-rule';
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

/** The next occurrences of a series that is expanded up to a moment already. */
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
  continuation?: Continuation,
): Expansion {
  const dates = { ...series, zone: withCachedOffsets(series.zone) };
  // An hour that does not exist moves a start by less than a day.
  const from = continuation ? clockTime(toWallClock(continuation.after, dates.zone)) - DAY_MS : -Infinity;
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
  return continuation ? continued(expansion, continuation) : expansion;
}

function continued({ occurrences, until }: Expansion, { after, most }: Continuation): Expansion {
  const following = occurrences.filter(({ startUtc }) => startUtc > after);
  if (following.length <= most) return { occurrences: following, until };
  const limited = following.slice(0, most);
  return { occurrences: limited, until: limited.at(-1)?.startUtc ?? after };
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
export const resolvedStart = (clock: WallClock, dates: SeriesDates): WallClock =>
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

const WEEK_MS = 7 * DAY_MS;

/**
 * The same zone with cached offsets, for work that needs thousands of them. The platform takes a good part of a millisecond for each.
 * A week that begins and ends with the same offset has no other in between.
 */
const withCachedOffsets = (zone: TimeZone): TimeZone => ({ ...zone, rules: new CachedRules(zone.rules) });

class CachedRules extends Zone {
  private readonly offsets = new Map<number, number>();

  constructor(private readonly zone: Zone) {
    super();
  }

  override get type(): string {
    return this.zone.type;
  }

  override get name(): string {
    return this.zone.name;
  }

  override get isUniversal(): boolean {
    return this.zone.isUniversal;
  }

  override get isValid(): boolean {
    return this.zone.isValid;
  }

  override offsetName(...args: Parameters<Zone['offsetName']>): string | null {
    return this.zone.offsetName(...args);
  }

  override formatOffset(...args: Parameters<Zone['formatOffset']>): string {
    return this.zone.formatOffset(...args);
  }

  override equals(other: Zone): boolean {
    return this.zone.equals(other);
  }

  override offset(instant: number): number {
    const week = Math.floor(instant / WEEK_MS);
    const [from, to] = [this.at(week), this.at(week + 1)];
    return from === to ? from : this.zone.offset(instant);
  }

  private at(week: number): number {
    const offset = this.offsets.get(week) ?? this.zone.offset(week * WEEK_MS);
    this.offsets.set(week, offset);
    return offset;
  }
}

/** Candidates (days, or hours) that are examined per period, and the length of the period. */
const PERIODS: Readonly<Record<Frequency, { candidates: number; length: number }>> = {
  HOURLY: { candidates: 1, length: DAY_MS / 24 },
  DAILY: { candidates: 1, length: DAY_MS },
  WEEKLY: { candidates: 7, length: 7 * DAY_MS },
  MONTHLY: { candidates: 31, length: 30 * DAY_MS },
  YEARLY: { candidates: 366, length: 365 * DAY_MS },
};
/** Cost of an occurrence, in candidates. */
const OCCURRENCE = 20;
/** This many numbers in the lists of a rule double the cost of a candidate. */
const LISTED = 50;

/** Candidates that a thread examines within 20 ms, with a reserve for slow machines. */
export const MAX_INLINE_COST = 8_000;

/** An upper estimate of the cost of expanding a series from one clock to another, in candidates. */
export function expansionCost({ rule, rdates }: Recurrence, start: WallClock, from: WallClock, end: WallClock): number {
  const beside = rdates.length * OCCURRENCE;
  if (!rule) return beside;
  const { candidates, length } = PERIODS[rule.frequency];
  // A rule with COUNT is expanded from its start.
  const first = clockTime(rule.count === undefined && from > start ? from : start);
  const last = clockTime(rule.until !== undefined && rule.until < end ? rule.until : end);
  const { months, weeks, yearDays, monthDays, days, hours, minutes, positions } = rule;
  const lists = [months, weeks, yearDays, monthDays, days, hours, minutes, positions];
  const inLists = lists.reduce((sum, { length: items }) => sum + items, 0);
  const most = rule.count ?? Infinity;
  const periods = Math.min(Math.max(0, last - first) / (rule.interval * length) + 1, inLists === 0 ? most : Infinity);
  const matches = periods * Math.min(candidates, perPeriod(rule)) * timesPerDay(rule);
  return beside + periods * candidates * (1 + inLists / LISTED) + matches + Math.min(most, matches) * OCCURRENCE;
}

/** Starts on one day that matches; for a rule by the hour, in one hour. */
const timesPerDay = ({ frequency, hours, minutes }: RecurrenceRule): number =>
  (frequency === 'HOURLY' ? 1 : Math.max(1, hours.length)) * Math.max(1, minutes.length);

/** An upper estimate of the days (or hours) that match in one period. */
function perPeriod({ frequency, weeks, days, monthDays, yearDays }: RecurrenceRule): number {
  const weekdays = days.reduce((sum, { nth }) => sum + (nth === undefined ? 5 : 1), 0);
  const inMonth = Math.max(1, monthDays.length, weekdays);
  if (frequency === 'MONTHLY') return inMonth;
  if (frequency === 'YEARLY') return Math.max(weeks.length, yearDays.length, inMonth * 12);
  return Math.max(1, days.length);
}
