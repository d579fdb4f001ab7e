import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../../calendar/icalendar/reading/split-file';
import type { ReadEvent } from '../../../calendar/icalendar/reading/read-event';
import { clockIn, type WrittenClock } from '../../../calendar/icalendar/reading/written-time';
import type { WallClock } from '../../../calendar/time-zones/wall-clock';
import { EventsService } from '../../events/events.service';
import { ChangeableEvents, isNewer } from './changeable-events';
import { EventDifferences } from './event-differences';
import { eventInputOf } from './import-differences';
import { changesLinks, ImportLinks } from './import-links';
import { ImportedEvents } from './imported-events';
import { LoneOccurrences, loneUid } from './lone-occurrences';
import {
  asFault,
  EXCLUDED,
  IN_TRASH,
  type Named,
  NOT_HERE,
  type Outcome,
  OUTDATED,
  skipped,
  UNCHANGED,
} from './outcome';
import { startIn, StrayOccurrences } from './stray-occurrences';

/** Imports one event of a file: creates it, changes the event with its UID, or skips it. Call it inside a transaction. */
@Injectable()
export class EventImporter {
  constructor(
    private readonly imported: ImportedEvents,
    private readonly changeable: ChangeableEvents,
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
  async import(read: ReadEvent, actor: Actor, replaced: readonly WrittenClock[] = []): Promise<Outcome> {
    if (read.isFollowing)
      throw new EventFault(
        'RANGE=THISANDFUTURE is not supported. Send the following occurrences as a series of their own.',
      );
    const series = await this.imported.find(read.uid);
    if (!read.replaces)
      return series === undefined ? this.create(read, actor) : this.updateWhole(series, read, actor, replaced);
    if (series === undefined) return this.importLone(read, read.replaces, actor);
    return this.replace(series, read.replaces, read, actor);
  }

  /** An occurrence whose series is neither in the file nor here. */
  private async importLone(whole: ReadEvent, replaces: WrittenClock, actor: Actor): Promise<Outcome> {
    const read = { ...whole, recurrence: undefined };
    const named = { uid: read.uid, recurrence_id: clockIn(replaces, read.times) };
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
    const { row } = await asFault(() => this.events.create({ ...eventInputOf(read), ...input }, actor));
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
    const row = await this.changeable.lock(id, actor);
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
    const row = await this.changeable.lock(id, actor);
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
    const series = await this.changeable.lock(seriesId, actor);
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
}

/** The event with those of the added dates that are among these starts. */
function withDates(read: ReadEvent, starts: readonly WallClock[], added: readonly WallClock[]): ReadEvent {
  const { rule = null, without = [], besides = [] } = read.recurrence ?? {};
  const kept = added.filter((date) => starts.includes(date) && !besides.includes(date));
  return kept.length === 0 ? read : { ...read, recurrence: { rule, without, besides: [...besides, ...kept].sort() } };
}
