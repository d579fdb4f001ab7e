import { setImmediate } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import type { RunContext } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { EventFault } from '../../calendar/icalendar/reading/split-file';
import type { ReadEntry } from '../../calendar/icalendar/reading/read-calendar';
import type { EntriesOfFile } from './file-tasks';
import { type Entry, entryHead, inOrder } from './events/entries-of-uid';
import type { WrittenClock } from '../../calendar/icalendar/reading/written-time';
import { EventCancellations } from './events/event-cancellations';
import { EventImporter } from './events/event-importer';
import type { Outcome } from './events/outcome';
import { reportOf } from './import-report';

/** The caller, who becomes the author of new events, and whether to store anything. */
interface ImportOrder {
  dryRun: boolean;
  actor: Actor;
}

/** Results for the events of one UID, stored in their transaction. */
export interface ImportedGroup {
  uid: string;
  outcomes: Outcome[];
  /** Of a dry run or a fault: the import has stored nothing for them. */
  isUnstored?: true;
}

const OUTDATED_HERE = 'The file has a newer version of it.';

/** Thrown to roll back the transaction of a dry run or of faults; carries its results. */
class NothingStored extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('nothing is stored');
  }
}

/** Imports the events of calendar files. */
@Injectable()
export class ImportService {
  constructor(
    private readonly database: Database,
    private readonly importer: EventImporter,
    private readonly cancellations: EventCancellations,
  ) {}

  /**
   * One transaction per UID, which holds a series with its changed occurrences. After a crash, or after the turns of other callers, the import skips
   * UIDs that are already imported.
   * @param file its batches are lists of `ReadEntry`, serialised
   */
  async import(file: EntriesOfFile, { dryRun, actor }: ImportOrder, run: RunContext<unknown>): Promise<void> {
    const outcomes: Outcome[] = [];
    const entries: Entry[] = [];
    for (const batch of file.batches) {
      for (const entry of deserialize(batch) as ReadEntry[])
        if ('fault' in entry)
          outcomes.push({ what: 'failed', of: { uid: entry.uid, line: entry.line, message: entry.fault } });
        else entries.push(entry);
      // Yield between batches: this thread also answers requests.
      await setImmediate();
    }
    const imported = new Map((await run.notes<ImportedGroup>()).map((note) => [note.uid, note]));
    const groups = Map.groupBy(entries, (entry) => entryHead(entry).uid);
    const unstored: ImportedGroup[] = [];
    let done = 0;
    run.progress('events', done, groups.size);
    for (const [uid, group] of groups) {
      const earlier = imported.get(uid);
      const ofGroup = earlier ?? (await this.importGroup(uid, group, actor, dryRun, run));
      for (const outcome of ofGroup.outcomes) outcomes.push(outcome);
      if (!earlier && ofGroup.isUnstored) unstored.push(ofGroup);
      run.progress('events', (done += 1), groups.size);
      if (!earlier) await run.yieldTurn(unstored);
    }
    await this.database.transaction(() => run.finish(reportOf(outcomes, dryRun, file.ignored)));
  }

  /** Imports the events of one UID in one transaction. A fault in one of them does not affect the others. */
  private async importGroup(
    uid: string,
    group: readonly Entry[],
    actor: Actor,
    dryRun: boolean,
    run: RunContext<unknown>,
  ): Promise<ImportedGroup> {
    const { entries, outdated } = inOrder(group);
    const replaced = entries.flatMap((entry) => ('read' in entry ? (entry.read.replaces ?? []) : []));
    return this.database
      .transaction(async () => {
        // Before the first part: the locks of a part that fails are released with it.
        await this.importer.lock(uid);
        const outcomes: Outcome[] = outdated.map(() => ({ what: 'skipped', of: { uid, reason: OUTDATED_HERE } }));
        for (const entry of entries) outcomes.push(await this.importEntry(entry, replaced, actor));
        if (dryRun || outcomes.every(({ what }) => what === 'failed')) throw new NothingStored(outcomes);
        await run.note([{ uid, outcomes }]);
        return { uid, outcomes };
      })
      .catch((failure: unknown): ImportedGroup => {
        if (!(failure instanceof NothingStored)) throw failure;
        return { uid, outcomes: failure.outcomes, isUnstored: true };
      });
  }

  private importEntry(entry: Entry, replaced: readonly WrittenClock[], actor: Actor): Promise<Outcome> {
    return this.database
      .part(() =>
        'cancelled' in entry
          ? this.cancellations.cancel(entry.cancelled, actor)
          : this.importer.import(entry.read, actor, replaced),
      )
      .catch((failure: unknown): Outcome => {
        if (!(failure instanceof EventFault)) throw failure;
        return { what: 'failed', of: { uid: entryHead(entry).uid, line: entry.line, message: failure.message } };
      });
  }
}
