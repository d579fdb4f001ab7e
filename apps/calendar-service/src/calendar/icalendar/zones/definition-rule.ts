import { DAY_MS } from '../../time-zones/wall-clock';

/** A rule by which a file's zone changes its clocks. */
export interface DefinitionRule {
  /** Clock times in a year that match the rule, in order, from its start on and without regard to its end. */
  readonly timesIn: (year: number) => number[];
  /** Number of changes, with the first. */
  readonly count: number | undefined;
  /** End as it is written: a clock time, or an instant if `isUtc`. */
  readonly until: { readonly time: number; readonly isUtc: boolean } | undefined;
}

/** Usual rules have up to 100 characters. */
const MAX_LENGTH = 250;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'DAILY'];
const NUMBERS = ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYSETPOS', 'BYHOUR', 'BYMINUTE', 'BYSECOND'];
const OTHERS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST'];
const DATE = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i;

/** A DATE or DATE-TIME value as a clock time; undefined for anything else. */
export function clockValue(text: string): { time: number; isDay: boolean; isUtc: boolean } | undefined {
  const [, year, month, day, hour, minute, second, utc] = DATE.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  const time = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const clock = ((Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second ?? 0)) * 1_000;
  return { time: time + clock, isDay: hour === undefined, isUtc: utc !== undefined };
}

/**
 * Reads the value of an RRULE (RFC 5545, 3.3.10), with its parts in any order. Zones change their clocks on days of a year, so rules by the week and by the
 * hour are refused, and each year is examined by itself.
 * @param start clock time of the first change
 * @param spend is told the number of days before they are examined
 * @returns undefined for a rule that cannot be read
 */
export function definitionRule(text: string, start: number, spend: (days: number) => void): DefinitionRule | undefined {
  const parts = text.length > MAX_LENGTH ? undefined : partsOf(text);
  const rule = parts && daysOf(parts, new Date(start));
  if (!rule) return undefined;
  const count = parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined;
  const until = parts.has('UNTIL') ? clockValue(parts.get('UNTIL') ?? '') : undefined;
  if (!(count === undefined || count > 0) || (parts.has('UNTIL') && !until)) return undefined;

  const clock = timeOfDay(parts, rule.start);
  const years = new Map<number, number[]>();
  const timesIn = (year: number): number[] =>
    matchingDays(rule, year, spend)
      .map((day) => day + clock)
      .filter((time) => time >= start);
  return {
    timesIn: (year) => {
      const times = years.get(year) ?? timesIn(year);
      years.set(year, times);
      return times;
    },
    count,
    until: until && { time: until.isDay ? until.time + DAY_MS - 1 : until.time, isUtc: until.isUtc },
  };
}

/** The parts of a rule by name; undefined if one is unknown or has a number that is none. */
function partsOf(text: string): Map<string, string> | undefined {
  const parts = new Map(
    text
      .replace(/\s+/g, '')
      .replace(/;$/, '')
      .toUpperCase()
      .split(';')
      .map((part): [string, string] => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  );
  const isKnown = [...parts.keys()].every((name) => NUMBERS.includes(name) || OTHERS.includes(name));
  return isKnown && NUMBERS.every((name) => numbersOf(parts, name).every(Number.isInteger)) ? parts : undefined;
}

const listOf = (parts: ReadonlyMap<string, string>, name: string): string[] =>
  (parts.get(name) ?? '').split(',').filter((member) => member !== '');

const numbersOf = (parts: ReadonlyMap<string, string>, name: string): number[] => listOf(parts, name).map(Number);

function daysOf(parts: ReadonlyMap<string, string>, start: Date): Days | undefined {
  const frequency = parts.get('FREQ') ?? '';
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const isYearly = frequency === 'MONTHLY' && interval === 12;
  const days = listOf(parts, 'BYDAY').map(dayOf);
  if (!FREQUENCIES.includes(frequency) || !(interval === 1 || isYearly)) return undefined;
  if (days.some(({ weekday }) => weekday < 0)) return undefined;
  return {
    frequency,
    isYearly,
    days,
    months: numbersOf(parts, 'BYMONTH'),
    monthDays: numbersOf(parts, 'BYMONTHDAY'),
    yearDays: numbersOf(parts, 'BYYEARDAY'),
    positions: numbersOf(parts, 'BYSETPOS'),
    start,
  };
}

/** Time of day of the changes. Lotus Notes repeats it in the rule. */
function timeOfDay(parts: ReadonlyMap<string, string>, start: Date): number {
  const [hour, minute, second] = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].map((name) => numbersOf(parts, name)[0]);
  const minutes = (hour ?? start.getUTCHours()) * 60 + (minute ?? start.getUTCMinutes());
  return (minutes * 60 + (second ?? start.getUTCSeconds())) * 1_000;
}

