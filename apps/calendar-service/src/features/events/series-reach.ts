import { storageProblem } from '@almanac/errors';
import { Parameters } from '@almanac/listing';
import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { SETTINGS, type Settings } from '../../config';
import type { DateComparison } from '../../domain/date-window/date-window';
import { toInstant } from '../../domain/time-zones/conversion';
import { storedZone } from '../../domain/time-zones/stored-zone';
import { clockTime, type WallClock } from '../../domain/time-zones/wall-clock';
import type { EventRow } from './event-row';
import { SeriesExtension } from './series-extension';
import { SeriesRepository } from './series.repository';

/** The roller has written so many days more than the horizon, so that the usual lists find nothing to do. */
const ROLLED_DAYS = 3;
/** Time after which a list answers with the series as far as they are written. */
const BUDGET_MS = 3_000;
const MAX_SERIES = 200;

const DAY_MS = 86_400_000;

/** SQL for the events that are asked for, of the alias `event`. */
type Condition = (parameters: Parameters) => string;

/** Writes series on as far as a list asks for, and knows up to when its answer is complete. */
@Injectable()
export class SeriesReach {
  constructor(
    private readonly series: SeriesRepository,
    private readonly extension: SeriesExtension,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns up to when all occurrences of the matching series are there; undefined when the window ends sooner */
  async cover(dates: readonly DateComparison[], condition: Condition): Promise<Date | undefined> {
    const now = new Date();
    const { asked, end } = this.window(dates, now);
    if (asked && asked <= this.ahead(now)) return undefined;
    if (end) await this.write(condition, end, now);
    return this.series.completeUntil(asked, condition);
  }

  /** @returns up to when the series is written now, if it goes on after that */
  async coverStart(event: EventRow, start: WallClock): Promise<Date | undefined> {
    const end = new Date(toInstant(start, storedZone(event.timezone)).getTime() + DAY_MS);
    const condition = (parameters: Parameters) => `event.id = ${parameters.add(event.id)}`;
    await this.write(condition, end, new Date());
    return this.series.completeUntil(undefined, condition);
  }

  private async write(condition: Condition, end: Date, now: Date): Promise<void> {
    const behind = await this.series.behind({ end, now, most: MAX_SERIES }, condition);
    const began = performance.now();
    for (const { id, end: bound } of behind) {
      if (performance.now() - began > BUDGET_MS) return;
      try {
        await this.extension.extend(id, bound, now);
      } catch (failure) {
        if (storageProblem(failure)) throw failure;
        this.extension.noteFailure(id, failure);
      }
    }
  }

  /** Series are written up to here without being asked for. */
  private ahead(now: Date): Date {
    return DateTime.fromJSDate(now).plus({ months: this.settings.recurrenceHorizonMonths, days: ROLLED_DAYS }).toJSDate();
  }

  /**
   * @returns `asked`, the end of the window, if it has one; `end`, up to when series are to be written. A window without an end reaches as far beyond its
   *   beginning as series are written ahead of now.
   */
  private window(dates: readonly DateComparison[], now: Date): { asked: Date | undefined; end: Date | undefined } {
    const about = dates.filter(({ field }) => field !== 'modified');
    const [ends, starts] = [true, false].map((isEnd) => about.filter(({ operator }) => operator.startsWith('<') === isEnd).map(latest));
    const asked = ends && ends.length > 0 ? new Date(Math.min(...ends)) : undefined;
    if (asked || !starts || starts.length === 0) return { asked, end: asked };
    const from = new Date(Math.max(now.getTime(), ...starts));
    return { asked, end: this.ahead(from) };
  }
}

/** The compared moment, or the last one that any clock of the world shows so. */
const latest = ({ against: { clock, value } }: DateComparison): number => (clock === 'utc' ? value.getTime() : clockTime(value) + DAY_MS);
