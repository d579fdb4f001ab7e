import { clockTime, DAY_MS, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import type { Recurrence } from './expansion';
import type { Frequency, RecurrenceRule } from '../rules/recurrence-rule';

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
