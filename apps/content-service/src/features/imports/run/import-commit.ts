import { Database } from '@almanac/database';
import type { RunInHand } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../../content/activity/activity-log';
import { type Reservation, StoredFiles } from '../../../content/files/stored-files';
import type { PortableItem } from '../archive/portable-content';
import { ImportsRepository } from '../uploads/imports.repository';
import { ImportsService } from '../uploads/imports.service';
import { alreadyTaken } from './run-problem';
import type { ImportOrder } from './import-target';
import type { ImportPlan } from '../plan/import-plan';
import type { Parent } from '../../../content/content-tree/content-tree';
import { ImportWriter } from './import-writer';
import { ImportedItems } from './imported-items';

/** Commits a run in one transaction: all of it or nothing (content-behaviour §16.5). */
@Injectable()
export class ImportCommit {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly importsService: ImportsService,
    private readonly writer: ImportWriter,
    private readonly items: ImportedItems,
    private readonly activity: ActivityLog,
    private readonly files: StoredFiles,
  ) {}

  /**
   * Writes the plan, deletes the import and finishes the run, in one transaction.
   * @param reservations of the files whose rows it writes
   * @throws PlanOutdated
   */
  commit(
    plan: ImportPlan,
    reservations: readonly Reservation[],
    item: PortableItem,
    parent: Parent | undefined,
    order: ImportOrder,
    run: RunInHand<unknown>,
  ): Promise<void> {
    const { importId, actor } = order;
    return this.database.transaction(async () => {
      const taken = (await this.imports.take(importId, actor)) ?? alreadyTaken();
      await this.writer.write(plan, actor, (done, total) => run.progress('rows', done, total));
      await this.files.settle(...reservations);
      if (parent) await this.writer.place(plan, item, parent, order);
      await this.importsService.end(taken, actor);
      await this.activity.record('import_run', taken, actor);
      await run.finish(await this.items.present(item.kind, plan.id));
    });
  }
}
