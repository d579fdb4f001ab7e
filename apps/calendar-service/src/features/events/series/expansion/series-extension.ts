import { Database } from '@almanac/database';
import { counter } from '@almanac/observability';
import { Injectable, Logger } from '@nestjs/common';
import { MAX_OCCURRENCES } from '../rules/recurrence-rule';
import { toWallClock } from '../../../../calendar/time-zones/conversion';
import { EventsRepository } from '../../rows/events.repository';
import { datesOf, recurrenceOf } from '../rows/series-row';
import { SeriesRepository } from '../rows/series.repository';
import { SeriesWork } from './series-work';

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
