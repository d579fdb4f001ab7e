import { clockTime, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { MAX_OCCURRENCES, type RecurrenceRule, WEEKDAYS } from './recurrence-rule';

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
  for (const period of periods(rule, first, end, from)) {
    const set = period.filter((time) => fits(rule, time, first));
    const isPicked = (_: number, i: number) =>
      rule.positions.includes(i + 1) || rule.positions.includes(i - set.length);
    for (const time of rule.positions.length === 0 ? set : set.filter(isPicked)) {
      if (time > end) return;
      if (time >= first) yield time;
    }
  }
}

/** The longest length of each period. */
const LENGTHS = { HOURLY: HOUR, DAILY: DAY, WEEKLY: 7 * DAY, MONTHLY: 31 * DAY, YEARLY: 366 * DAY };

/** The event's time on each day of a period of the rule, period after period. */
function* periods(
  { frequency, interval, weekStart }: RecurrenceRule,
  first: number,
  end: number,
  from: number,
): Generator<number[]> {
  const [year, month, day, time] = [yearOf(first), monthOf(first), startOfDay(first), first - startOfDay(first)];
  const span = (from: number, to: number): number[] =>
    Array.from({ length: (to - from) / DAY }, (_, i) => from + i * DAY + time);
  const week = day - ((weekdayOf(day) - WEEKDAYS.indexOf(weekStart) + 7) % 7) * DAY;
  const periodAt = {
    HOURLY: (n: number) => [first + n * HOUR],
    DAILY: (n: number) => [first + n * DAY],
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

/** Whether a time matches all parts except BYSETPOS. Parts that the rule does not have follow from its start. */
function fits({ frequency, months, monthDays, yearDays, days }: RecurrenceRule, time: number, first: number): boolean {
  const [year, month, day] = [yearOf(time), monthOf(time), new Date(time).getUTCDate()];
  if (months.length > 0 && !months.includes(month)) return false;
  const [monthStart, monthEnd] = [Date.UTC(year, month - 1), Date.UTC(year, month)];
  const [yearStart, yearEnd] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  if (monthDays.length > 0 && !isAmong(monthDays, time, monthStart, monthEnd)) return false;
  if (yearDays.length > 0 && !isAmong(yearDays, time, yearStart, yearEnd)) return false;
  if (days.length > 0) {
    const [from, to] = frequency === 'YEARLY' && months.length === 0 ? [yearStart, yearEnd] : [monthStart, monthEnd];
    const [week, weekFromEnd] = [Math.floor((time - from) / DAY / 7) + 1, Math.floor((time - to) / DAY / 7)];
    return days.some(
      ({ weekday, nth }) =>
        WEEKDAYS[weekdayOf(time)] === weekday && (nth === undefined || nth === week || nth === weekFromEnd),
    );
  }
  if (monthDays.length > 0 || yearDays.length > 0 || frequency === 'HOURLY' || frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return weekdayOf(time) === weekdayOf(first);
  return (
    day === new Date(first).getUTCDate() && (frequency === 'MONTHLY' || months.length > 0 || month === monthOf(first))
  );
}

/** Whether the day's number in the span is in the list, counted from its beginning or, below zero, from its end. */
const isAmong = (list: readonly number[], time: number, from: number, to: number): boolean =>
  list.includes(Math.floor((time - from) / DAY) + 1) || list.includes(Math.floor((time - to) / DAY));

const startOfDay = (time: number): number => Math.floor(time / DAY) * DAY;
const yearOf = (time: number): number => new Date(time).getUTCFullYear();
const monthOf = (time: number): number => new Date(time).getUTCMonth() + 1;
/** 0 on Mondays; 1970 began with a Thursday. */
const weekdayOf = (time: number): number => (((Math.floor(time / DAY) + 3) % 7) + 7) % 7;
