import type { Database } from '@almanac/database';
import { logContext, withLogContext } from '@almanac/observability';
import { PgBoss, type QueueOptions } from 'pg-boss';
import { JOBS_SCHEMA } from './install-jobs';

export type JobHandler<T extends object> = (data: T) => Promise<void>;

export interface JobOptions {
  /** How many jobs of this name one process runs at a time; 1 by default. */
  concurrency?: number;
  /** How often a failed job is retried, with exponential back-off from `retryDelaySeconds`; 5 by default. */
  retries?: number;
  /** The delay before the first retry; 10 s by default. */
  retryDelaySeconds?: number;
  /** A job that takes longer has failed; 15 minutes by default. */
  timeoutSeconds?: number;
  /** While a job of this name is queued, `send` adds no other one. */
  onlyOneWaits?: boolean;
}

export interface SendOptions {
  /** Not before this moment. */
  startAfter?: Date;
}

/** Reports a failed job, which is retried, to the operator. `job` is undefined when the queue itself failed. */
export type ReportJobFailure = (failure: unknown, job: string | undefined) => void;

export interface JobsOptions {
  /** Whether this process works on jobs; every process can send them. */
  works: boolean;
  report: ReportJobFailure;
  /** Intervals of the checks for new jobs, due schedules and dead workers; only tests shorten them. */
  paceSeconds?: { poll: number; schedule: number; supervise: number };
}

const PACE = { poll: 5, schedule: 30, supervise: 60 };
/** A process without a heartbeat for this time counts as dead, and its job goes to another process. */
const HEARTBEAT_SECONDS = 60;
/** Shorter than a program's own time limit for its shutdown, so that unfinished jobs go back into the queue in time. */
const SHUTDOWN_MS = 8_000;
/** Member of a job's data that holds the id of the request which sent it. */
const SENDER = 'sent_by_request';

interface Registered {
  options: JobOptions;
  /** @returns the worker's id */
  startWorker: () => Promise<string>;
  workerId?: string;
}

/** A job queue that all processes of a service share. Jobs run at least once, also when a process dies, so handlers must be idempotent. */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly registered = new Map<string, Registered>();
  private readonly schedules = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly options: JobsOptions,
  ) {
    const { schedule, supervise } = this.pace;
    this.boss = new PgBoss({
      // Through `Database`, pg-boss's statements join an open transaction as all queries do.
      db: { executeSql: (sql, values) => database.run(sql, values) },
      schema: JOBS_SCHEMA,
      migrate: false,
      schedule: options.works,
      supervise: options.works,
      cronMonitorIntervalSeconds: schedule,
      cronWorkerIntervalSeconds: schedule,
      superviseIntervalSeconds: supervise,
      monitorIntervalSeconds: supervise,
      // Rare, because this queue does not offer jobs that depend on other jobs.
      flowIntervalSeconds: 3_600,
    });
    this.boss.on('error', (failure) => options.report(failure, undefined));
  }

  /**
   * Registers the handler for jobs of this name. Every process registers all jobs of its service before `start`, even to send them only.
   * @param handler gets the data of the job; the job has failed when it throws
   * @throws Error when the name has a handler already
   */
  work<T extends object>(name: string, handler: JobHandler<T>, options: JobOptions = {}): void {
    if (this.registered.has(name)) throw new Error(`two handlers for jobs of the name ${name}`);
    this.registered.set(name, { options, startWorker: () => this.startWorker(name, handler, options) });
  }

  /**
   * Sends an empty job of this name at the times of a cron expression (UTC), once for all processes together.
   * A time at which no process runs is skipped, so each job should handle everything that is due by then.
   */
  schedule(name: string, cron: string): void {
    this.schedules.set(name, cron);
  }

  /** Adds a job; inside a transaction it takes effect with the commit. */
  async send(name: string, data: object = {}, { startAfter }: SendOptions = {}): Promise<void> {
    const { request_id } = logContext();
    await this.boss.send(
      name,
      request_id === undefined ? data : { ...data, [SENDER]: request_id },
      startAfter ? { startAfter } : {},
    );
    // Saves the worker of this process the wait for its next poll.
    const { workerId } = this.registered.get(name) ?? {};
    if (workerId !== undefined && !startAfter)
      await this.database.afterCommit(async () => this.boss.notifyWorker(workerId));
  }

  /** Call once, outside of transactions. @throws Error when the tables are missing or of another version */
  async start(): Promise<void> {
    await this.boss.start();
    const known = new Set((await this.boss.getQueues()).map(({ name }) => name));
    for (const [name, { options }] of this.registered) {
      if (!known.has(name))
        await this.boss.createQueue(name, {
          ...queueOptions(options),
          policy: options.onlyOneWaits ? 'short' : 'standard',
        });
      else if (this.options.works) await this.boss.updateQueue(name, queueOptions(options));
    }
    if (!this.options.works) return;
    for (const [name, cron] of this.schedules) await this.boss.schedule(name, cron);
    for (const job of this.registered.values()) job.workerId = await job.startWorker();
  }

  /** Waits for running jobs; those that take too long go back into the queue. */
  async stop(): Promise<void> {
    await this.boss.stop({ graceful: this.options.works, timeout: SHUTDOWN_MS });
  }

  private get pace() {
    return this.options.paceSeconds ?? PACE;
  }

  private startWorker<T extends object>(
    name: string,
    handler: JobHandler<T>,
    { concurrency = 1 }: JobOptions,
  ): Promise<string> {
    const polling = { pollingIntervalSeconds: this.pace.poll, localConcurrency: concurrency };
    return this.boss.work<T>(name, polling, async ([job]) => {
      if (!job) return;
      await withLogContext({ job: name, job_id: job.id, request_id: senderOf(job.data) }, async () => {
        try {
          await this.database.patiently(() => handler(job.data));
        } catch (failure) {
          this.options.report(failure, name);
          throw failure;
        }
      });
    });
  }
}

const queueOptions = ({ retries = 5, retryDelaySeconds = 10, timeoutSeconds = 900 }: JobOptions): QueueOptions => ({
  retryLimit: retries,
  retryDelay: retryDelaySeconds,
  retryBackoff: true,
  expireInSeconds: timeoutSeconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
});

/** Jobs of a schedule have no data. */
function senderOf(data: object | null): string | undefined {
  const sender: unknown = data && Reflect.get(data, SENDER);
  return typeof sender === 'string' ? sender : undefined;
}
