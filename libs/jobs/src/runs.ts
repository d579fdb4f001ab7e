import type { Database } from '@almanac/database';
import { Problem, toProblem } from '@almanac/errors';
import { detached } from '@almanac/observability';
import { EventEmitter, once } from 'node:events';
import type { Jobs, ReportJobFailure } from './jobs';
import type { Turn } from './turns';
import type { RunOutcome } from './job-run.entity';
import { hasEnded, type NewRun, type Run, RunStore, type ClaimedRun } from './run-store';

/** Thrown inside the handler of a run that was canceled, or that another process has taken over. */
export class RunCanceled extends Error {
  override readonly name = 'RunCanceled';
}

/** Thrown inside the handler of a run that goes on later, because other callers wait. */
class RunPaused extends Error {
  override readonly name = 'RunPaused';
}

/** The run as its handler sees it. */
export interface RunContext<T> {
  input: T;
  /** The file that was uploaded for it, if any. */
  file: Buffer | null;
  /** Reports progress. @throws RunCanceled when the run was canceled; do not catch it, so that the transaction is rolled back */
  progress(step: string, done: number, total: number): void;
  /** Ends the run with an answer. Call it last in the transaction of the work, whose effect then happens exactly once. @throws RunCanceled */
  finish(answer: object): Promise<void>;
  /** Saves checkpoints from which another process can resume, should this one die. Inside a transaction they take effect with its commit. */
  note(notes: readonly object[]): Promise<void>;
  notes<N>(): Promise<N[]>;
  /**
   * Call between steps. When other callers wait, it saves these checkpoints, and the run goes on after their turns.
   * @throws RunPaused in this case, RunCanceled as `progress`; do not catch them
   */
  yieldTurn(notes: readonly object[]): Promise<void>;
}

export type RunHandler<T> = (run: RunContext<T>) => Promise<void>;

const HEARTBEAT_MS = 1_000;
const POLL_MS = 500;
/** A run that was started this often without an end, e.g. because its process died, is not retried. */
const MAX_ATTEMPTS = 3;
const MAX_UNFINISHED = 20;
const TIMEOUT_SECONDS = 4 * 3_600;
const SWEEP_AFTER_SECONDS = 600;

const ABANDONED_OUTCOME: RunOutcome = {
  failure: { status: 500, message: 'The process of the run ended before its work was done. Try again.', details: {} },
};

