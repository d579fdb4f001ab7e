import path from 'node:path';
import { Problem } from '@almanac/errors';
import { gauge, histogram } from '@almanac/observability';
import { Slots } from '@almanac/rate-limit';
import { Piscina } from 'piscina';
import type { TaskFile, Tasks } from './task-file';
import type { Outcome, Request } from './worker';

export interface WorkerPoolOptions {
  /** How many works run at once. */
  threads: number;
  /** How many wait for a thread; the rest is refused. */
  maxQueue: number;
  /** Memory of a thread. One that needs more is replaced, and the process lives. */
  maxMegabytes: number;
}

export interface RunOptions {
  /** Counted from the moment at which a thread takes the work up. */
  deadlineMs?: number;
  /** Tells that nobody waits for the result any more. */
  signal?: AbortSignal;
  /** What the caller is told when time or memory run out; 503 unless given. */
  tooExpensive?: Problem;
}

const REFUSAL = 'The server has too much to do at this moment.';
const DEADLINE_MS = 10_000;
const LONGEST_WAIT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
/** Tests run what is not compiled. */
const FOR_TYPESCRIPT = ['--require', path.resolve(__dirname, '../../../tools/typescript.cjs')];

/** Replaced threads are those of `too expensive` and `left`. */
const runs = histogram('almanac_worker_run_seconds', 'How long works ran in a thread.', ['outcome']);

/** Threads for work that would hold up the event loop. A bounded number runs, a bounded number waits, and none runs for ever. */
export class WorkerPool {
  private readonly piscina: Piscina<Request, Outcome>;
  private readonly slots: Slots;

  constructor({ threads, maxQueue, maxMegabytes }: WorkerPoolOptions) {
    const filename = require.resolve('./worker');
    this.piscina = new Piscina<Request, Outcome>({
      filename,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
      // A worker that waits in Atomics could not be told to collect garbage or to go.
      atomics: 'disabled',
      ...(filename.endsWith('.ts') && { execArgv: FOR_TYPESCRIPT }),
    });
    this.slots = new Slots(threads, maxQueue, REFUSAL, LONGEST_WAIT_MS);
    gauge('almanac_worker_queue', 'Works that wait for a thread.', () => this.slots.queued);
    gauge('almanac_worker_threads', 'Threads that there are; they start when there is work.', () => this.piscina.threads.length);
  }

  /**
   * Runs an exported function of a module in another thread.
   * @throws Problem what the task threw; 503 when too many wait already, or for too long; `tooExpensive` when time or memory ran out
   */
  async run<T extends Tasks, K extends keyof T & string>(
    file: TaskFile<T>,
    task: K,
    input: Parameters<T[K]>[0],
    { deadlineMs = DEADLINE_MS, signal, tooExpensive = busy() }: RunOptions = {},
  ): Promise<Awaited<ReturnType<T[K]>>> {
    const giveBack = await this.slots.take(signal);
    const deadline = AbortSignal.timeout(deadlineMs);
    const measure = runs.startTimer();
    try {
      const outcome = await this.piscina.run(
        { path: file.path, task, input },
        { signal: signal ? AbortSignal.any([deadline, signal]) : deadline },
      );
      measure({ outcome: 'done' });
      if ('problem' in outcome) throw new Problem(outcome.problem.status, outcome.problem.message, outcome.problem.details);
      return outcome.value as Awaited<ReturnType<T[K]>>;
    } catch (thrown) {
      if (thrown instanceof Problem) throw thrown;
      const isTooExpensive = deadline.aborted || isOutOfMemory(thrown);
      measure({ outcome: signal?.aborted ? 'left' : isTooExpensive ? 'too expensive' : 'failed' });
      signal?.throwIfAborted();
      throw isTooExpensive ? tooExpensive : thrown;
    } finally {
      giveBack();
    }
  }

  /** Ends all threads, whatever they do. */
  close(): Promise<void> {
    return this.piscina.destroy();
  }
}

const busy = () => new Problem(503, `${REFUSAL} Try again in a few seconds.`, { headers: { 'Retry-After': '5' } });

const isOutOfMemory = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === OUT_OF_MEMORY;
