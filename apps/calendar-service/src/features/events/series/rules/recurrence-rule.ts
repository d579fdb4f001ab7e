import type { WallClock } from '../../../../calendar/time-zones/wall-clock';

/** Monday first, as in ISO 8601. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const FREQUENCIES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** `TU`, or with a number the second (`2TU`) or last (`-1TU`) one of the month or year. */
export interface RuleDay {
  readonly weekday: Weekday;
  readonly nth: number | undefined;
}

/** The parts of a rule that list numbers, by their names in an RRULE. */
export const NUMBER_LISTS = {
  BYMONTH: { member: 'months', least: 1, most: 12, mayBeNegative: false },
  BYWEEKNO: { member: 'weeks', least: 1, most: 53, mayBeNegative: true },
  BYYEARDAY: { member: 'yearDays', least: 1, most: 366, mayBeNegative: true },
  BYMONTHDAY: { member: 'monthDays', least: 1, most: 31, mayBeNegative: true },
  BYHOUR: { member: 'hours', least: 0, most: 23, mayBeNegative: false },
  BYMINUTE: { member: 'minutes', least: 0, most: 59, mayBeNegative: false },
  BYSECOND: { member: 'seconds', least: 0, most: 59, mayBeNegative: false },
  BYSETPOS: { member: 'positions', least: 1, most: 366, mayBeNegative: true },
} as const;
export type NumberListName = keyof typeof NUMBER_LISTS;

/** A rule of RFC 5545 §3.3.10 on the event's own clock, without a zone. Lists are empty where the rule has none. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** How many occurrences there are, the first one included. Never together with `until`. */
  readonly count: number | undefined;
  /** The latest start of an occurrence, on the event's clock. */
  readonly until: WallClock | undefined;
  readonly months: readonly number[];
  /** Weeks of the year; the first one has at least four days of it (ISO 8601, but with `weekStart`). */
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RuleDay[];
  /** Empty for the hour of the start; so are the minutes and seconds. */
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  /** One at most. */
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
  readonly weekStart: Weekday;
}

/** Whether the rule ends by itself. */
export const isFinite = ({ count, until }: Pick<RecurrenceRule, 'count' | 'until'>): boolean =>
  count !== undefined || until !== undefined;

/** Rules that would yield more are refused. */
export const MAX_OCCURRENCES = 10_000;

/**
 * How far an unbounded series is written at most, from the beginning of this month or from its start. Ten years are the longest horizon; the rest is a
 * reserve.
 */
export const MAX_REACH_MONTHS = 124;
