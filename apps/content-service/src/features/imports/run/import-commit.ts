import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../../../domain/activity/activity-log';
import type { PortableItem } from '../format/portable-content';
import { ImportsRepository } from '../imports.repository';
import { ImportsService } from '../imports.service';
import { runProblem } from './import-failure';
import type { ImportOrder, Progress } from './import-order';
import type { ImportPlan } from './import-plan';
import type { Parent } from './import-target';
import { ImportWriter } from './import-writer';
import { ImportedItems } from './imported-items';

const TAKEN = 'The import is being run already, or was run or deleted in the meantime.';

/** The transaction of a run: all of it or nothing (content-behaviour §16.5). */
@Injectable()
export class ImportCommit {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsRepository,
    private readonly importsService: ImportsService,
    private readonly writer: ImportWriter,
    private readonly items: ImportedItems,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * @returns the new item
   * @throws PlanOutdated
   */
  run(plan: ImportPlan, item: PortableItem, parent: Parent | undefined, order: ImportOrder, progress: Progress): Promise<object> {
    const { importId, actor } = order;
    return this.database.transaction(async () => {
      const taken = await this.imports.take(importId, actor);
      if (!taken) throw runProblem(409, [TAKEN]);
      await this.writer.write(plan, actor, (done, total) => progress('rows', done, total));
      if (parent) await this.writer.place(plan, item, parent, order);
      await this.importsService.end(taken, actor);
      await this.activity.event('import_run', `(${taken.id}) ${taken.name}`, actor);
      return this.items.present(item.kind, plan.id);
    });
  }
}
