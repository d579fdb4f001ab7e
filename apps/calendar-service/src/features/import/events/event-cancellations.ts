import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';
import type { ReadCancellation } from '../../../calendar/icalendar/reading/read-event';
import type { EventRow } from '../../events/rows/event-row';
import { EventsService } from '../../events/events.service';
import { isSeries } from '../../events/series/series-row';
import { type Outcome, IN_TRASH, type Named, NOT_HERE, OUTDATED, skipped, UNCHANGED, asFault } from './outcome';
import { ChangeableEvents, isNewer } from './changeable-events';
import { ImportedEvents } from './imported-events';
import { loneUids } from './lone-occurrences';
import { startIn, StrayOccurrences } from './stray-occurrences';

/** Cancels events that a file names. Call it inside a transaction. */
@Injectable()
export class EventCancellations {
  constructor(
    private readonly imported: ImportedEvents,
    private readonly changeable: ChangeableEvents,
    private readonly events: EventsService,
    private readonly strays: StrayOccurrences,
  ) {}

  /**
   * Marks the event, or one occurrence of it, as cancelled (RFC 5546, 3.2.5). It stays in lists, so that readers see the cancellation.
   * @throws EventFault for callers who may not change it
   */
  async cancel(read: ReadCancellation, actor: Actor): Promise<Outcome> {
    if (read.isFollowing)
      throw new EventFault(
        'RANGE=THISANDFUTURE is not supported. Cancel each occurrence, or send the series with an earlier UNTIL.',
      );
    const id = await this.imported.find(read.uid);
    if (id === undefined) return this.cancelLone(read, actor);
    const series = await this.changeable.lock(id, actor);
    const start = read.replaces && startIn(series, read.replaces);
    const replacement = start === undefined ? undefined : await this.imported.findReplacement(id, start);
    const row = replacement === undefined ? series : await this.changeable.lock(replacement, actor);
    const named = { uid: read.uid, ...(start !== undefined && { recurrence_id: start }), id: row.id };
    if (series.status === 'trash') return skipped(named, IN_TRASH);
    const isOnlyOne = start === series.startsLocal && !isSeries(series);
    if (start === undefined || replacement !== undefined || isOnlyOne) return this.cancelRow(row, read, named, actor);
    if (!(await this.strays.has(series, start))) return skipped(named, NOT_HERE);
    return this.cancelRow(row, read, named, actor, { occurrence_date: start, scope: 'this' });
  }

  private async cancelLone(read: ReadCancellation, actor: Actor): Promise<Outcome> {
    const { ofDay, ofTime } = read.replaces ? loneUids(read.uid, read.replaces) : {};
    for (const uid of [ofTime, ofDay]) {
      const id = uid === undefined ? undefined : await this.imported.find(uid);
      if (id === undefined) continue;
      return this.cancelRow(await this.changeable.lock(id, actor), read, { uid: read.uid, id }, actor);
    }
    return skipped({ uid: read.uid }, NOT_HERE);
  }

  private async cancelRow(
    row: EventRow,
    read: ReadCancellation,
    named: Named,
    actor: Actor,
    part: object = {},
  ): Promise<Outcome> {
    if (row.status === 'trash') return skipped(named, IN_TRASH);
    if (row.eventStatus === 'canceled') return skipped(named, UNCHANGED);
    if (!isNewer(read, row)) return skipped(named, OUTDATED);
    const changed = await asFault(() =>
      this.events.update({ id: row.id }, { event_status: 'canceled', ...part }, actor),
    );
    await this.imported.raiseSequence(changed.row.id, read.sequence);
    return { what: 'updated', of: { ...named, id: changed.row.id } };
  }
}
