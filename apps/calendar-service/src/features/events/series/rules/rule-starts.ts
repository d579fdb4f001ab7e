import { clockTime, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { MAX_OCCURRENCES, type RecurrenceRule, type Weekday, WEEKDAYS } from './recurrence-rule';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * The starts of a series that begins at `start`, as clock times (`clockTime`) in order. The first start is always included and counts
 * (RFC 5545 §3.8.5.3).
 * @param end clock time after which the search stops
 * @param from clock time before which starts are dropped; a rule with COUNT returns them too, because they count
 * @returns up to twice the largest number of occurrences, because some starts may be excluded
 */
export function ruleStarts(rule: RecurrenceRule, start: WallClock, end: number, from = -Infinity): number[] {
  const first = clockTime(start);
  const until = rule.until === undefined ? end : Math.min(end, clockTime(rule.until));
  const most = rule.count ?? 2 * MAX_OCCURRENCES;
  const earliest = rule.count === undefined ? from : -Infinity;
  const starts = first >= earliest ? [first] : [];
  if (starts.length >= most) return starts;
  for (const time of matches(rule, first, until, earliest)) {
    if (time > first && time >= earliest) starts.push(time);
    if (starts.length === most) break;
  }
  return starts;
}

/**
 * The starts that match the rule, from `start` until `end`, in order. Unlike a series, they include `start` only if it fits (EXRULE of RFC 2445).
 * @returns `most` at most
 */
export function matchingStarts(rule: RecurrenceRule, start: WallClock, end: number, most: number): number[] {
  const starts: number[] = [];
  const last = rule.until === undefined ? end : Math.min(end, clockTime(rule.until));
  for (const time of matches(rule, clockTime(start), last)) {
    if (starts.length === Math.min(most, rule.count ?? most)) break;
    starts.push(time);
  }
  return starts;
}

/** Whether the rule names only days that never come, such as 30 February. */
export function neverComes(rule: RecurrenceRule, start: WallClock): boolean {
  // A weekday and the leap day meet every 28 years, or 40 around a century.
  return !comesWithin(rule, start, rule.frequency === 'HOURLY' ? 5 * 366 : 45 * 366);
}

/** Whether an occurrence comes within a short time. False does not mean that none comes later. */
export const comesSoon = (rule: RecurrenceRule, start: WallClock): boolean =>
  comesWithin(rule, start, rule.frequency === 'HOURLY' ? 40 : 3 * 366);

function comesWithin(rule: RecurrenceRule, start: WallClock, days: number): boolean {
  const first = clockTime(start);
  return matches(rule, first, first + days * DAY).next().done !== true;
}

/** Times from `first` to `end` that match the rule. `end` bounds the search even when nothing matches. The search begins shortly before `from`. */
function* matches(rule: RecurrenceRule, first: number, end: number, from = first): Generator<number> {
  const times = timesOf(rule, first);
  for (const period of periods(rule, first, end, from)) {
    const set = period
      .filter((begin) => fits(rule, begin, first))
      .flatMap((begin) => times.map((time) => begin + time));
    for (const time of rule.positions.length === 0 ? set : picked(set, rule.positions)) {
      if (time > end) return;
      if (time >= first) yield time;
    }
  }
}

/** The items at these positions, which count from 1 or, below zero, from the end. */
function picked(set: readonly number[], positions: readonly number[]): number[] {
  const items = positions.map((position) => set.at(position > 0 ? position - 1 : position));
  return [...new Set(items)].filter((item) => item !== undefined).sort((a, b) => a - b);
}

/** Times of day at which occurrences begin; for a rule by the hour, times within the hour. Those that the rule does not name are its start's. */
function timesOf({ frequency, hours, minutes, seconds }: RecurrenceRule, first: number): number[] {
  const start = new Date(first);
  const named = (list: readonly number[], own: number) => (list.length === 0 ? [own] : list.toSorted((a, b) => a - b));
  const [inMinute = 0] = named(seconds, start.getUTCSeconds());
  return (frequency === 'HOURLY' ? [0] : named(hours, start.getUTCHours())).flatMap((hour) =>
    named(minutes, start.getUTCMinutes()).map((minute) => ((hour * 60 + minute) * 60 + inMinute) * 1_000),
  );
}

/** The longest length of each period. */
const LENGTHS = { HOURLY: HOUR, DAILY: DAY, WEEKLY: 7 * DAY, MONTHLY: 31 * DAY, YEARLY: 366 * DAY };

/** The beginnings of the days (or of the hour) of a period of the rule, period after period. */
function* periods(
  { frequency, interval, weekStart }: RecurrenceRule,
  first: number,
  end: number,
  from: number,
): Generator<number[]> {
  const [year, month, day, hour] = [yearOf(first), monthOf(first), startOfDay(first), Math.floor(first / HOUR) * HOUR];
  const span = (from: number, to: number): number[] =>
    Array.from({ length: (to - from) / DAY }, (_, i) => from + i * DAY);
  const week = startOfWeek(first, weekStart);
  const periodAt = {
    HOURLY: (n: number) => [hour + n * HOUR],
    DAILY: (n: number) => [day + n * DAY],
    WEEKLY: (n: number) => span(week + n * 7 * DAY, week + (n + 1) * 7 * DAY),
    MONTHLY: (n: number) => span(Date.UTC(year, month - 1 + n), Date.UTC(year, month + n)),
    YEARLY: (n: number) => span(Date.UTC(year + n, 0), Date.UTC(year + n + 1, 0)),
  }[frequency];
  const passed = Math.max(0, Math.floor((from - first) / LENGTHS[frequency]) - 1);
  for (let n = passed - (passed % interval); ; n += interval) {
    const period = periodAt(n);
    if ((period[0] ?? Infinity) > end) return;
    yield period;
  }
}

/** Whether a day or hour matches all parts except BYSETPOS. Parts that the rule does not have follow from its start. */
function fits(rule: RecurrenceRule, time: number, first: number): boolean {
  const { frequency, months, weeks, monthDays, yearDays, days, hours } = rule;
  if (frequency === 'HOURLY' && hours.length > 0 && !hours.includes(new Date(time).getUTCHours())) return false;
  const [year, month, day] = [yearOf(time), monthOf(time), new Date(time).getUTCDate()];
  if (months.length > 0 && !months.includes(month)) return false;
  const [monthStart, monthEnd] = [Date.UTC(year, month - 1), Date.UTC(year, month)];
  const [yearStart, yearEnd] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  if (monthDays.length > 0 && !isAmong(monthDays, time, monthStart, monthEnd)) return false;
  if (yearDays.length > 0 && !isAmong(yearDays, time, yearStart, yearEnd)) return false;
  if (weeks.length > 0 && !isInWeeks(rule, time)) return false;
  if (days.length > 0) {
    const [from, to] = frequency === 'YEARLY' && months.length === 0 ? [yearStart, yearEnd] : [monthStart, monthEnd];
    const [week, weekFromEnd] = [Math.floor((time - from) / DAY / 7) + 1, Math.floor((time - to) / DAY / 7)];
    return days.some(
      ({ weekday, nth }) =>
        WEEKDAYS[weekdayOf(time)] === weekday && (nth === undefined || nth === week || nth === weekFromEnd),
    );
  }
  if (monthDays.length > 0 || yearDays.length > 0 || frequency === 'HOURLY' || frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY' || weeks.length > 0) return weekdayOf(time) === weekdayOf(first);
  return (
    day === new Date(first).getUTCDate() && (frequency === 'MONTHLY' || months.length > 0 || month === monthOf(first))
  );
}

/** Whether the day's week is in the list. Days around New Year may belong to a week of the year before or after. */
function isInWeeks({ weeks, weekStart }: RecurrenceRule, time: number): boolean {
  const begin = startOfWeek(time, weekStart);
  const year = yearOf(begin + 3 * DAY);
  const weekOne = (of: number) => startOfWeek(Date.UTC(of, 0, 4), weekStart);
  const number = (begin - weekOne(year)) / (7 * DAY) + 1;
  return weeks.includes(number) || weeks.includes((begin - weekOne(year + 1)) / (7 * DAY));
}

/** Whether the day's number in the span is in the list, counted from its beginning or, below zero, from its end. */
const isAmong = (list: readonly number[], time: number, from: number, to: number): boolean =>
  list.includes(Math.floor((time - from) / DAY) + 1) || list.includes(Math.floor((time - to) / DAY));

const startOfWeek = (time: number, weekStart: Weekday): number =>
  startOfDay(time) - ((weekdayOf(time) - WEEKDAYS.indexOf(weekStart) + 7) % 7) * DAY;

const startOfDay = (time: number): number => Math.floor(time / DAY) * DAY;
const yearOf = (time: number): number => new Date(time).getUTCFullYear();
const monthOf = (time: number): number => new Date(time).getUTCMonth() + 1;
/** 0 on Mondays; 1970 began with a Thursday. */
const weekdayOf = (time: number): number => (((Math.floor(time / DAY) + 3) % 7) + 7) % 7;
