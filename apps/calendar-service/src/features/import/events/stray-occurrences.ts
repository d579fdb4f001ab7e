import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';
import { clockIn, type WrittenClock } from '../../../calendar/icalendar/reading/written-time';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { EventsService } from '../../events/events.service';
import type { EventRow } from '../../events/rows/event-row';
import { resolvedStart } from '../../events/series/recurrence/expansion';
import { SeriesScopes } from '../../events/series/series-scopes';
import { datesOf, isSeries } from '../../events/series/series-row';
import { asFault } from './outcome';

/**
 * Occurrences that files change although the rule and the dates of their series do not have them. One that an EXDATE names does not take place, as
 * in ical.js and recurring-ical-events. Any other one is an additional date: recurring-ical-events shows it, and nothing of the file is lost.
 */
@Injectable()
export class StrayOccurrences {
  constructor(
    private readonly scopes: SeriesScopes,
    private readonly events: EventsService,
  ) {}

  async has(series: EventRow, start: WallClock): Promise<boolean> {
    return isSeries(series) && (await asFault(() => this.scopes.find(series, { start }))) !== undefined;
  }

  isExcluded(series: EventRow, start: WallClock): boolean {
    return series.exdates.some((date) => resolvedStart(date, datesOf(series)) === start);
  }

  /** @throws EventFault when the series cannot have the date, e.g. because it has too many dates */
  async add(series: EventRow, start: WallClock, actor: Actor): Promise<void> {
    const rdates = [...series.rdates, start];
    try {
      await asFault(() => this.events.update({ id: series.id }, { rdates }, actor));
    } catch (failure) {
      if (!(failure instanceof EventFault)) throw failure;
      throw new EventFault(`The series has no occurrence at ${start}, and cannot get one: ${failure.message}`);
    }
  }
}

type Series = Pick<EventRow, 'startsLocal' | 'timezone' | 'allDay'>;

/** The start of the occurrence that the file names, on the clock of its series. */
export const startIn = ({ startsLocal, timezone, allDay }: Series, written: WrittenClock): WallClock =>
  clockIn(written, { start: startsLocal, timezone, allDay });
