import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { counter } from '@almanac/observability';
import { Injectable, Logger } from '@nestjs/common';
import { type Expansion, type Recurrence, repeats, type SeriesDates } from './recurrence/expansion';
import type { EventDates } from '../dates/event-dates';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { SeriesRepository } from './series.repository';
import { MAX_OCCURRENCES } from './rules/recurrence-rule';
import { toWallClock } from '../../../calendar/time-zones/conversion';
import { EventsRepository } from '../rows/events.repository';
import { datesOf, recurrenceOf } from './series-row';
import { SeriesWork } from './series-work';

/** New dates and recurrence of an event that repeats, or did so far. */
export interface PlannedSeries {
  recurrence: Recurrence;
  /** Its first occurrence. */
  dates: SeriesDates;
  expansion: Expansion;
  /** End of the time that the expansion covers, on the event's clock. */
  end: WallClock;
  /** Difference between new and former start, in milliseconds on its clock. */
  shift: number;
}

/** Writes the occurrences of events. Call it inside the transaction that locked the event. */
@Injectable()
export class SeriesExpansion {
  constructor(private readonly series: SeriesRepository) {}

  /** Replacements move along with their occurrences. When the occurrence is gone they go to the trash, if the caller may delete them. */
  async write(eventId: number, planned: PlannedSeries, actor: Actor): Promise<void> {
    const { recurrence, expansion, end, shift } = planned;
    const { occurrences, until } = expansion;
    if (shift !== 0) {
      await this.series.moveReplacements(eventId, shift);
      await this.series.moveAttendees(eventId, shift);
    }
    const starts = repeats(recurrence) ? occurrences.map(({ start }) => start) : [];
    const spared = { except: starts, until: repeats(recurrence) ? end : undefined };
    await this.series.trashReplacements(eventId, await this.series.deletableReplacements(eventId, actor, spared));
    const replaced = new Set(repeats(recurrence) ? await this.series.replacedStarts(eventId) : []);
    await this.series.setOccurrences(
      eventId,
      occurrences.filter(({ start }) => !replaced.has(start)),
    );
    await this.series.setExpandedUntil(eventId, until);
  }

  /** Writes the one occurrence of an event that does not repeat. */
  async writeSingle({ id, isNew }: { id: number; isNew: boolean }, dates: EventDates): Promise<void> {
    if (isNew) await this.series.addOccurrences(id, [dates]);
    else await this.series.setOccurrences(id, [dates]);
  }
}

const failures = counter('almanac_series_extension_failures_total', 'Series without end that could not be extended.');

/** Writes further occurrences of a series. */
@Injectable()
export class SeriesExtension {
  private readonly logger = new Logger('series');

  constructor(
    private readonly database: Database,
    private readonly events: EventsRepository,
    private readonly series: SeriesRepository,
    private readonly work: SeriesWork,
  ) {}

  /** Extends up to `end`; a dense series stops earlier, at `MAX_OCCURRENCES` ahead of `now`. */
  extend(id: number, end: Date, now: Date): Promise<void> {
    return this.database.transaction(async () => {
      const event = await this.events.lock({ id });
      const after = event?.expandedUntil;
      // Another transaction has written these occurrences meanwhile.
      if (!event || !after || after >= end) return;
      const most = MAX_OCCURRENCES - (await this.series.ahead(id, now));
      if (most <= 0) return;
      const dates = datesOf(event);
      const { occurrences, until } = await this.work.expand(dates, recurrenceOf(event), toWallClock(end, dates.zone), {
        after,
        most,
      });
      const replaced = new Set(await this.series.replacedStarts(id));
      await this.series.addOccurrences(
        id,
        occurrences.filter(({ start }) => !replaced.has(start)),
      );
      await this.series.setExpandedUntil(id, until);
    });
  }

  /** Logs and counts the failure of one series; the caller goes on with the next one. */
  noteFailure(id: number, failure: unknown): void {
    this.logger.error(`Series ${id} was not extended.`, failure);
    failures.inc();
  }
}
