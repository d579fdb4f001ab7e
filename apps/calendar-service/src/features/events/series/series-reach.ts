import { toProblem } from '@almanac/errors';
import { cacheUntilNextMinute, preventCaching } from '@almanac/http';
import { Parameters } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { SETTINGS, type Settings } from '../../../config';
import type { DateComparison } from '../../../calendar/date-window/date-window';
import { toInstant } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { clockTime, DAY_MS, type WallClock } from '../../../calendar/time-zones/wall-clock';
import type { EventRow } from '../rows/event-row';
import { SeriesExtension } from './series-expansion';
import { SeriesRepository } from './series.repository';

/** Days beyond the horizon that `SeriesRoller` has always written, so that default lists need no extension. */
const ROLLED_DAYS = 3;
/** Time after which a list stops extending series and answers with the occurrences that are written. */
const BUDGET_MS = 3_000;
const MAX_SERIES = 200;

/** SQL on the alias `event` for the requested events. */
type Condition = (parameters: Parameters) => string;

/** Extends series as far as a list asks for, and tells up to when its answer is complete. */
@Injectable()
export class SeriesReach {
  constructor(
    private readonly series: SeriesRepository,
    private readonly extension: SeriesExtension,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns the moment up to which all occurrences of the matching series are written; undefined when the window ends sooner */
  async cover(dates: readonly DateComparison[], condition: Condition): Promise<Date | undefined> {
    const now = cacheUntilNextMinute();
    const { windowEnd, end } = this.window(dates, now);
    if (windowEnd && windowEnd <= this.ahead(now)) return undefined;
    if (end) await this.write(condition, end, now);
    return this.series.completeUntil(windowEnd, condition);
  }

  /** @returns the moment up to which the series is written now; undefined when all its occurrences are */
  async coverStart(event: EventRow, start: WallClock): Promise<Date | undefined> {
    const end = new Date(toInstant(start, storedZone(event.timezone)).getTime() + DAY_MS);
    const condition = (parameters: Parameters) => `event.id = ${parameters.add(event.id)}`;
    await this.write(condition, end, new Date());
    return this.series.completeUntil(undefined, condition);
  }

  private async write(condition: Condition, end: Date, now: Date): Promise<void> {
    const behind = await this.series.behind({ end, now, most: MAX_SERIES }, condition);
    // The next list continues where this one ran out of time.
    if (behind.length > 0) preventCaching();
    const began = performance.now();
    for (const { id, end: bound } of behind) {
      if (performance.now() - began > BUDGET_MS) return;
      try {
        await this.extension.extend(id, bound, now);
      } catch (failure) {
        // The caller has left, or the database cannot go on: all further series would fail, too.
        if (toProblem(failure).status > 500) throw failure;
        this.extension.noteFailure(id, failure);
      }
    }
  }

  /** The moment up to which the periodic task writes all series. */
  private ahead(now: Date): Date {
    return DateTime.fromJSDate(now)
      .plus({ months: this.settings.recurrenceHorizonMonths, days: ROLLED_DAYS })
      .toJSDate();
  }

  /**
   * @returns `windowEnd`, the end of the window, if it has one; `end`, the moment up to which to write series. A window without an end reaches as far
   *   beyond its beginning as series are written ahead of now.
   */
  private window(dates: readonly DateComparison[], now: Date): { windowEnd: Date | undefined; end: Date | undefined } {
    const about = dates.filter(({ field }) => field !== 'modified');
    const [ends, starts] = [true, false].map((isEnd) =>
      about.filter(({ operator }) => operator.startsWith('<') === isEnd).map(latest),
    );
    const windowEnd = ends && ends.length > 0 ? new Date(ends.reduce((least, end) => Math.min(least, end))) : undefined;
    if (windowEnd || !starts || starts.length === 0) return { windowEnd, end: windowEnd };
    const from = new Date(starts.reduce((most, start) => Math.max(most, start), now.getTime()));
    return { windowEnd, end: this.ahead(from) };
  }
}

/** The compared moment in milliseconds; for a local time, a margin of a day covers all time zones. */
const latest = ({ against: { clock, value } }: DateComparison): number =>
  clock === 'utc' ? value.getTime() : clockTime(value) + DAY_MS;
