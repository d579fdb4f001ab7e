import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { type SeriesDates, shownStart } from './recurrence/expansion';
import { readStart } from './recurrence/recurrence-input';
import { isSeriesSent } from './series-planning';
import { toInstant, toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { UTC } from '../../../calendar/time-zones/time-zone';
import type { EventRow } from '../rows/event-row';
import { type OccurrenceRef, SeriesRepository } from './series.repository';
import type { OccurrenceDto } from '../../../calendar/parameters/occurrence.dto';
import type { Scope, SeriesPartDto } from './series.dto';
import { SeriesReach } from './series-reach';
import { datesOf, isSeries, recurrenceColumns, recurrenceOf } from './series-row';
import { RecordsRepository } from '../../../records/queries/records.repository';
import { SeriesWork } from './series-work';
import type { SplitSeries } from './recurrence/change-series';

/** The part of an event that a request is about. Events that do not repeat are always meant as a whole. */
export interface Choice {
  scope: Scope;
  event: EventRow;
  /** The event with the dates of the named occurrence, or else of its first one. */
  occurrence: EventRow;
}

/** Finds the part of a series that a request names. */
@Injectable()
export class SeriesScopes {
  constructor(
    private readonly series: SeriesRepository,
    private readonly reach: SeriesReach,
  ) {}

  /**
   * Without `scope`, a request is about the named occurrence alone, or about the whole series when it names none or sends `recurrence`: that is the
   * answer about a series, which also names the occurrence of its dates. `following` from the first occurrence on means all.
   * @throws Problem 404 when the event has no such occurrence
   */
  async choose(
    event: EventRow,
    part: SeriesPartDto & { recurrence?: unknown },
    faults: ParameterFaults,
  ): Promise<Choice> {
    const ref = occurrenceRef(event, part);
    const occurrence = ref ? await this.occurrence(event, ref) : event;
    const all = { scope: 'all', event, occurrence } as const;
    const scope = part.scope ?? (ref && !isSeriesSent(part) ? 'this' : 'all');
    if (event.recurrenceStart !== null && part.scope !== undefined && scope !== 'this')
      faults.add('scope', `This event replaces one occurrence of event ${event.seriesId}, which is the one to change.`);
    if (!isSeries(event) || scope === 'all') return all;
    if (!ref) faults.add('occurrence_id', `scope=${scope} needs an occurrence_id.`);
    if (scope === 'following' && !(await this.series.hasOccurrenceBefore(event.id, occurrence.startsLocal))) return all;
    return { scope, event, occurrence };
  }

  /** The event with the dates of the occurrence that the request names, if it names one. */
  async named(event: EventRow, part: OccurrenceDto): Promise<EventRow> {
    const ref = occurrenceRef(event, part);
    return ref ? this.occurrence(event, ref) : event;
  }

  /** @throws Problem 404 when there is no such occurrence, 400 for a start beyond the reach of a series */
  async occurrence(event: EventRow, ref: OccurrenceRef): Promise<EventRow> {
    const found = await this.find(event, ref);
    if (found) return found;
    const named = 'id' in ref ? `with ID ${ref.id}` : `at ${ref.start}`;
    throw new Problem(404, `The event ${event.id} has no occurrence ${named}.`, { code: 'rest-occurrence-not-found' });
  }

  /** @throws Problem 400 for a start beyond the reach of a series */
  async find(event: EventRow, ref: OccurrenceRef): Promise<EventRow | undefined> {
    return (await this.series.findOccurrence(event.id, ref)) ?? this.furtherAhead(event, ref);
  }

  /** An occurrence that is not written yet: extends the series up to its start. */
  private async furtherAhead(event: EventRow, ref: OccurrenceRef): Promise<EventRow | undefined> {
    if (!('start' in ref) || !event.expandedUntil) return undefined;
    const start = toInstant(ref.start, storedZone(event.timezone));
    if (start <= event.expandedUntil) return undefined;
    const until = await this.reach.coverStart(event, ref.start);
    // The caller may go on to change this event, so the row must hold the new end of the written occurrences.
    event.expandedUntil = until ?? null;
    if (until && start > until)
      throw new Problem(
        400,
        `The occurrences of event ${event.id} are known up to ${toWallClock(until, UTC)} (UTC). Name an earlier one.`,
        {
          type: 'limit-reached',
          code: 'rest-occurrence-out-of-reach',
        },
      );
    return this.series.findOccurrence(event.id, ref);
  }
}

/** The occurrence that the request names, if any. */
export function occurrenceRef(
  event: EventRow,
  { occurrence_id: id, occurrence_date: date }: OccurrenceDto,
): OccurrenceRef | undefined {
  if (id !== undefined) return { id };
  const dates = datesOf(event);
  const start = date === undefined ? undefined : readStart({ text: date }, dates, new Date());
  return start && { start: shownStart(start, dates) };
}

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
    await this.records.update('events', event.id, {
      ...recurrenceColumns(head, { ...datesOf(event), zone }),
      expanded_until: null,
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
    await this.records.update('events', event.id, {});
    return id;
  }
}

const dateColumns = ({ start, end, startUtc, endUtc }: SeriesDates) => ({
  starts_local: start,
  ends_local: end,
  starts_at: startUtc,
  ends_at: endUtc,
});
