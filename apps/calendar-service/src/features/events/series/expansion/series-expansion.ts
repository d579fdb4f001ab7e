import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { type Expansion, type Recurrence, repeats, type SeriesDates } from '../recurrence/expansion';
import type { EventDates } from '../../dates/event-dates';
import type { WallClock } from '../../../../calendar/time-zones/wall-clock';
import { SeriesRepository } from '../rows/series.repository';

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
    const kept = { except: starts, until: repeats(recurrence) ? end : undefined };
    await this.series.trashReplacements(eventId, await this.series.deletableReplacements(eventId, actor, kept));
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
