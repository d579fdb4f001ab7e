import { isPlainObject } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { readChanges } from '../../../calendar/parameters/read-parameters';
import type { EventRow } from '../rows/event-row';
import { RecurrenceDto, type SeriesDto } from './series.dto';
import { isSeries } from './series-row';
import {
  checkRecurrence,
  type Complain,
  type ParsedRecurrence,
  readRecurrence,
  type RecurrenceInput,
} from './recurrence/recurrence-input';
import { SETTINGS, type Settings } from '../../../config';
import type { EventDates, StoredEventDates } from '../dates/event-dates';
import { type Expansion, expansionEnd, ONCE, type Recurrence, repeats, type SeriesDates } from './recurrence/expansion';
import { movedClock, movedDates, movedRule } from './recurrence/change-series';
import { MAX_OCCURRENCES } from './rules/recurrence-rule';
import { toWallClock } from '../../../calendar/time-zones/conversion';
import { clockTime, startOfDay } from '../../../calendar/time-zones/wall-clock';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import type { PlannedSeries } from './series-expansion';
import { SeriesWork } from './series-work';

const MEMBERS = ['rrule', 'exdates', 'rdates'] as const;

/** The recurrence that a request sends. `complain` names a refused member as the caller sent it. */
interface SentRecurrence {
  readonly members: RecurrenceInput;
  readonly complain: Complain;
}

/**
 * Requests send `rrule`, `exdates` and `rdates` as fields of their own, or inside `recurrence`, as answers show them. Of two, the field of its own
 * counts. `recurrence: null` ends the repetition.
 */
export function sentRecurrence(input: SeriesDto, faults: ParameterFaults): SentRecurrence {
  const { recurrence } = input;
  const own = sentMembers(input);
  const complain: Complain = (name, message) => {
    if (name in own || !isPlainObject(recurrence)) faults.add(name, message);
    else faults.addInside('recurrence', `recurrence.${name}`, `recurrence.${message}`);
  };
  if (recurrence === null) return { members: { rrule: '', ...own }, complain };
  if (!isPlainObject(recurrence)) return { members: own, complain };
  const inside = readChanges(RecurrenceDto, recurrence);
  faults.addNested('recurrence', 'recurrence', inside.faults);
  return { members: { ...sentMembers(inside.value), ...own }, complain };
}

/**
 * Members of `recurrence` that repeat what the answer shows are no change, so that a series whose start moves takes them along. Fields of their own
 * always count.
 */
export function changedRecurrence(sent: SentRecurrence, input: SeriesDto, event: EventRow): SentRecurrence {
  if (input.recurrence === undefined) return sent;
  const own = sentMembers(input);
  if (input.recurrence === null) return isSeries(event) ? sent : { ...sent, members: own };
  const presented = { rrule: event.rrule ?? '', exdates: event.exdates, rdates: event.rdates };
  const isRepeated = (name: keyof RecurrenceInput) =>
    !(name in own) && JSON.stringify(sent.members[name] ?? NONE[name]) === JSON.stringify(presented[name]);
  const { rrule, exdates, rdates } = sent.members;
  const endsRule = rrule === '' || rrule === null;
  return {
    ...sent,
    members: sentMembers({
      rrule: isRepeated('rrule') ? undefined : rrule,
      exdates: isRepeated('exdates') ? undefined : exdates,
      // The dates beside a rule that ends must be sent to stay.
      rdates: isRepeated('rdates') && (isRepeated('rrule') || !endsRule) ? undefined : rdates,
    }),
  };
}

/** The members that were sent. */
export const sentNames = ({ members }: SentRecurrence) => MEMBERS.filter((name) => name in members);

/** Whether the request describes a whole series. */
export const isSeriesSent = ({ recurrence }: { recurrence?: unknown }): boolean => isPlainObject(recurrence);

const NONE = { rrule: '', exdates: [], rdates: [] };

