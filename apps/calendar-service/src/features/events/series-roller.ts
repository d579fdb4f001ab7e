import { Database } from '@almanac/database';
import { storageProblem } from '@almanac/errors';
import { Inject, Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { SETTINGS, type Settings } from '../../config';
import { SeriesExtension } from './series-extension';
import { SeriesRepository } from './series.repository';
import { isOurs, Rounds } from '../../domain/records/rounds';

const EVERY_MS = 3_600_000;

/** Of the database, in one round: a lock may be in the way of one series, a database that is gone is in the way of all. */
const MAX_UNREACHED = 5;

/** Beyond the horizon, so that the usual lists, which end with a whole day in any zone, need nothing written. */
const DAYS_MORE = 4;

/** Writes the occurrences of events that repeat without end as time goes by, so that there are always some months of them ahead. */
@Injectable()
export class SeriesRoller extends Rounds {
  constructor(
    private readonly database: Database,
    private readonly series: SeriesRepository,
    private readonly extension: SeriesExtension,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super(database, EVERY_MS);
  }

  protected round(): Promise<void> {
    return this.roll(new Date());
  }

  /** One series after the other, each in a transaction of its own, so that nobody who changes one waits for long. */
  async roll(now: Date): Promise<void> {
    const end = DateTime.fromJSDate(now).plus({ months: this.settings.recurrenceHorizonMonths, days: DAYS_MORE }).toJSDate();
    let unreached = 0;
    for (const { id, end: bound } of await this.series.behind({ end, now })) {
      if (this.isStopping) return;
      try {
        if (!(await this.extend(id, bound, now))) return;
      } catch (failure) {
        // A series that cannot be extended does not keep the others from it; a database that is away does.
        if (storageProblem(failure) && ++unreached >= MAX_UNREACHED) throw failure;
        this.extension.noteFailure(id, failure);
      }
    }
  }

  /** @returns false when another process is at it */
  private extend(id: number, end: Date, now: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await isOurs(this.database, 'rolling'))) return false;
      await this.extension.extend(id, end, now);
      return true;
    });
  }
}
