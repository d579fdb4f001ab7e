import { type EventDates, eventDates, type RefusedEventDates, type StoredEventDates } from '../../dates/event-dates';
import { toInstant } from '../../../../calendar/time-zones/conversion';
import type { TimeZone } from '../../../../calendar/time-zones/time-zone';
import {
  clockAt,
  clockTime,
  DAY_MS,
  endOfDay,
  isWritable,
  LAST,
  startOfDay,
  type WallClock,
} from '../../../../calendar/time-zones/wall-clock';
import { occurrenceAt, type Recurrence, type SeriesDates, resolvedStart } from './expansion';
import { type RecurrenceRule, type RuleDay, type Weekday, WEEKDAYS } from '../rules/recurrence-rule';
import { ruleStarts } from '../rules/rule-starts';

/** The clock, moved by this number of milliseconds; unchanged when the result would be outside of the calendar. */
export const movedClock = (wall: WallClock, by: number): WallClock => {
  const time = clockTime(wall) + by;
  return isWritable(time) ? clockAt(time) : wall;
};

/**
 * The dates of a whole series after one of its occurrences got new dates. The start moves on the clock as far as that occurrence did. The whole
 * series gets its new duration.
 */
export function movedDates(
  series: SeriesDates,
  occurrence: Pick<StoredEventDates, 'start'>,
  newDates: EventDates,
  zone: TimeZone,
): EventDates | RefusedEventDates {
  if (occurrence.start === series.start) return newDates;
  const wall = movedClock(series.start, clockTime(newDates.start) - clockTime(occurrence.start));
  const utc = toInstant(wall, zone);
  const end = movedClock(wall, clockTime(newDates.end) - clockTime(newDates.start));
  const endUtc = newDates.allDay ? toInstant(end, zone) : new Date(utc.getTime() + newDates.durationSeconds * 1_000);
  return eventDates({ wall, utc }, { wall: end, utc: endUtc }, newDates.allDay, zone, 'start_date');
}

/**
 * The rule of a series that begins at `to` instead of `from`, so that every occurrence moves along.
 * @returns undefined for a rule whose days cannot be shifted, such as the last Friday of a month
 */
export function movedRule(rule: RecurrenceRule, from: WallClock, to: WallClock): RecurrenceRule | undefined {
  const days = (clockTime(startOfDay(to)) - clockTime(startOfDay(from))) / DAY_MS;
  // An UNTIL at the end of a day means the whole day, at whatever hour the event begins.
  const isWholeDay = rule.until !== undefined && rule.until === endOfDay(rule.until);
  const until = rule.until && movedClock(rule.until, isWholeDay ? days * DAY_MS : clockTime(to) - clockTime(from));
  const timed = retimed({ ...rule, until }, from, to);
  if (days === 0 || !timed) return timed;
  const isOften = rule.frequency !== 'MONTHLY' && rule.frequency !== 'YEARLY';
  return isOften ? turned(timed, days) : redated(timed, from, to);
}

/** Moves a rule whose hour, minute and second, if it names them, are those of its start. */
function retimed(rule: RecurrenceRule, from: WallClock, to: WallClock): RecurrenceRule | undefined {
  const next = { hours: rule.hours, minutes: rule.minutes, seconds: rule.seconds };
  for (const [name, at] of TIME_PARTS) {
    const [former, latter] = [from, to].map((wall) => Number(wall.slice(at, at + 2)));
    if (former === latter || latter === undefined) continue;
    if (next[name].some((item) => item !== former)) return undefined;
    next[name] = next[name].map(() => latter);
  }
  return { ...rule, ...next };
}

/** Where a wall clock has its hour, minute and second. */
const TIME_PARTS = [
  ['hours', 11],
  ['minutes', 14],
  ['seconds', 17],
] as const;

