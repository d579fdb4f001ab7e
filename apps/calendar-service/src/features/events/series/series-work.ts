import { Problem } from '@almanac/errors';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Injectable } from '@nestjs/common';
import {
  type Continuation,
  expand,
  type Expansion,
  expansionCost,
  MAX_INLINE_COST,
  type Recurrence,
  type SeriesDates,
} from './recurrence/expansion';
import type * as recurrenceTasks from './recurrence/recurrence-tasks';
import { withoutZone } from './recurrence/recurrence-tasks';
import type { RecurrenceRule } from './rules/recurrence-rule';
import { comesSoon } from './rules/rule-starts';
import { splitSeries, type SplitSeries } from './recurrence/change-series';
import { toWallClock } from '../../../calendar/time-zones/conversion';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';

const TASKS = taskFile<typeof recurrenceTasks>(require.resolve('./recurrence/recurrence-tasks'));
const DEADLINE_MS = 5_000;

/** Evaluates recurrence rules. Work that could block the event loop for more than 20 ms runs in a worker thread. */
@Injectable()
export class SeriesWork {
  constructor(private readonly workers: WorkerPool) {}

  /** @param end on the event's clock */
  async expand(
    dates: SeriesDates,
    recurrence: Recurrence,
    end: WallClock,
    continuation?: Continuation,
  ): Promise<Expansion> {
    const from = continuation ? toWallClock(continuation.after, dates.zone) : dates.start;
    if (expansionCost(recurrence, dates.start, from, end) <= MAX_INLINE_COST)
      return expand(dates, recurrence, end, continuation);
    return this.workers.run(
      TASKS,
      'expandSeries',
      { dates: withoutZone(dates), recurrence, end, continuation },
      limits(),
    );
  }

  async split(dates: SeriesDates, recurrence: Recurrence, at: WallClock): Promise<SplitSeries | undefined> {
    if (expansionCost(recurrence, dates.start, dates.start, at) <= MAX_INLINE_COST)
      return splitSeries(dates, recurrence, at);
    const split = await this.workers.run(TASKS, 'cutSeries', { dates: withoutZone(dates), recurrence, at }, limits());
    return split && { ...split, tailDates: { ...split.tailDates, zone: dates.zone } };
  }

  /** Whether the rule has no occurrence at all, e.g. only on 30 February. */
  async neverComes(rule: RecurrenceRule, start: WallClock): Promise<boolean> {
    return !comesSoon(rule, start) && (await this.workers.run(TASKS, 'ruleNeverComes', { rule, start }, limits()));
  }
}

const limits = () => ({
  deadlineMs: DEADLINE_MS,
  tooExpensive: new Problem(422, 'The recurrence rule takes too long to evaluate. Choose a simpler one.', {
    type: 'too-expensive',
    code: 'rest-rule-too-expensive',
  }),
});
