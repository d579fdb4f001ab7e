import { busy, notFound } from '@almanac/errors';
import type { RunInHand } from '@almanac/jobs';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_STORE } from '../../../content/files/file-store.provider';
import type { PortableItem } from '../archive/portable-content';
import { ImportsRepository } from '../uploads/imports.repository';
import { type OpenedArchive, PortableArchives } from '../archive/portable-archives';
import { ImportCommit } from './import-commit';
import { type ImportOrder, ImportTarget } from './import-target';
import { ImportPlanner } from '../plan/import-planner';
import { PlanOutdated } from './import-writer';
import { ImportStaging, type Staged } from '../plan/staged-import';

const MAX_PLANS = 3;

/**
 * Runs imports in three steps (content-behaviour §16.5): stores the files, plans everything else, and writes the plan in one transaction. A
 * process that dies leaves only files that `StoredFiles.sweep` removes, so a run can restart at any time.
 */
@Injectable()
export class ImportRunner {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly archives: PortableArchives,
    private readonly target: ImportTarget,
    private readonly staging: ImportStaging,
    private readonly planner: ImportPlanner,
    private readonly transaction: ImportCommit,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  async run(order: ImportOrder, run: RunInHand<unknown>): Promise<void> {
    const { path, size } = (await this.imports.find(order.importId, order.actor)) ?? notFound('Import');
    await this.archives.open(
      (range) => this.files.read(path, range),
      size,
      (opened) => this.runOpened(opened, order, run),
    );
  }

  private async runOpened(opened: OpenedArchive, order: ImportOrder, run: RunInHand<unknown>): Promise<void> {
    // Checked before any file is stored; the transaction checks again.
    await this.target.check(opened.item, order.parent, order.actor);
    const staging = (done: number, total: number) => run.progress('files', done, total);
    await this.staging.during(opened, order.actor, staging, (staged) =>
      this.runStaged(opened.item, staged, order, run),
    );
  }

  /** Another transaction may take a slug or move the parent after planning. The import is then planned again. */
  private async runStaged(
    item: PortableItem,
    staged: Staged,
    order: ImportOrder,
    run: RunInHand<unknown>,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const parent = await this.target.check(item, order.parent, order.actor);
      const plan = await this.planner.plan(item, parent, staged, order.actor, (done, total) =>
        run.progress('texts', done, total),
      );
      try {
        await this.transaction.commit(plan, staged.reservations, item, parent, order, run);
        return;
      } catch (failure) {
        if (!(failure instanceof PlanOutdated)) throw failure;
        if (attempt === MAX_PLANS) throw busy(failure);
      }
    }
  }
}
