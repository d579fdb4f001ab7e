import { Database } from '@almanac/database';
import { storageProblem } from '@almanac/errors';
import { counter } from '@almanac/observability';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { expand, expansionEnd } from '../../domain/recurrence/expansion';
import { EventsRepository } from './events.repository';
import { OccurrencesRepository } from './occurrences.repository';
import { datesOf, recurrenceOf } from './series-row';
import { SeriesRepository } from './series.repository';
import { isOurs, Rounds } from '../../domain/records/rounds';

const EVERY_MS = 3_600_000;

/** Of the database, in one round: a lock may be in the way of one series, a database that is gone is in the way of all. */
const MAX_UNREACHED = 5;

const failures = counter('almanac_series_extension_failures_total', 'Series without end that could not be extended.');

/** Writes the occurrences of events that repeat without end as time goes by, so that there are always some months of them ahead. */
@Injectable()
export class SeriesRoller extends Rounds {
  private readonly logger = new Logger('series');

  constructor(
    private readonly database: Database,
    private readonly events: EventsRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly series: SeriesRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super(database, EVERY_MS);
  }

  protected round(): Promise<void> {
    return this.roll(new Date());
  }

  /** One series after the other, each in a transaction of its own, so that nobody who changes one waits for long. */
  async roll(now: Date): Promise<void> {
    const behind = await this.series.behind(now, this.settings.recurrenceHorizonMonths);
    let unreached = 0;
    for (const id of behind) {
      if (this.isStopping) return;
      try {
        if (!(await this.extend(id, now))) return;
      } catch (failure) {
        // A series that cannot be extended does not keep the others from it; a database that is away does.
        if (storageProblem(failure) && ++unreached >= MAX_UNREACHED) throw failure;
        this.logger.error(`Series ${id} was not extended.`, failure);
        failures.inc();
      }
    }
  }

  /** @returns false when another process is at it */
  private extend(id: number, now: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await isOurs(this.database, 'rolling'))) return false;
      const event = await this.events.lock({ id });
      const from = await this.series.expandedUntil(id);
      // Whoever changed it meanwhile wrote its occurrences.
      if (!event || !from) return true;
      const [dates, recurrence] = [datesOf(event), recurrenceOf(event)];
      const { occurrences, until } = expand(
        dates,
        recurrence,
        expansionEnd(dates, recurrence.rule, now, this.settings.recurrenceHorizonMonths),
      );
      const replaced = new Set(await this.occurrences.replaced(id));
      await this.occurrences.add(id, occurrences.filter(({ start, startUtc }) => startUtc > from && !replaced.has(start))); // prettier-ignore
      await this.occurrences.setExpandedUntil(id, until);
      return true;
    });
  }
}