/** Jobs that users start. Each has a row with its progress and outcome; callers can wait for it and cancel it. */
export class Runs {
  readonly store: RunStore;
  /** Emits the id of each run that has ended in this process. */
  private readonly ends = new EventEmitter().setMaxListeners(0);

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly report: ReportJobFailure,
  ) {
    this.store = new RunStore(database);
    this.jobs.every(SWEEP_AFTER_SECONDS, 'runs.sweep', () => this.store.sweep(ABANDONED_OUTCOME));
  }

  /** Registers the handler for runs of a kind. @param concurrency how many of them one process runs at a time */
  define<T>(kind: string, handler: RunHandler<T>, concurrency: number): void {
    const options = { concurrency, timeoutSeconds: TIMEOUT_SECONDS };
    this.jobs.work<{ id: number }>(queueOf(kind), ({ id }, turn) => this.work(kind, id, handler, turn), options);
  }

  /**
   * Adds a run to the queue.
   * @returns undefined when its subject has an unfinished run already
   * @throws Problem 429 when the caller has too many unfinished ones
   */
  async start(run: NewRun): Promise<Run | undefined> {
    if ((await this.store.countUnfinished(run.createdBy)) >= MAX_UNFINISHED)
      throw new Problem(429, `You have ${MAX_UNFINISHED} unfinished jobs. Wait for one to end, or cancel one.`, {
        headers: { 'Retry-After': '30' },
      });
    return this.database.transaction(async () => {
      if (run.subject !== undefined) await this.store.failAbandoned(run.kind, run.subject, ABANDONED_OUTCOME);
      const added = await this.store.add(run);
      if (added) await this.jobs.send(queueOf(run.kind), { id: added.id }, run.createdBy);
      return added;
    });
  }

  /** @returns the run once it has ended, the time is over or the caller has disconnected; undefined when there is no such run */
  async wait(kind: string, id: number, milliseconds: number, disconnected?: AbortSignal): Promise<Run | undefined> {
    const until = Date.now() + milliseconds;
    for (;;) {
      const run = await this.store.find(kind, id);
      const left = until - Date.now();
      if (!run || hasEnded(run) || left <= 0 || disconnected?.aborted) return run;
      // For a bounded time: the run may end in another process, which cannot notify this one.
      const isOver = AbortSignal.any([
        AbortSignal.timeout(Math.min(left, POLL_MS)),
        ...(disconnected ? [disconnected] : []),
      ]);
      await once(this.ends, String(id), { signal: isOver }).catch(() => undefined);
    }
  }

  private async work<T>(kind: string, id: number, handler: RunHandler<T>, turn: Turn): Promise<void> {
    const claimed = await this.store.claim<T>(id);
    if (!claimed) {
      // The process of the run may be dying. Throwing makes the queue retry later.
      if ((await this.store.find(kind, id))?.state === 'running') throw new Error('another process works on the run');
      return;
    }
    const run = new ClaimedRunContext(claimed, this.store, turn);
    try {
      if (claimed.attempts > MAX_ATTEMPTS) await this.store.end(id, claimed.attempts, 'failed', ABANDONED_OUTCOME);
      else await run.work(handler);
    } catch (thrown) {
      if (!(thrown instanceof RunPaused)) await this.fail(kind, claimed, thrown);
    } finally {
      this.ends.emit(String(id));
    }
  }

  private async fail(kind: string, { id, attempts }: ClaimedRun<unknown>, thrown: unknown): Promise<void> {
    if (thrown instanceof RunCanceled) {
      await this.store.end(id, attempts, 'canceled', null);
      return;
    }
    const { status, message, details } = toProblem(thrown);
    const { cause, ...publicDetails } = details;
    if (status >= 500) this.report(cause ?? thrown, queueOf(kind));
    await this.store.end(id, attempts, 'failed', { failure: { status, message, details: publicDetails } });
  }
}

/** The answer of a run that has ended. @throws Problem its failure; 409 when it was canceled */
export function answerOf({ outcome }: Run): object {
  if (!outcome) throw new Problem(409, 'The job was canceled.');
  if ('answer' in outcome) return outcome.answer;
  const { status, message, details } = outcome.failure;
  throw new Problem(status, message, details);
}

const queueOf = (kind: string): string => `runs.${kind}`;

class ClaimedRunContext<T> implements RunContext<T> {
  readonly input: T;
  readonly file: Buffer | null;
  private state = { step: null as string | null, done: 0, total: 0 };
  private isActive = true;

  constructor(
    private readonly run: ClaimedRun<T>,
    private readonly store: RunStore,
    private readonly turn: Turn,
  ) {
    this.input = run.input;
    this.file = run.file;
  }

  async work(handler: RunHandler<T>): Promise<void> {
    const heartbeat = setInterval(() => detached(this.sendHeartbeat(), 'runs.heartbeat'), HEARTBEAT_MS);
    try {
      await handler(this);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** A failed heartbeat does not stop the run: the database may be back at the next. */
  private async sendHeartbeat(): Promise<void> {
    const isActive = await this.store.keepAlive(this.run.id, this.run.attempts, this.state);
    this.isActive &&= isActive;
  }

  progress(step: string, done: number, total: number): void {
    this.state = { step, done, total };
    if (!this.isActive) throw new RunCanceled();
  }

  async finish(answer: object): Promise<void> {
    const { id, attempts } = this.run;
    await this.store.deleteNotes(id);
    if (!(await this.store.end(id, attempts, 'done', { answer }))) throw new RunCanceled();
  }

  note(notes: readonly object[]): Promise<void> {
    return this.store.note(this.run.id, notes);
  }

  notes<N>(): Promise<N[]> {
    return this.store.notes<N>(this.run.id);
  }

  async yieldTurn(notes: readonly object[]): Promise<void> {
    if (!(await this.turn.othersWait())) return;
    if (!(await this.store.pause(this.run.id, this.run.attempts, notes))) throw new RunCanceled();
    this.turn.requeue();
    throw new RunPaused();
  }
}
