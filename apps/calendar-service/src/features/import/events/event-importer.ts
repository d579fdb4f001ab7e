import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';
import type { ReadCancellation, ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import type { WrittenClock } from '../../../calendar/icalendar/reading/written-clock';
import { mayUpdate } from '../../../records/access/rights';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import type { EventRow } from '../../events/event-row';
import { EventsRepository } from '../../events/events.repository';
import { EventsService } from '../../events/events.service';
import { asFault } from './as-fault';
import { EventDifferences } from './event-differences';
import { inputOf } from './import-differences';
import { changesLinks, ImportLinks } from './import-links';
import type { Imported, Outcome } from '../import-report';
import { ImportedEvents } from './imported-events';
import { LoneOccurrences, loneUid, loneUids } from './lone-occurrences';
import { startIn } from './occurrence-start';
import { StrayOccurrences } from './stray-occurrences';

/** The members by which a report names an event. */
type Named = Pick<Imported, 'uid' | 'recurrence_id' | 'id'>;

const NOT_HERE = 'It is not here.';
const EXCLUDED = 'An EXDATE of its series leaves it out.';
const IN_TRASH = 'It is in the trash.';
const UNCHANGED = 'It is here already.';
const OUTDATED = 'What is here is newer.';

const skipped = (named: Named, reason: string): Outcome => ({ what: 'skipped', of: { ...named, reason } });

/** Imports one event of a file: creates it, changes the event with its UID, or skips it. Call it inside a transaction. */
@Injectable()
export class EventImporter {
  constructor(
    private readonly imported: ImportedEvents,
    private readonly repository: EventsRepository,
    private readonly events: EventsService,
    private readonly differences: EventDifferences,
    private readonly links: ImportLinks,
    private readonly strays: StrayOccurrences,
    private readonly lone: LoneOccurrences,
  ) {}

  /** Keeps two imports from creating the same event at once, until the open transaction ends. */
  async lock(uid: string): Promise<void> {
    await this.imported.lock(uid);
  }

  /**
   * @param replaced occurrences of the same UID that the file changes as well
   * @throws EventFault when the values are invalid or the caller lacks a right
   */
  async take(read: ReadEvent, actor: Actor, replaced: readonly WrittenClock[] = []): Promise<Outcome> {
    if (read.isFollowing)
      throw new EventFault(
        'RANGE=THISANDFUTURE is not supported. Send the following occurrences as a series of their own.',
      );
    const series = await this.imported.find(read.uid);
    if (!read.replaces)
      return series === undefined ? this.create(read, actor) : this.updateWhole(series, read, actor, replaced);
    if (series === undefined) return this.takeLone(read, read.replaces, actor);
    return this.replace(series, read.replaces, read, actor);
  }

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
    const series = await this.changeable(id, actor);
    const start = read.replaces && startIn(series, read.replaces);
    const replacement = start === undefined ? undefined : await this.imported.findReplacement(id, start);
    const row = replacement === undefined ? series : await this.changeable(replacement, actor);
    const named = { uid: read.uid, ...(start !== undefined && { recurrence_id: start }), id: row.id };
    if (series.status === 'trash') return skipped(named, IN_TRASH);
    if (start === undefined || replacement !== undefined) return this.cancelRow(row, read, named, actor);
    if (!(await this.strays.has(series, start))) return skipped(named, NOT_HERE);
    return this.cancelRow(row, read, named, actor, { occurrence_date: start, scope: 'this' });
  }

  private async cancelLone(read: ReadCancellation, actor: Actor): Promise<Outcome> {
    const { ofDay, ofTime } = read.replaces ? loneUids(read.uid, read.replaces) : {};
    for (const uid of [ofTime, ofDay]) {
      const id = uid === undefined ? undefined : await this.imported.find(uid);
      if (id === undefined) continue;
      return this.cancelRow(await this.changeable(id, actor), read, { uid: read.uid, id }, actor);
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

  /** An occurrence whose series is neither in the file nor here. */
  private async takeLone(whole: ReadEvent, replaces: WrittenClock, actor: Actor): Promise<Outcome> {
    const read = { ...whole, recurrence: undefined };
    const named = { uid: read.uid, recurrence_id: startIn(read.times, replaces) };
    const uid = loneUid(read, replaces);
    const id = await this.imported.find(uid);
    return id === undefined ? this.create(read, actor, named, uid) : this.update(id, read, actor, { ...named, id });
  }

  private async create(
    read: ReadEvent,
    actor: Actor,
    named: Named = { uid: read.uid },
    uid = read.uid,
  ): Promise<Outcome> {
    const links = await this.links.plan(read, actor);
    const { leftOut } = links;
    const input = await this.links.store(links, actor);
    const { row } = await asFault(() => this.events.create({ ...inputOf(read), ...input }, actor));
    await this.imported.identify(row.id, uid, read.sequence);
    await this.imported.keepLines(row.id, read.kept);
    if (!read.replaces) await this.lone.join(row, uid, actor);
    return { what: 'created', of: { ...named, id: row.id, ...(leftOut.length > 0 && { left_out: leftOut }) } };
  }

  /** Updates an event that is no changed occurrence. The dates that `StrayOccurrences` has added for the file are no difference to it. */
  private async updateWhole(
    id: number,
    read: ReadEvent,
    actor: Actor,
    replaced: readonly WrittenClock[],
  ): Promise<Outcome> {
    const row = await this.changeable(id, actor);
    const stored = replaced.length === 0 ? [] : await this.imported.replacedStarts(id);
    const starts = replaced.map((written) => startIn(row, written)).filter((start) => stored.includes(start));
    return this.update(id, withDates(read, starts, row.rdates), actor);
  }

  private async update(
    id: number,
    read: ReadEvent,
    actor: Actor,
    named: Named = { uid: read.uid, id },
  ): Promise<Outcome> {
    const row = await this.changeable(id, actor);
    if (row.status === 'trash') return skipped(named, IN_TRASH);
    const { changes, links, kept, leftOut } = await this.differences.of(row, read, actor);
    const isSame = [changes, kept].every((parts) => Object.keys(parts).length === 0) && !changesLinks(links);
    if (isSame) return skipped(named, UNCHANGED);
    if (!isNewer(read, row)) return skipped(named, OUTDATED);
    const linked = await this.links.store(links, actor);
    await asFault(() => this.events.update({ id }, { ...changes, ...linked }, actor));
    await this.imported.keepLines(id, kept);
    await this.imported.raiseSequence(id, read.sequence);
    return { what: 'updated', of: { ...named, ...leftOut } };
  }

  /** Imports an occurrence that differs from its series: updates the event that replaces it, or creates that event. */
  private async replace(seriesId: number, start: WrittenClock, whole: ReadEvent, actor: Actor): Promise<Outcome> {
    // Many programs repeat the rule of the series in its changed occurrences.
    const read = { ...whole, recurrence: undefined };
    const series = await this.changeable(seriesId, actor);
    const clock = startIn(series, start);
    const named = { uid: read.uid, recurrence_id: clock };
    const replacement = await this.imported.findReplacement(seriesId, clock);
    if (replacement !== undefined) return this.update(replacement, read, actor, { ...named, id: replacement });
    if (series.status === 'trash') return skipped(named, IN_TRASH);
    if (!(await this.strays.has(series, clock))) {
      if (this.strays.isExcluded(series, clock)) return skipped(named, EXCLUDED);
      if (read.state === 'canceled') return skipped(named, NOT_HERE);
      await this.strays.add(series, clock, actor);
    }
    const { changes, links, kept, leftOut } = await this.differences.of(series, read, actor, 'one occurrence');
    const input = { ...changes, ...(await this.links.store(links, actor)), occurrence_date: clock, scope: 'this' };
    const { row } = await asFault(() => this.events.update({ id: seriesId }, input, actor));
    await this.imported.keepLines(row.id, kept);
    // The change that creates the event counts as none: its SEQUENCE is that of the file.
    await this.imported.setSequence(row.id, read.sequence);
    return { what: 'created', of: { ...named, id: row.id, ...leftOut } };
  }

  /** @throws EventFault when the caller may not change the event */
  private async changeable(id: number, actor: Actor): Promise<EventRow> {
    const row = await this.repository.lock({ id });
    if (!row) throw new EventFault('The event that has this UID was deleted meanwhile.');
    if (!mayUpdate(actor, 'event', row)) throw new EventFault('You may not change the event that has this UID.');
    return row;
  }
}

/** The event with those of the added dates that are among these starts. */
function withDates(read: ReadEvent, starts: readonly WallClock[], added: readonly WallClock[]): ReadEvent {
  const { rule = null, without = [], besides = [] } = read.recurrence ?? {};
  const kept = added.filter((date) => starts.includes(date) && !besides.includes(date));
  return kept.length === 0 ? read : { ...read, recurrence: { rule, without, besides: [...besides, ...kept].sort() } };
}

/** Whether the file has a higher sequence or a later change. A file with the same sequence and no time of change counts as newer. */
function isNewer({ sequence, modifiedAt }: ReadCancellation, row: EventRow): boolean {
  if (sequence > row.sequence || (modifiedAt && modifiedAt.getTime() > row.modifiedAt.getTime())) return true;
  return modifiedAt === undefined && sequence === row.sequence;
}
