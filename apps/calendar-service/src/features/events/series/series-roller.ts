import { Database } from '@almanac/database';
import { storageProblem } from '@almanac/errors';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DateTime } from 'luxon';
import { SETTINGS, type Settings } from '../../../config';
import { SeriesExtension } from './series-expansion';
import { SeriesRepository } from './series.repository';
import { lockTask } from '../../../calendar/database/lock-task';

const EVERY_SECONDS = 3_600;

/** Database failures after which a run ends. A lock may block one series; an unreachable database blocks all of them. */
const MAX_UNREACHED = 5;

/** Days beyond the horizon, so that default lists, which end with a whole day in any zone, need no extension. */
const DAYS_MORE = 4;

/** Periodic task that writes further occurrences of series, so that the months up to the horizon are always complete. */
@Injectable()
export class SeriesRoller implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly series: SeriesRepository,
    private readonly extension: SeriesExtension,
    private readonly jobs: Jobs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'series.extend', (stopping) => this.roll(new Date(), stopping));
  }

  /** Extends one series after the other, each in its own transaction, so that no change of a series waits long for a lock. */
  async roll(now: Date, stopping?: AbortSignal): Promise<void> {
    const end = DateTime.fromJSDate(now)
      .plus({ months: this.settings.recurrenceHorizonMonths, days: DAYS_MORE })
      .toJSDate();
    let unreached = 0;
    for (const { id, end: bound } of await this.series.behind({ end, now })) {
      if (stopping?.aborted) return;
      try {
        if (!(await this.extend(id, bound, now))) return;
      } catch (failure) {
        // One failing series does not stop the others; an unreachable database does.
        if (storageProblem(failure) && ++unreached >= MAX_UNREACHED) throw failure;
        this.extension.noteFailure(id, failure);
      }
    }
  }

  /** @returns false when another process runs this task */
  private extend(id: number, end: Date, now: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await lockTask(this.database, 'rolling'))) return false;
      await this.extension.extend(id, end, now);
      return true;
    });
  }
}
