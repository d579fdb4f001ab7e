import { type Actor, can, packActor, type PackedActor, unpackActor } from '@almanac/auth';
import { notFound, Problem } from '@almanac/errors';
import { currentRequest, onBehalfOf, type RequestOrigin, type Unchecked } from '@almanac/http';
import { type Run, type RunInHand, Runs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RunImportDto } from './run-import.dto';
import { ImportsRepository } from '../uploads/imports.repository';
import { AT_ONCE } from '../archive/portable-archives';
import { alreadyTaken, asRunProblem } from './run-problem';
import { ImportRunner } from './import-runner';
import type { WantedParent } from './import-target';

export const IMPORT_RUN = 'import';

/**
 * An order as stored with its run. It keeps the caller's permissions from the request; the target is checked again when rows are written.
 */
interface StoredOrder {
  importId: number;
  parent: WantedParent | undefined;
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
      alreadyTaken()
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

  private work(run: RunInHand<StoredOrder>): Promise<void> {
    const { importId, parent, actor, origin } = run.input;
    const order = { importId, parent, actor: unpackActor(actor) };
    return onBehalfOf(origin, () => this.runner.run(order, run).catch(asRunProblem));
  }
}