/** Shifts weekdays: a day later, Monday and Thursday become Tuesday and Friday. The first day of the week shifts too where it matters. */
function turned(rule: RecurrenceRule, by: number): RecurrenceRule | undefined {
  if ([rule.months, rule.monthDays, rule.yearDays].some((list) => list.length > 0)) return undefined;
  const turn = (weekday: Weekday): Weekday => WEEKDAYS.at((WEEKDAYS.indexOf(weekday) + by) % 7) ?? weekday;
  const weeksMatter = rule.days.length > 0 && (rule.interval > 1 || rule.positions.length > 0);
  const days = rule.days.map(({ weekday, nth }): RuleDay => ({ weekday: turn(weekday), nth }));
  return { ...rule, days, weekStart: weeksMatter ? turn(rule.weekStart) : rule.weekStart };
}

/** Moves a rule whose day of the month, and month of the year, are those of its start. */
function redated(rule: RecurrenceRule, from: WallClock, to: WallClock): RecurrenceRule | undefined {
  const partsOf = (wall: WallClock) => ({ month: Number(wall.slice(5, 7)), day: Number(wall.slice(8, 10)) });
  const [former, next] = [partsOf(from), partsOf(to)];
  if ([rule.days, rule.weeks, rule.yearDays, rule.positions].some((list) => list.length > 0)) return undefined;
  if (rule.monthDays.some((day) => day !== former.day)) return undefined;
  if (rule.months.some((month) => month !== former.month || rule.frequency === 'MONTHLY')) return undefined;
  return { ...rule, monthDays: rule.monthDays.map(() => next.day), months: rule.months.map(() => next.month) };
}

export interface SplitSeries {
  /** The occurrences before the cut. */
  readonly head: Recurrence;
  readonly tail: Recurrence;
  readonly tailDates: SeriesDates;
}

/**
 * Cuts a series in two before the occurrence that begins at `at`, which is not its first one. Both parts together have the same occurrences: a COUNT is
 * divided, and a rule without one ends before the cut.
 * @returns undefined when `at` is an additional date of a rule that continues: a rule cannot begin there
 */
export function splitSeries(dates: SeriesDates, recurrence: Recurrence, at: WallClock): SplitSeries | undefined {
  const { rule, exdates, rdates } = recurrence;
  // In an hour that does not exist, occurrences show a later start than rule and rdates, by less than a day.
  const resolved = (clock: WallClock): WallClock =>
    clockTime(clock) < clockTime(at) - DAY_MS ? clock : resolvedStart(clock, dates);
  const starts = rule ? ruleStarts(rule, dates.start, clockTime(at)).map(clockAt) : [dates.start];
  const before = starts.filter((start) => resolved(start) < at);
  const first = starts.find((start) => resolved(start) === at);
  if (rule && first === undefined && goesOn(rule, dates, before.length)) return undefined;

  const begins = first ?? at;
  const occurrence = occurrenceAt(begins, dates);
  if (!occurrence) return undefined;
  return {
    head: {
      // Only additional dates may come before the start, which then goes to the tail.
      rule: before.length === 0 ? undefined : rule && headRule(rule, before, dates),
      exdates: [...(before.length === 0 ? [dates.start] : []), ...exdates.filter((date) => resolved(date) < at)],
      rdates: rdates.filter((date) => resolved(date) < at),
    },
    tail: {
      rule: first === undefined ? undefined : rule && { ...rule, count: rule.count && rule.count - before.length },
      exdates: exdates.filter((date) => resolved(date) >= at),
      rdates: rdates.filter((date) => resolved(date) > at),
    },
    tailDates: { ...dates, ...occurrence, start: begins },
  };
}

const goesOn = (rule: RecurrenceRule, { start }: SeriesDates, soFar: number): boolean =>
  ruleStarts({ ...rule, count: rule.count ?? soFar + 1 }, start, LAST).length > soFar;

function headRule(rule: RecurrenceRule, starts: readonly WallClock[], { allDay, start }: SeriesDates): RecurrenceRule {
  if (rule.count !== undefined) return { ...rule, count: starts.length };
  const last = starts.at(-1) ?? start;
  return { ...rule, until: allDay ? endOfDay(last) : last };
}
