import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import type { RunInHand } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../domain/icalendar/event-fault';
import { FileZones } from '../../domain/icalendar/file-zones';
import { type ReadEvent, readEvent } from '../../domain/icalendar/read-event';
import type { CalendarParts, FileComponent } from '../../domain/icalendar/split-file';
import { groupedBy } from '../../domain/records/grouped-by';
import { RecordWriting } from '../../domain/records/record-writing';
import { EventImporter } from './event-importer';
import { type Outcome, reportOf } from './import-report';

/** Whose events they become, and whether they do. */
export interface ImportOrder {
  dryRun: boolean;
  actor: Actor;
}

/** What became of the events of one UID: noted in their transaction. */
export interface Taken {
  uid: string;
  outcomes: Outcome[];
}

interface Entry {
  line: number;
  read: ReadEvent;
}

/** What ends a transaction that was only to tell what would happen. */
class NothingStored extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('nothing is stored');
  }
}

/** Takes over the events of calendar files. */
@Injectable()
export class ImportService {
  constructor(
    private readonly database: Database,
    private readonly importer: EventImporter,
    private readonly writing: RecordWriting,
  ) {}

  /**
   * Each event by itself, a series with its changed occurrences together: what is wrong with one keeps no other out. What was done by a process
   * that died is not done again.
   */
  async import(parts: CalendarParts, { dryRun, actor }: ImportOrder, run: RunInHand<unknown>): Promise<void> {
    const zones = new FileZones(parts.zones, this.writing.siteZone, parts.properties.get('X-WR-TIMEZONE'));
    const outcomes: Outcome[] = [];
    const entries: Entry[] = [];
    for (const component of parts.events) {
      entries.push(...this.read(component, zones, outcomes));
      // The thread that reads events also answers requests.
      await setImmediate();
    }
    const taken = new Map((await run.notes<Taken>()).map((note) => [note.uid, note.outcomes]));
    const groups = groupedBy(entries, ({ read }) => read.uid);
    let done = 0;
    for (const [uid, group] of groups) {
      run.progress('events', (done += 1), groups.size);
      outcomes.push(...(taken.get(uid) ?? (await this.takeGroup(uid, group, actor, dryRun, run))));
    }
    await this.database.transaction(() => run.finish(reportOf(outcomes, dryRun)));
  }

  private read(component: FileComponent, zones: FileZones, outcomes: Outcome[]): Entry[] {
    try {
      return [{ line: component.line, read: readEvent(component, zones) }];
    } catch (failure) {
      if (!(failure instanceof EventFault)) throw failure;
      outcomes.push({ what: 'failed', of: { uid: uidOf(component), line: component.line, message: failure.message } });
      return [];
    }
  }

  /** The series before its occurrences, in one transaction: without its series an occurrence means nothing. */
  private async takeGroup(
    uid: string,
    group: readonly Entry[],
    actor: Actor,
    dryRun: boolean,
    run: RunInHand<unknown>,
  ): Promise<Outcome[]> {
    const inOrder = [...group].sort((a, b) => Number(a.read.replaces !== undefined) - Number(b.read.replaces !== undefined));
    const outcomes = await this.database
      .transaction(async () => {
        const made: Outcome[] = [];
        for (const { read } of inOrder) made.push(await this.importer.take(read, actor));
        if (dryRun) throw new NothingStored(made);
        await run.note([{ uid, outcomes: made }]);
        return made;
      })
      .catch((failure: unknown) => {
        if (failure instanceof NothingStored || failure instanceof EventFault) return failure;
        throw failure;
      });
    if (outcomes instanceof NothingStored) return outcomes.outcomes;
    if (!(outcomes instanceof EventFault)) return outcomes;
    return group.map(({ line, read }) => ({ what: 'failed', of: { uid: read.uid, line, message: outcomes.message } }));
  }
}

const uidOf = ({ lines }: FileComponent): string => /^UID[^:]*:(.*)$/i.exec(lines.find((line) => /^UID[:;]/i.test(line)) ?? '')?.[1]?.slice(0, 1_000) ?? ''; // prettier-ignore
