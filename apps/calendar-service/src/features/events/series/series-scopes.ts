import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { checkedParameters } from '../../../calendar/parameters/read-parameters';
import { resolvedStart } from './recurrence/expansion';
import { readStart } from './recurrence/recurrence-input';
import { isSeriesSent } from './series-planner';
import { toInstant, toWallClock } from '../../../calendar/time-zones/conversion';
import { storedZone } from '../../../calendar/time-zones/stored-zone';
import { UTC } from '../../../calendar/time-zones/time-zone';
import type { EventRow } from '../rows/event-row';
import { type OccurrenceRef, SeriesRepository } from './series.repository';
import type { OccurrenceDto } from '../../../calendar/parameters/occurrence.dto';
import { type Scope, SeriesPartDto } from './series.dto';
import { SeriesReach } from './series-reach';
import { datesOf, isSeries } from './series-row';

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
  return start && { start: resolvedStart(start, dates) };
}

/** The part of a series that a form names, among its other fields. @throws Problem 400 */
export const seriesPartIn = (form: object): SeriesPartDto => checkedParameters(SeriesPartDto, form);
