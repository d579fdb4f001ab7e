import { type Actor, can, packActor, type PackedActor, unpackActor } from '@almanac/auth';
import { busy, notFound, Problem } from '@almanac/errors';
import { currentRequest, onBehalfOf, type RequestOrigin, type Unchecked } from '@almanac/http';
import { type Run, type RunContext, Runs } from '@almanac/jobs';
import type { FileStore } from '@almanac/storage';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { FILE_STORE } from '../../content/files/file-store.provider';
import { AT_ONCE, type OpenedArchive, PortableArchives } from './archive/portable-archives';
import type { PortableItem } from './archive/portable-content';
import { type ImportOrder, ImportTarget, type RequestedParent } from './import-target';
import { ImportTransaction, PlanOutdated } from './import-writer';
import type { RunImportDto } from './imports.dto';
import { ImportsRepository } from './imports.repository';
import { refuseClaimedImport, asRunProblem } from './plan/import-failure';
import { ImportPlanner } from './plan/import-planner';
import { ImportStaging, type Staged } from './plan/staged-import';

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
    private readonly transaction: ImportTransaction,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  async run(order: ImportOrder, run: RunContext<unknown>): Promise<void> {
    const { path, size } = (await this.imports.find(order.importId, order.actor)) ?? notFound('Import');
    await this.archives.open(
      (range) => this.files.read(path, range),
      size,
      (opened) => this.runOpened(opened, order, run),
    );
  }

  private async runOpened(opened: OpenedArchive, order: ImportOrder, run: RunContext<unknown>): Promise<void> {
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
    run: RunContext<unknown>,
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

export const IMPORT_RUN = 'import';

/**
 * An order as stored with its run. It keeps the caller's permissions from the request; the target is checked again when rows are written.
 */
interface StoredOrder {
  importId: number;
  parent: RequestedParent | undefined;
  actor: PackedActor;
  origin: RequestOrigin | undefined;
}

/** Imports are run as jobs (docs/decisions/0026): the request waits for its run, but only for a limited time. */
@Injectable()
export class ImportJobs implements OnModuleInit {
  constructor(
    private readonly runs: Runs,
    private readonly imports: ImportsRepository,
    private readonly runner: ImportRunner,
  ) {}

  onModuleInit(): void {
    this.runs.define<StoredOrder>(IMPORT_RUN, (run) => this.work(run), AT_ONCE);
  }

  /** @throws Problem 404, 409 while the import is being run, 422 without a parent where one is needed, 429 */
  async start(importId: number, input: Unchecked<RunImportDto>, actor: Actor): Promise<Run> {
    const { type } = (await this.imports.find(importId, actor)) ?? notFound('Import');
    // A book has no parent; its input is ignored.
    const parent = type === 'book' ? undefined : input.validate();
    const order: StoredOrder = { importId, parent, actor: packActor(actor), origin: currentRequest() };
    return (
      (await this.runs.start({ kind: IMPORT_RUN, subject: importId, createdBy: actor.id, input: order })) ??
      refuseClaimedImport()
    );
  }

  /** The latest run of an import, also after that run has deleted the import. @throws Problem 404 */
  async read(importId: number, actor: Actor): Promise<Run> {
    const run = await this.runs.store.findBySubject(IMPORT_RUN, importId);
    return run && (run.createdBy === actor.id || can(actor, 'settings-manage')) ? run : notFound('Import run');
  }

  /** Cancels a run: nothing of it remains, and the import can be run again. @throws Problem 404, 409 when the run has ended */
  async cancel(importId: number, actor: Actor): Promise<void> {
    const { id } = await this.read(importId, actor);
    if (!(await this.runs.store.cancel(id))) throw new Problem(409, 'The run of this import has ended already.');
  }

  private work(run: RunContext<StoredOrder>): Promise<void> {
    const { importId, parent, actor, origin } = run.input;
    const order = { importId, parent, actor: unpackActor(actor) };
    return onBehalfOf(origin, () => this.runner.run(order, run).catch(asRunProblem));
  }
}