const sentMembers = (input: RecurrenceInput): RecurrenceInput =>
  Object.fromEntries(MEMBERS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

/** The series that a change is about, or an event that may become one. */
interface Subject {
  dates: SeriesDates;
  recurrence: Recurrence;
  /** The moment up to which its occurrences are written; null when all of them are. */
  expandedUntil: Date | null;
}

/** Values to store; undefined members stay as they are. */
interface PlannedRecurrence {
  dates: EventDates | undefined;
  series: PlannedSeries | undefined;
}

/** Computes the new recurrence of an event from the input and its former recurrence. */
@Injectable()
export class SeriesPlanner {
  constructor(
    private readonly work: SeriesWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param dates of the new event; undefined where they were refused */
  async planNew(
    sent: SentRecurrence,
    dates: EventDates | undefined,
    faults: ParameterFaults,
  ): Promise<PlannedRecurrence> {
    if (!dates) return { dates, series: undefined };
    const subject = { dates: { ...dates, zone: storedZone(dates.timezone) }, recurrence: ONCE, expandedUntil: null };
    return this.plan(sent, dates, subject, dates, faults);
  }

  /**
   * @param newDates the new dates of `occurrence`; the whole subject moves by the difference
   * @param occurrence one of the subject's
   */
  async plan(
    { members, complain }: SentRecurrence,
    newDates: EventDates | undefined,
    { dates: former, recurrence, expandedUntil }: Subject,
    occurrence: Pick<StoredEventDates, 'start'>,
    faults: ParameterFaults,
  ): Promise<PlannedRecurrence> {
    const isRecurrenceSent = Object.keys(members).length > 0;
    if (!isRecurrenceSent && (!newDates || !repeats(recurrence))) return { dates: newDates, series: undefined };
    const zone = newDates ? storedZone(newDates.timezone) : former.zone;
    const moved = newDates ? movedDates(former, occurrence, newDates, zone) : undefined;
    if (moved && 'refused' in moved) {
      for (const name of moved.refused) faults.addInvalid(name, moved.reason);
      return { dates: undefined, series: undefined };
    }
    const dates: SeriesDates = { ...(moved ?? former), zone };
    const parsed = readRecurrence(members, dates, new Date(), complain);
    const next = this.next(parsed, { dates: former, recurrence }, dates, faults);
    const end = expansionEnd(dates, next.rule, new Date(), this.settings.recurrenceHorizonMonths);
    const expansion = await this.expandedFurther(
      next,
      dates,
      await this.expansion(next, dates, end, complain),
      expandedUntil,
    );
    const expandedTo = expansion.until && toWallClock(expansion.until, dates.zone);
    return {
      dates: moved,
      series: {
        recurrence: next,
        expansion,
        dates,
        end: expandedTo && expandedTo > end ? expandedTo : end,
        shift: clockTime(dates.start) - clockTime(former.start),
      },
    };
  }

  private next(
    parsed: ParsedRecurrence,
    { dates: former, recurrence }: Omit<Subject, 'expandedUntil'>,
    dates: SeriesDates,
    faults: ParameterFaults,
  ): Recurrence {
    if (parsed.endsRule && !parsed.rdates?.length) return ONCE;
    const shift = clockTime(dates.start) - clockTime(former.start);
    const formerRule = parsed.endsRule ? undefined : recurrence.rule;
    const rule = parsed.rule ?? (formerRule && movedRule(formerRule, former.start, dates.start));
    if (formerRule && !rule)
      faults.add(
        'start_date',
        `start_date is ${startOfDay(former.start) === startOfDay(dates.start) ? 'at another time' : 'on another day'} than rrule says; send the new rrule with it.`,
      );
    return {
      rule,
      exdates: parsed.exdates ?? recurrence.exdates.map((date) => movedClock(date, shift)),
      rdates: parsed.rdates ?? recurrence.rdates.map((date) => movedClock(date, shift)),
    };
  }

  private async expansion(
    recurrence: Recurrence,
    dates: SeriesDates,
    end: SeriesDates['start'],
    complain: Complain,
  ): Promise<Expansion> {
    const expansion = await this.work.expand(dates, repeats(recurrence) ? recurrence : ONCE, end);
    const isNever = recurrence.rule !== undefined && (await this.work.neverComes(recurrence.rule, dates.start));
    checkRecurrence(recurrence, dates, expansion, isNever, complain);
    return expansion;
  }

  /** Expands as far again as readers requested before, so that those occurrences keep their ids. */
  private async expandedFurther(
    recurrence: Recurrence,
    dates: SeriesDates,
    expansion: Expansion,
    expandedUntil: Date | null,
  ): Promise<Expansion> {
    const { occurrences, until } = expansion;
    const most = MAX_OCCURRENCES - occurrences.length;
    if (!until || !expandedUntil || expandedUntil <= until || most <= 0) return expansion;
    const further = await this.work.expand(dates, recurrence, toWallClock(expandedUntil, dates.zone), {
      after: until,
      most,
    });
    return { occurrences: [...occurrences, ...further.occurrences], until: further.until };
  }
}
