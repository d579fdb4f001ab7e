import { clockAt, clockTime, DAY_MS, endOfDay, LAST, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { occurrenceAt, type Recurrence, type SeriesDates } from './expansion';
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
  // In an hour that does not exist, occurrences show a later start than the rule, by less than a day.
  const shown = (start: number): WallClock => {
    const clock = clockAt(start);
    return start < clockTime(at) - DAY_MS ? clock : (occurrenceAt(clock, dates)?.start ?? clock);
  };
  const starts = rule ? ruleStarts(rule, dates.start, clockTime(at)) : [clockTime(dates.start)];
  const before = starts.filter((start) => shown(start) < at);
  const first = starts.find((start) => shown(start) === at);
  if (rule && first === undefined && goesOn(rule, dates, before.length)) return undefined;

  const begins = first === undefined ? at : clockAt(first);
  const occurrence = occurrenceAt(begins, dates);
  if (!occurrence) return undefined;
  return {
    head: {
      rule: rule && headRule(rule, before, dates),
      exdates: exdates.filter((date) => date < at),
      rdates: rdates.filter((date) => date < at),
    },
    tail: {
      rule: first === undefined ? undefined : rule && { ...rule, count: rule.count && rule.count - before.length },
      exdates: exdates.filter((date) => date >= at),
      rdates: rdates.filter((date) => date > at),
    },
    tailDates: { ...dates, ...occurrence, start: begins },
  };
}

const goesOn = (rule: RecurrenceRule, { start }: SeriesDates, sofar: number): boolean =>
  ruleStarts({ ...rule, count: rule.count ?? sofar + 1 }, start, LAST).length > sofar;

function headRule(rule: RecurrenceRule, starts: readonly number[], { allDay }: SeriesDates): RecurrenceRule {
  if (rule.count !== undefined) return { ...rule, count: starts.length };
  const last = clockAt(starts.at(-1) ?? 0);
  return { ...rule, until: allDay ? endOfDay(last) : last };
}
