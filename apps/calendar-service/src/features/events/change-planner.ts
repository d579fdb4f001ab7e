import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { changedRecurrence, sentNames, sentRecurrence, SeriesPlanner } from './series/series-planner';
import type { SplitSeries } from './series/recurrence/change-series';
import { EventValidator, type PlannedEvent } from './event-validator';
import { EventLoader } from './rows/events.repository';
import type { EventRow } from './rows/event-row';
import { EventWriter } from './event-writer';
import type { CreateEventDto, UpdateEventDto } from './events.dto';
import { datesOf, recurrenceOf, replacedRecurrence } from './series/series-row';
import { type Choice, SeriesScopes } from './series/series-scopes';
import { SeriesCuts } from './series/series-cuts';

/** A validated change of an event or of a part of a series, ready to be stored. */
export interface PlannedChange {
  /** Undefined when there is no event to change. */
  choice: Choice | undefined;
  planned: PlannedEvent;
  /** The cut of the series for the scope `following`. */
  split: SplitSeries | undefined;
}

/**
 * Plans and applies changes of events, of single occurrences, or of an occurrence and all after it. Call `apply` inside the transaction that
 * locked the event.
 */
@Injectable()
export class ChangePlanner {
  constructor(
    private readonly validator: EventValidator,
    private readonly loader: EventLoader,
    private readonly scopes: SeriesScopes,
    private readonly planner: SeriesPlanner,
    private readonly cuts: SeriesCuts,
    private readonly writer: EventWriter,
  ) {}

  async planNew(input: CreateEventDto, actor: Actor, faults: ParameterFaults): Promise<PlannedEvent> {
    const planned = await this.validator.validate(input, actor, faults, 'new');
    const sent = sentRecurrence(input, faults);
    return { ...planned, ...(await this.planner.planNew(sent, planned.dates, faults)) };
  }

  /** @param target undefined when the event does not exist or the caller may not change it; the caller of `plan` reports that */
  async plan(
    input: UpdateEventDto,
    actor: Actor,
    faults: ParameterFaults,
    target: EventRow | undefined,
  ): Promise<PlannedChange> {
    const choice = target && (await this.scopes.choose(target, input, faults));
    const planned = await this.validator.validate(input, actor, faults, choice?.occurrence);
    if (!choice) return { choice, planned, split: undefined };
    const { scope, event, occurrence } = choice;
    const sent = changedRecurrence(sentRecurrence(input, faults), input, event);
    const isOne = scope === 'this' || event.recurrenceStart !== null;
    if (isOne) {
      for (const name of sentNames(sent)) sent.complain(name, `${name} is not for one occurrence of a series.`);
      return { choice, planned, split: undefined };
    }
    const split = scope === 'following' ? await this.cuts.split(choice, faults) : undefined;
    if (!planned.dates && sentNames(sent).length === 0) return { choice, planned, split };
    const { expandedUntil } = event;
    const subject = split
      ? { dates: split.tailDates, recurrence: split.tail, expandedUntil }
      : {
          dates: datesOf(event),
          recurrence: sent.members.rrule === undefined ? recurrenceOf(event) : replacedRecurrence(event),
          expandedUntil,
        };
    const repeating = await this.planner.plan(sent, planned.dates, subject, datesOf(occurrence), faults);
    return { choice, planned: { ...planned, ...repeating }, split };
  }

  /** @returns id of the changed event, which is a new one unless the scope is `all` */
  async apply(
    { choice: { scope, event, occurrence }, planned, split }: PlannedChange & { choice: Choice },
    input: UpdateEventDto,
    actor: Actor,
  ): Promise<number> {
    const target =
      scope === 'all'
        ? event
        : await this.loader.get({
            id: split ? await this.cuts.cut(event, occurrence, split) : await this.cuts.takeOut(event, occurrence),
          });
    await this.writer.update(target, input, planned, actor);
    return target.id;
  }
}
