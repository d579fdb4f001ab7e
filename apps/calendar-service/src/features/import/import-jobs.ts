import { type Actor, can, packActor, type PackedActor, unpackActor } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { currentRequest, onBehalfOf, type RequestOrigin } from '@almanac/http';
import { hasEnded, type Run, type RunContext, Runs } from '@almanac/jobs';
import { taskFile, WorkerPool } from '@almanac/workers';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { calledBelow, calledPrefix } from '../../called-prefix';
import { checkedParameters } from '../../calendar/parameters/read-parameters';
import { RecordWriting } from '../../records/writing/record-writing';
import { mayCreate, refuse } from '../../records/access/rights';
import type * as fileTasks from './file-tasks';
import type { EntriesOfFile } from './file-tasks';
import { ImportDto } from './import.dto';
import { type ImportReport, reportOf } from './import-report';
import { ImportService, type ImportedGroup } from './import.service';

export const IMPORT_RUN = 'import';
const FILE_TASKS = taskFile<typeof fileTasks>(require.resolve('./file-tasks'));
const TOO_EXPENSIVE = () =>
  new Problem(422, 'The calendar file takes too long to read. Send fewer events at a time.', {
    type: 'too-expensive',
    code: 'rest-import-too-expensive',
  });
/** Number of files that one process imports at a time. */
const AT_ONCE = 2;

interface StoredOrder {
  dryRun: boolean;
  actor: PackedActor;
  /** Path prefix of the request; URLs in the file begin with it. */
  prefix?: string;
  origin?: RequestOrigin;
}

/** Imports run as jobs (docs/decisions/0026). A request waits for its run, up to a limit; the run goes on after that. */
@Injectable()
export class ImportJobs implements OnModuleInit {
  constructor(
    private readonly runs: Runs,
    private readonly workers: WorkerPool,
    private readonly imports: ImportService,
    private readonly writing: RecordWriting,
  ) {}

  onModuleInit(): void {
    this.runs.define<StoredOrder>(IMPORT_RUN, (run) => this.work(run), AT_ONCE);
  }

  /** @throws Problem 400 for invalid parameters or a broken file, 401 or 403 for callers who may not create events, 429 */
  async start(file: Uint8Array, input: object, actor: Actor): Promise<Run> {
    const { dry_run: dryRun = false } = checkedParameters(ImportDto, input);
    if (!mayCreate(actor, 'event')) {
      // A broken file is reported before the missing right. The file is not stored.
      await this.entriesOf(file);
      refuse(actor);
    }
    const [prefix, origin] = [calledPrefix(), currentRequest()];
    const order: StoredOrder = {
      dryRun,
      actor: packActor(actor),
      ...(prefix !== undefined && { prefix }),
      ...(origin && { origin }),
    };
    return (await this.runs.start({ kind: IMPORT_RUN, createdBy: actor.id, input: order, file })) ?? unknown();
  }

  /** A canceled or failed run has a report of the events that it has imported. @throws Problem 404 */
  async read(id: number, actor: Actor): Promise<{ run: Run; report: ImportReport | null }> {
    const run = (await this.runs.store.find(IMPORT_RUN, id)) ?? unknown();
    if (run.createdBy !== actor.id && !can(actor, 'settings-manage')) unknown();
    if (run.outcome && 'answer' in run.outcome) return { run, report: run.outcome.answer as ImportReport };
    if (!hasEnded(run)) return { run, report: null };
    const stored = (await this.runs.store.notes<ImportedGroup>(id)).filter(({ isUnstored }) => !isUnstored);
    const outcomes = stored.flatMap((group) => group.outcomes);
    return { run, report: outcomes.length === 0 ? null : reportOf(outcomes, false) };
  }

  /** Events that are already imported stay. @throws Problem 404, 409 when the run has ended */
  async cancel(id: number, actor: Actor): Promise<void> {
    await this.read(id, actor);
    if (!(await this.runs.store.cancel(id)))
      throw new Problem(409, 'The import has ended already.', { code: 'rest-import-ended' });
  }

  private work(run: RunContext<StoredOrder>): Promise<void> {
    const { dryRun, actor, prefix, origin } = run.input;
    return onBehalfOf(origin, () =>
      calledBelow(prefix, async () => {
        const entries = await this.entriesOf(run.file ?? Buffer.alloc(0));
        await this.imports.import(entries, { dryRun, actor: unpackActor(actor) }, run);
      }),
    );
  }

  private entriesOf(bytes: Uint8Array): Promise<EntriesOfFile> {
    return this.workers.run(
      FILE_TASKS,
      'calendarEntries',
      { bytes, siteZone: this.writing.siteZone.name },
      { tooExpensive: TOO_EXPENSIVE() },
    );
  }
}

function unknown(): never {
  throw new Problem(404, 'There is no such import.', { code: 'rest-import-not-found' });
}
