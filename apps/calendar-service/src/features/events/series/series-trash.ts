import type { Actor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { ParameterFaults, refuseParameter } from '../../../calendar/parameters/parameter-faults';
import { RecordsRepository } from '../../../records/queries/records.repository';
import { inTrash, RecordTrash } from '../../../records/writing/record-trash';
import { StoredEvent } from '../../../records/record/record.entity';
import { mayDelete } from '../../../records/access/rights';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { EventLoader } from '../rows/events.repository';
import type { EventRow, FullEvent } from '../rows/event-row';
import type { DeleteEventDto, SeriesPartDto } from './series.dto';
import { SeriesExpansion } from './series-expansion';
import { resolvedStart } from './recurrence/expansion';
import { sentRecurrence, SeriesPlanner } from './series-planner';
import { datesOf, recurrenceColumns, recurrenceOf } from './series-row';
import { type Choice, occurrenceRef, SeriesScopes } from './series-scopes';
import { SeriesCuts } from './series-cuts';
import { SeriesRepository } from './series.repository';

/**
 * Deletes and restores events, occurrences, or an occurrence and all after it. Call it inside the transaction that locked the event, for
 * callers who may delete it.
 */
@Injectable()
export class SeriesTrash {
  constructor(
    private readonly loader: EventLoader,
    private readonly scopes: SeriesScopes,
    private readonly planner: SeriesPlanner,
    private readonly cuts: SeriesCuts,
    private readonly expansion: SeriesExpansion,
    private readonly trash: RecordTrash,
    private readonly records: RecordsRepository,
    private readonly series: SeriesRepository,
  ) {}

  /** @returns the event as it is in the trash; for a removal for good and for a single occurrence, as it was before */
  async delete(event: EventRow, part: DeleteEventDto, actor: Actor): Promise<FullEvent> {
    const faults = new ParameterFaults();
    const choice = await this.scopes.choose(event, part, faults);
    const split = choice.scope === 'following' ? await this.cuts.split(choice, faults) : undefined;
    faults.refuse();
    const { force = false } = part;
    if (choice.scope !== 'all' && event.status === 'trash') inTrash('event');
    if (choice.scope === 'this' && (await this.series.remaining(event.id)) > 1) return this.leaveOut(choice);
    if (!split) return this.deleteWhole(event, force, actor);
    const tail = await this.loader.get({ id: await this.cuts.cut(event, choice.occurrence, split) });
    const deleted = await this.deleteWhole(tail, force, actor);
    // A restore gives the tail the slug of the series, or the next free one.
    if (!force) await this.records.update(StoredEvent, tail.id, { slug: event.slug });
    return deleted;
  }

  /** Restores the event and the replacements that went to the trash with it, or a single deleted occurrence. */
  async restore(event: EventRow, part: SeriesPartDto, actor: Actor): Promise<void> {
    const ref = occurrenceRef(event, part);
    if (ref && 'start' in ref) return this.restoreOccurrence(event, ref.start, actor);
    // A deleted occurrence has no id any more. A deleted tail is a series of its own.
    if (ref || part.scope === 'this')
      refuseParameter('occurrence_date', 'The occurrence to restore is named by its occurrence_date.');
    const replacements = await this.series.trashedReplacements(event.id);
    await this.trash.restore('event', event, actor);
    for (const id of replacements) {
      const replacement = await this.loader.get({ id });
      if (mayDelete(actor, 'event', replacement)) await this.trash.restore('event', replacement, actor);
    }
  }

  /** Replacements that the caller may not delete stay, as events of their own. */
  private async deleteWhole(event: EventRow, force: boolean, actor: Actor): Promise<FullEvent> {
    const former = await this.loader.loadRow(event);
    const replacements = await this.series.deletableReplacements(event.id, actor);
    if (force) await this.series.removeReplacements(replacements);
    await this.trash.delete('event', event, force);
    if (force) return former;
    await this.series.trashReplacements(event.id, replacements);
    return this.loader.loadById(event.id);
  }

  private async leaveOut({ event, occurrence }: Choice): Promise<FullEvent> {
    await this.series.removeOccurrence(event.id, occurrence.startsLocal);
    await this.series.leaveOut(event.id, occurrence.startsLocal);
    return this.loader.loadRow(occurrence);
  }

  private async restoreOccurrence(event: EventRow, start: WallClock, actor: Actor): Promise<void> {
    if (event.status === 'trash') inTrash('event');
    const dates = datesOf(event);
    const exdates = event.exdates.filter((date) => resolvedStart(date, dates) !== start);
    if (exdates.length === event.exdates.length)
      throw new Problem(400, 'The occurrence was not deleted', { type: 'conflict', code: 'occurrence-is-not-deleted' });
    const faults = new ParameterFaults();
    const subject = { dates, recurrence: recurrenceOf(event), expandedUntil: event.expandedUntil };
    const sent = sentRecurrence({ exdates }, faults);
    const { series } = await this.planner.plan(sent, undefined, subject, dates, faults);
    faults.refuse();
    if (!series) return;
    await this.records.update(StoredEvent, event.id, recurrenceColumns(series.recurrence, series.dates));
    await this.expansion.write(event.id, series, actor);
  }
}
