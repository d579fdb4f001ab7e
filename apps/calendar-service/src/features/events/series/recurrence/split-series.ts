import { clockAt, clockTime, DAY_MS, endOfDay, LAST, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { occurrenceAt, type Recurrence, type SeriesDates, shownStart } from './expansion';
import type { RecurrenceRule } from '../rules/recurrence-rule';
import { ruleStarts } from '../rules/rule-starts';

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
  const shown = (clock: WallClock): WallClock =>
    clockTime(clock) < clockTime(at) - DAY_MS ? clock : shownStart(clock, dates);
  const starts = rule ? ruleStarts(rule, dates.start, clockTime(at)).map(clockAt) : [dates.start];
  const before = starts.filter((start) => shown(start) < at);
  const first = starts.find((start) => shown(start) === at);
  if (rule && first === undefined && goesOn(rule, dates, before.length)) return undefined;

  const begins = first ?? at;
  const occurrence = occurrenceAt(begins, dates);
  if (!occurrence) return undefined;
  return {
    head: {
      // Only additional dates may come before the start, which then goes to the tail.
      rule: before.length === 0 ? undefined : rule && headRule(rule, before, dates),
      exdates: [...(before.length === 0 ? [dates.start] : []), ...exdates.filter((date) => shown(date) < at)],
      rdates: rdates.filter((date) => shown(date) < at),
    },
    tail: {
      rule: first === undefined ? undefined : rule && { ...rule, count: rule.count && rule.count - before.length },
      exdates: exdates.filter((date) => shown(date) >= at),
      rdates: rdates.filter((date) => shown(date) > at),
    },
    tailDates: { ...dates, ...occurrence, start: begins },
  };
}

const goesOn = (rule: RecurrenceRule, { start }: SeriesDates, sofar: number): boolean =>
  ruleStarts({ ...rule, count: rule.count ?? sofar + 1 }, start, LAST).length > sofar;

function headRule(rule: RecurrenceRule, starts: readonly WallClock[], { allDay, start }: SeriesDates): RecurrenceRule {
  if (rule.count !== undefined) return { ...rule, count: starts.length };
  const last = starts.at(-1) ?? start;
  return { ...rule, until: allDay ? endOfDay(last) : last };
}
