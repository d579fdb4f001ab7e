import { Injectable } from '@nestjs/common';
import { type Expansion, type Recurrence, repeats, type SeriesDates } from '../../domain/recurrence/expansion';
import type { WallClock } from '../../domain/time-zones/wall-clock';
import { OccurrencesRepository } from './occurrences.repository';
import { SeriesRepository } from './series.repository';

/** How an event that repeats, or did, shall be from now on. */
export interface PlannedSeries {
  recurrence: Recurrence;
  /** When it first takes place. */
  dates: SeriesDates;
  expansion: Expansion;
  /** Until when the expansion tells whether something takes place, on the event's clock. */
  end: WallClock;
  /** How much later it begins, in milliseconds on its clock. */
  shift: number;
}

/** Writes when series take place. Call it inside the transaction that locked the series. */
@Injectable()
export class SeriesExpansion {
  constructor(
    private readonly occurrences: OccurrencesRepository,
    private readonly series: SeriesRepository,
  ) {}

  /** What replaces an occurrence moves along with it, and goes to the trash when there is none any more. */
  async write(eventId: number, { recurrence, expansion, end, shift }: PlannedSeries): Promise<void> {
    const { occurrences, until } = expansion;
    if (shift !== 0) {
      await this.series.moveReplacements(eventId, shift);
      await this.series.moveAttendees(eventId, shift);
    }
    const starts = repeats(recurrence) ? occurrences.map(({ start }) => start) : [];
    await this.series.trashReplacements(eventId, { except: starts, until: repeats(recurrence) ? end : undefined });
    const replaced = new Set(repeats(recurrence) ? await this.occurrences.replaced(eventId) : []);
    await this.occurrences.set(eventId, occurrences.filter(({ start }) => !replaced.has(start))); // prettier-ignore
    await this.occurrences.setExpandedUntil(eventId, until);
  }
}
