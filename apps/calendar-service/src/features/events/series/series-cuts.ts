import { Injectable } from '@nestjs/common';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import type { SeriesDates } from './recurrence/expansion';
import type { EventRow } from '../rows/event-row';
import { SeriesRepository } from './series.repository';
import { datesOf, recurrenceColumns, recurrenceOf } from './series-row';
import { RecordsRepository } from '../../../records/queries/records.repository';
import { StoredEvent } from '../../../records/record/record.entity';
import { SeriesWork } from './series-work';
import type { SplitSeries } from './recurrence/change-series';
import { Choice } from './series-scopes';

/** Makes parts of a series events of their own. Call it inside the transaction that locked the event. */
@Injectable()
export class SeriesCuts {
  constructor(
    private readonly work: SeriesWork,
    private readonly records: RecordsRepository,
    private readonly series: SeriesRepository,
  ) {}

  /** Plans a cut of the series before the occurrence. Adds a fault when no rule can begin there. */
  async split(
    { event, occurrence }: Pick<Choice, 'event' | 'occurrence'>,
    faults: ParameterFaults,
  ): Promise<SplitSeries | undefined> {
    const split = await this.work.split(datesOf(event), recurrenceOf(event), occurrence.startsLocal);
    if (!split)
      faults.add('occurrence_id', 'No series can begin with one of its rdates; name an occurrence of its rrule.');
    return split;
  }

  /** Moves all occurrences from this one on to a new series. They keep their ids, and events that replace some of them move along. */
  async cut(event: EventRow, { startsLocal }: EventRow, { head, tail, tailDates }: SplitSeries): Promise<number> {
    const { zone } = tailDates;
    const id = await this.series.copy(event.id, {
      ...recurrenceColumns(tail, tailDates),
      ...dateColumns(tailDates),
      series_id: event.seriesId ?? event.id,
      expanded_until: tail.rule ? event.expandedUntil : null,
    });
    await this.series.handOccurrences(event.id, id, startsLocal, 'following');
    await this.series.handReplacements(event.id, id, startsLocal);
    await this.records.update(StoredEvent, event.id, {
      ...recurrenceColumns(head, { ...datesOf(event), zone }),
      expandedUntil: null,
    });
    return id;
  }

  /** Turns the occurrence into an event of its own, which stores the start of the occurrence that it replaces. */
  async takeOut(event: EventRow, occurrence: EventRow): Promise<number> {
    const { startsLocal } = occurrence;
    const id = await this.series.copy(event.id, {
      ...dateColumns(datesOf(occurrence)),
      series_id: event.id,
      recurrence_start: startsLocal,
    });
    await this.series.handOccurrences(event.id, id, startsLocal, 'one');
    await this.records.update(StoredEvent, event.id, {});
    return id;
  }
}

const dateColumns = ({ start, end, startUtc, endUtc }: SeriesDates) => ({
  starts_local: start,
  ends_local: end,
  starts_at: startUtc,
  ends_at: endUtc,
});
