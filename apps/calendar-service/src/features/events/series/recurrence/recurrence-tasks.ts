import { storedZone } from '../../../../calendar/time-zones/stored-zone';
import type { WallClock } from '../../../../calendar/time-zones/wall-clock';
import { type Continuation, expand, type Expansion, type Recurrence, type SeriesDates } from './expansion';
import type { RecurrenceRule } from '../rules/recurrence-rule';
import { neverComes } from '../rules/rule-starts';
import { splitSeries, type SplitSeries } from './change-series';

/** A series as it is sent to another thread, which looks up its zone by name. */
interface SentSeries {
  dates: Omit<SeriesDates, 'zone'>;
  recurrence: Recurrence;
}

const received = (dates: SentSeries['dates']): SeriesDates => ({ ...dates, zone: storedZone(dates.timezone) });

export const expandSeries = ({
  dates,
  recurrence,
  end,
  continuation,
}: SentSeries & { end: WallClock; continuation: Continuation | undefined }): Expansion =>
  expand(received(dates), recurrence, end, continuation);

export function cutSeries({ dates, recurrence, at }: SentSeries & { at: WallClock }): SentSplit | undefined {
  const split = splitSeries(received(dates), recurrence, at);
  return split && { head: split.head, tail: split.tail, tailDates: withoutZone(split.tailDates) };
}

interface SentSplit extends Pick<SplitSeries, 'head' | 'tail'> {
  tailDates: SentSeries['dates'];
}

export const ruleNeverComes = ({ rule, start }: { rule: RecurrenceRule; start: WallClock }): boolean =>
  neverComes(rule, start);

export function withoutZone({ start, end, startUtc, endUtc, timezone, allDay }: SeriesDates): SentSeries['dates'] {
  return { start, end, startUtc, endUtc, timezone, allDay };
}
