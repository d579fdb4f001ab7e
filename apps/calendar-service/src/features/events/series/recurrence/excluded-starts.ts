import { clockAt, clockTime, DAY_MS, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { MAX_OCCURRENCES, type RecurrenceRule } from '../rules/recurrence-rule';
import { expansionCost } from './expansion-cost';
import { matchingStarts, ruleStarts } from '../rules/rule-starts';
import { readRule } from '../rules/rule-text';
import type { SeriesDates } from './expansion';
import { MAX_DATES } from './recurrence-input';

/** As far as a series with an end is written at once. */
const REACH_MS = 10 * 366 * DAY_MS;
const MAX_EXRULES = 5;
/** Admits a daily rule. No start becomes an instant here, so each takes a fraction of the estimate. */
const MAX_COST = 100_000;

interface RestrictedSeries {
  /** Text of the RRULE; null when only dates are added. */
  readonly rule: string | null;
  readonly rdates: readonly WallClock[];
  /** Texts of the EXRULE lines. */
  readonly exrules: readonly string[];
}

/**
 * The starts of a series that its EXRULEs name (RFC 2445 §4.8.5.2), to be stored as exdates.
 * @returns undefined when they have no end, when they are too many, and when a rule cannot be read
 */
export function excludedStarts(
  dates: SeriesDates,
  { rule, rdates, exrules }: RestrictedSeries,
): WallClock[] | undefined {
  const reach = clockTime(dates.start) + REACH_MS;
  const own = rule === null ? undefined : affordableRule(rule, dates, reach);
  const exceptions = exrules.map((text) => affordableRule(text, dates, reach)).filter((one) => one !== undefined);
  if ((rule !== null && !own) || exceptions.length < exrules.length || exrules.length > MAX_EXRULES) return undefined;

  const starts = own ? ruleStarts(own, dates.start, reach) : [clockTime(dates.start)];
  const lists = exceptions.map((one) => matchingStarts(one, dates.start, reach, MAX_OCCURRENCES));
  const isEnding =
    !own || endsBy(own, starts, reach) || exceptions.every((one, i) => endsBy(one, lists[i] ?? [], reach));
  if (!isEnding) return undefined;
  const named = new Set(lists.flat());
  const excluded = [...new Set([...starts, ...rdates.map(clockTime)])].filter((start) => named.has(start));
  return excluded.length > MAX_DATES ? undefined : excluded.sort((a, b) => a - b).map(clockAt);
}

function affordableRule(text: string, dates: SeriesDates, reach: number): RecurrenceRule | undefined {
  const rule = readRule(text, dates);
  if ('refused' in rule) return undefined;
  const cost = expansionCost({ rule, exdates: [], rdates: [] }, dates.start, dates.start, clockAt(reach));
  return cost <= MAX_COST ? rule : undefined;
}

const endsBy = ({ count, until }: RecurrenceRule, starts: readonly number[], reach: number): boolean =>
  starts.length === count || (until !== undefined && clockTime(until) <= reach);
