import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import type { EventDates } from '../../domain/event-dates/event-dates';
import type { StoredEventDates } from '../../domain/event-dates/resolve-event-dates';
import type { ParameterFaults } from '../../domain/parameters/parameter-faults';
import { type Expansion, expand, expansionEnd, ONCE, type Recurrence, repeats, type SeriesDates } from '../../domain/recurrence/expansion';
import { movedClock, movedDates, movedRule } from '../../domain/recurrence/move-series';
import { checkRecurrence, type GivenRecurrence, readRecurrence } from '../../domain/recurrence/recurrence-input';
import { clockTime } from '../../domain/time-zones/wall-clock';
import { storedZone } from '../../domain/time-zones/stored-zone';
import type { SeriesDto } from './series.dto';
import type { PlannedSeries } from './series-expansion';

/** What a change is about: a series, or an event that may become one. */
export interface Subject {
  dates: SeriesDates;
  recurrence: Recurrence;
}

/** What is stored of it; undefined members stay as they are. */
export interface PlannedRecurrence {
  dates: EventDates | undefined;
  series: PlannedSeries | undefined;
}

/** Works out how an event shall repeat, from what was sent and from how it did so far. */
@Injectable()
export class SeriesPlanning {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @param dates of the new event; undefined where they were refused */
  planNew(input: SeriesDto, dates: EventDates | undefined, faults: ParameterFaults): PlannedRecurrence {
    if (!dates) return { dates, series: undefined };
    return this.plan(input, dates, { dates: { ...dates, zone: storedZone(dates.timezone) }, recurrence: ONCE }, dates, faults);
  }

  /**
   * @param wanted the new dates of `occurrence`, by which the whole subject moves
   * @param occurrence one of the subject's
   */
  plan(
    input: SeriesDto,
    wanted: EventDates | undefined,
    { dates: former, recurrence }: Subject,
    occurrence: Pick<StoredEventDates, 'start'>,
    faults: ParameterFaults,
  ): PlannedRecurrence {
    const isGiven = input.rrule !== undefined || input.exdates !== undefined || input.rdates !== undefined;
    if (!isGiven && (!wanted || !repeats(recurrence))) return { dates: wanted, series: undefined };
    const zone = wanted ? storedZone(wanted.timezone) : former.zone;
    const moved = wanted ? movedDates(former, occurrence, wanted, zone) : undefined;
    if (moved && 'refused' in moved) {
      for (const name of moved.refused) faults.add(name);
      return { dates: undefined, series: undefined };
    }
    const dates: SeriesDates = { ...(moved ?? former), zone };
    const given = readRecurrence(input, dates, new Date(), (name, message) => faults.add(name, message));
    const next = this.next(given, { dates: former, recurrence }, dates, faults);
    const end = expansionEnd(dates, next.rule, new Date(), this.settings.recurrenceHorizonMonths);
    const expansion = this.expansion(next, dates, end, faults);
    return {
      dates: moved,
      series: { recurrence: next, expansion, dates, end, shift: clockTime(dates.start) - clockTime(former.start) },
    };
  }

  private next(given: GivenRecurrence, { dates: former, recurrence }: Subject, dates: SeriesDates, faults: ParameterFaults): Recurrence {
    if (given.endsRepeating) return ONCE;
    const shift = clockTime(dates.start) - clockTime(former.start);
    const rule = given.rule ?? (recurrence.rule && movedRule(recurrence.rule, former.start, dates.start));
    if (recurrence.rule && !rule) faults.add('start_date', 'start_date is on another day than rrule says; send the new rrule with it.');
    return {
      rule,
      exdates: given.exdates ?? recurrence.exdates.map((date) => movedClock(date, shift)),
      rdates: given.rdates ?? recurrence.rdates.map((date) => movedClock(date, shift)),
    };
  }

  private expansion(recurrence: Recurrence, dates: SeriesDates, end: SeriesDates['start'], faults: ParameterFaults): Expansion {
    const expansion = expand(dates, repeats(recurrence) ? recurrence : ONCE, end);
    checkRecurrence(recurrence, dates, expansion, (name, message) => faults.add(name, message));
    return expansion;
  }
}
