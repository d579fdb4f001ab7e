import { clockTime, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { type Frequency, type RecurrenceRule, type RuleDay, type Weekday, WEEKDAYS } from './recurrence-rule';

const UNITS: Readonly<Record<Frequency, string>> = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const AND = new Intl.ListFormat('en-GB');
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * A rule as an English phrase: `Every 2 weeks on Monday and Friday, until 1 May 2031`.
 * @param start of the first occurrence: the day that a rule without a day repeats
 * @returns undefined for a rule whose times of day would need a long list
 */
export function ruleWords(rule: RecurrenceRule, start: WallClock): string | undefined {
  const { frequency, interval } = rule;
  const times = timesOf(rule, start);
  if (times === undefined) return undefined;
  const every = interval === 1 ? `Every ${UNITS[frequency]}` : `Every ${interval} ${UNITS[frequency]}s`;
  const parts = [every, daysOf(rule, start), weeksOf(rule), monthsOf(rule), times].filter((part) => part !== '');
  return [parts.join(' '), ...endOf(rule)].join(', ');
}

function endOf({ count, until }: RecurrenceRule): string[] {
  if (count !== undefined) return [count === 1 ? 'once' : `${count} times`];
  return until === undefined ? [] : [`until ${dayText(until)}`];
}

const MAX_TIMES = 6;

/** Empty where all occurrences begin at the time of day of the first one. */
function timesOf({ frequency, hours, minutes, positions }: RecurrenceRule, start: WallClock): string | undefined {
  if (hours.length === 0 && minutes.length === 0) return '';
  if (frequency === 'HOURLY' || positions.length > 0) return undefined;
  const named = (list: readonly number[], from: number): string[] =>
    list.length === 0
      ? [start.slice(from, from + 2)]
      : list.toSorted((a, b) => a - b).map((item) => String(item).padStart(2, '0'));
  const times = named(hours, 11).flatMap((hour) => named(minutes, 14).map((minute) => `${hour}:${minute}`));
  if (times.length > MAX_TIMES) return undefined;
  return times.join() === start.slice(11, 16) ? '' : `at ${AND.format(times)}`;
}

function weeksOf({ weeks }: RecurrenceRule): string {
  if (weeks.length === 0) return '';
  const names = weeks.map((week) => (week > 0 ? `week ${week}` : `the ${nth(week)} week of the year`));
  return `in ${AND.format(names)}`;
}

const dayText = (wall: WallClock): string => DAY.format(clockTime(wall));

function monthsOf({ months, frequency, weeks, monthDays, days, yearDays }: RecurrenceRule): string {
  if (months.length === 0) return '';
  const names = AND.format(months.map(monthName));
  // `on the 5th of January`, but `on Monday in January`.
  const isDayOfMonth = frequency === 'YEARLY' && [weeks, days, yearDays].every((list) => list.length === 0);
  return isDayOfMonth || (monthDays.length > 0 && days.length === 0) ? `of ${names}` : `in ${names}`;
}

function daysOf(rule: RecurrenceRule, start: WallClock): string {
  const { yearDays, monthDays, days, positions } = rule;
  const dates = [
    ...(yearDays.length > 0 ? [`the ${AND.format(yearDays.map(nth))} day of the year`] : []),
    ...(monthDays.length > 0 ? [dayNumbers(monthDays)] : []),
  ];
  if (positions.length > 0) {
    const chosen = [...dates, ...(days.length > 0 ? [OR.format(distinctDays(days))] : [])].join(', ');
    return `on the ${AND.format(positions.map(nth))} ${dates.length > 0 ? 'of: ' : ''}${chosen}`;
  }
  if (dates.length > 0 && days.length > 0)
    return `on ${dates.join(', ')}, if it is ${OR.format(days.map(({ weekday }) => `a ${nameOf(weekday)}`))}`;
  if (dates.length > 0) return `on ${dates.join(', ')}`;
  return days.length > 0 ? `on ${AND.format(weekdaysOf(rule))}` : dayOfStart(rule, start);
}

/** The day that a rule without one repeats. */
function dayOfStart({ frequency, months, weeks }: RecurrenceRule, start: WallClock): string {
  const date = new Date(clockTime(start));
  if (frequency === 'WEEKLY' || weeks.length > 0) return `on ${nameOf(WEEKDAYS[(date.getUTCDay() + 6) % 7] ?? 'MO')}`;
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') return '';
  const day = `on ${dayNumbers([date.getUTCDate()])}`;
  return frequency === 'MONTHLY' || months.length > 0 ? day : `${day} of ${MONTH.format(date)}`;
}

/** `Monday`; with a number `the second Tuesday`; in months and years `every Monday`. */
const weekdaysOf = ({ days, weeks, frequency }: RecurrenceRule): string[] =>
  days.map(({ weekday, nth: number }) => {
    if (number !== undefined) return `the ${nth(number)} ${nameOf(weekday)}`;
    return (frequency === 'MONTHLY' || frequency === 'YEARLY') && weeks.length === 0
      ? `every ${nameOf(weekday)}`
      : nameOf(weekday);
  });

/** The days that positions choose from. Monday to Friday are weekdays. */
const distinctDays = (days: readonly RuleDay[]): string[] =>
  days.length === 5 && days.every(({ weekday }) => weekday !== 'SA' && weekday !== 'SU')
    ? ['weekday']
    : days.map(({ weekday }) => nameOf(weekday));

/** `the 1st and 15th`, `the last day`. */
function dayNumbers(numbers: readonly number[]): string {
  return `the ${AND.format(numbers.map((number) => (number < 0 ? `${nth(number)} day` : ordinal(number))))}`;
}

/** `first`, `last`, `second to last`, `12th`. */
function nth(number: number): string {
  const size = Math.abs(number);
  const name = ORDINALS[size] ?? ordinal(size);
  if (number > 0) return name;
  return size === 1 ? 'last' : `${name} to last`;
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const RULES = new Intl.PluralRules('en-GB', { type: 'ordinal' });
export const ordinal = (number: number): string => `${number}${ENDINGS[RULES.select(number)] ?? 'th'}`;

const nameOf = (weekday: Weekday): string => DAY_NAMES[weekday];
const monthName = (month: number): string => MONTH.format(Date.UTC(2_000, month - 1));
