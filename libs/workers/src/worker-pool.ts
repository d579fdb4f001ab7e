import path from 'node:path';
import { Problem } from '@almanac/errors';
import { gauge, histogram, traced } from '@almanac/observability';
import { Slots } from '@almanac/rate-limit';
import { Piscina } from 'piscina';
import { newTaskStart, type TaskStart, waitForProcessorTime } from './processor-time';
import type { TaskFile, Tasks } from './task-file';
import type { Outcome, Request } from './worker';

interface WorkerPoolOptions {
  /** Largest number of threads, and so of concurrent tasks. */
  threads: number;
  /** How many tasks may wait for a thread; the rest is refused. */
  maxQueue: number;
  /** Memory limit of a thread. A thread that exceeds it is replaced; the process goes on. */
  maxMegabytes: number;
  /** Multiplies all deadlines, for slow machines. */
  timeFactor?: number;
  /** How many times its deadline a task may take on a machine whose processors are busy. */
  patience?: number;
}

interface RunOptions {
  /** Processor time of the task. */
  deadlineMs?: number;
  /** Aborts the task when the caller has disconnected. */
  signal?: AbortSignal;
  /** Thrown when processor time or memory run out; 503 by default. */
  tooExpensive?: Problem;
}

const REFUSAL = 'The server has too much to do at this moment.';
const DEADLINE_MS = 10_000;
/** A thread that gets less than half of a processor ends with 503. */
const PATIENCE = 2;
const MAX_WAIT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
/** Tests run TypeScript sources, which a worker cannot load by itself. */
const FOR_TYPESCRIPT = ['--require', path.resolve(__dirname, '../../../tools/typescript.cjs')];

/** The outcomes `too expensive`, `starved` and `left` each replaced a thread. */
const runs = histogram('almanac_worker_run_seconds', 'How long works ran in a thread.', ['outcome']);

/** Threads for work that would block the event loop. The numbers of running and of waiting tasks are bounded, and each has a deadline. */
export class WorkerPool {
  private readonly piscina: Piscina<Request, Outcome>;
  private readonly slots: Slots;
  private readonly timeFactor: number;
  private readonly patience: number;

  constructor({ threads, maxQueue, maxMegabytes, timeFactor = 1, patience = PATIENCE }: WorkerPoolOptions) {
    this.timeFactor = timeFactor;
    this.patience = patience;
    const filename = require.resolve('./worker');
    this.piscina = new Piscina<Request, Outcome>({
      filename,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
      // A worker that blocks in `Atomics.wait` could not collect garbage or be ended.
      atomics: 'disabled',
      ...(filename.endsWith('.ts') && { execArgv: FOR_TYPESCRIPT }),
    });
    this.slots = new Slots(threads, maxQueue, REFUSAL, MAX_WAIT_MS * timeFactor);
    gauge('almanac_worker_queue', 'Works that wait for a thread.', () => this.slots.queued);
    gauge(
      'almanac_worker_threads',
      'Threads that there are; they start when there is work.',
      () => this.piscina.threads.length,
    );
  }

  /**
   * Runs an exported function of a module in another thread.
   * @throws the task's error, a `Problem` as a `Problem`; the reason of `signal` when it aborts during the task
   * @throws Problem 503 when the queue is full, the wait took too long, or the thread did not get the processor
   * @throws `tooExpensive` when processor time or memory ran out
   */
  async run<T extends Tasks, K extends keyof T & string>(
    file: TaskFile<T>,
    task: K,
    input: Parameters<T[K]>[0],
    { deadlineMs = DEADLINE_MS, signal, tooExpensive = busy() }: RunOptions = {},
  ): Promise<Awaited<ReturnType<T[K]>>> {
    const giveBack = await this.slots.take(signal);
    const start = newTaskStart();
    const limits = this.limit(deadlineMs * this.timeFactor, start);
    const measure = runs.startTimer();
    try {
      const outcome = await traced(`work ${task}`, () =>
        this.piscina.run(
          { path: file.path, task, input, start },
          { signal: AbortSignal.any([limits.spent, limits.late, ...(signal ? [signal] : [])]) },
        ),
      );
      measure({ outcome: 'done' });
      if ('problem' in outcome)
        throw new Problem(outcome.problem.status, outcome.problem.message, outcome.problem.details);
      return outcome.value as Awaited<ReturnType<T[K]>>;
    } catch (thrown) {
      if (thrown instanceof Problem) throw thrown;
      const isTooExpensive = limits.spent.aborted || isOutOfMemory(thrown);
      const outcome = isTooExpensive ? 'too expensive' : limits.late.aborted ? 'starved' : 'failed';
      measure({ outcome: signal?.aborted ? 'left' : outcome });
      signal?.throwIfAborted();
      if (isTooExpensive) throw tooExpensive;
      throw outcome === 'starved' ? busy() : thrown;
    } finally {
      limits.end();
      giveBack();
    }
  }

  /** `spent` aborts at the limit of processor time, `late` when the thread did not get that much within the patience. */
  private limit(limitMs: number, start: TaskStart) {
    const [spent, end] = [new AbortController(), new AbortController()];
    waitForProcessorTime(limitMs, start, () => this.piscina.threads, end.signal).then(
      () => spent.abort(),
      () => undefined,
    );
    return {
      spent: spent.signal,
      late: AbortSignal.timeout(limitMs * this.patience),
      end: () => end.abort(),
    };
  }

  /** Ends all threads, also those that are running a task. */
  close(): Promise<void> {
    return this.piscina.destroy();
  }
}

const busy = () => new Problem(503, `${REFUSAL} Try again in a few seconds.`, { headers: { 'Retry-After': '5' } });

const isOutOfMemory = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === OUT_OF_MEMORY;