interface Days {
  readonly frequency: string;
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
  readonly yearDays: readonly number[];
  readonly days: readonly { weekday: number; nth: number | undefined }[];
  readonly positions: readonly number[];
  readonly start: Date;
  /** Whether a rule by the month skips all months but one. */
  readonly isYearly: boolean;
}

function dayOf(text: string): { weekday: number; nth: number | undefined } {
  const [, nth = '', name = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(text) ?? [];
  return { weekday: WEEKDAYS.indexOf(name), nth: nth === '' ? undefined : Number(nth) };
}

/** In days that are examined. Zones change their clocks a few times a year. */
const COST_OF_MATCH = 20;

/** Midnights of the days of a year that match the rule. */
function matchingDays(rule: Days, year: number, spend: (days: number) => void): number[] {
  const months = monthsOf(rule);
  spend(31 * months.length);
  const perMonth = months.map((month) => {
    const days = [];
    const span = { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) };
    for (let day = span.from; day < span.to; day += DAY_MS) if (isMatch(rule, day, year, span)) days.push(day);
    spend(COST_OF_MATCH * days.length);
    return days;
  });
  const sets = rule.frequency === 'YEARLY' ? [perMonth.flat()] : perMonth;
  const isPicked = (set: number[], i: number) =>
    rule.positions.length === 0 || rule.positions.includes(i + 1) || rule.positions.includes(i - set.length);
  return sets.flatMap((set) => set.filter((_, i) => isPicked(set, i)));
}

function monthsOf({ frequency, months, monthDays, yearDays, days, start, isYearly }: Days): number[] {
  if (months.length > 0) return [...months].sort((a, b) => a - b);
  const isOneMonth = frequency === 'YEARLY' && monthDays.length + yearDays.length + days.length === 0;
  return isOneMonth || isYearly ? [start.getUTCMonth() + 1] : Array.from({ length: 12 }, (_, i) => i + 1);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Whether a day matches all parts of the rule except BYMONTH and BYSETPOS. Without such parts, it is the day of the start. */
function isMatch(
  { frequency, months, monthDays, yearDays, days, start }: Days,
  day: number,
  year: number,
  month: Span,
) {
  if (monthDays.length > 0 && !isAmong(monthDays, day, month)) return false;
  if (yearDays.length > 0 && !isAmong(yearDays, day, yearOf(year))) return false;
  if (days.length > 0) {
    const weekday = (((day / DAY_MS + FIRST_WEEKDAY) % 7) + 7) % 7;
    const span = frequency === 'YEARLY' && months.length === 0 ? yearOf(year) : month;
    return days.some((one) => one.weekday === weekday && (one.nth === undefined || isNth(one.nth, day, span)));
  }
  const isOnDays = monthDays.length + yearDays.length > 0 || frequency === 'DAILY';
  return isOnDays || (day - month.from) / DAY_MS + 1 === start.getUTCDate();
}

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

const yearOf = (year: number): Span => ({ from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) });

/** Whether the day's number in the span is in the list, counted from its beginning or, below zero, from its end. */
const isAmong = (list: readonly number[], day: number, { from, to }: Span): boolean =>
  list.includes((day - from) / DAY_MS + 1) || list.includes((day - to) / DAY_MS);

const isNth = (nth: number, day: number, { from, to }: Span): boolean =>
  nth === Math.floor((day - from) / DAY_MS / 7) + 1 || nth === Math.floor((day - to) / DAY_MS / 7);
