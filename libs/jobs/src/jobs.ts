import type { Database } from '@almanac/database';
import { logContext, withLogContext } from '@almanac/observability';
import { PgBoss, type QueueOptions } from 'pg-boss';
import { JOBS_SCHEMA } from './install-jobs';

export type JobHandler<T extends object> = (data: T) => Promise<void>;

export interface JobOptions {
  /** How many jobs of this name one process works on at a time; 1 unless given. */
  concurrency?: number;
  /** How often a job that failed is tried again, after pauses that grow from `retryDelaySeconds`; 5 unless given. */
  retries?: number;
  /** The first pause; 10 s unless given. */
  retryDelaySeconds?: number;
  /** A job that takes longer has failed; 15 minutes unless given. */
  timeoutSeconds?: number;
  /** While a job of this name waits, sending another one adds nothing. */
  onlyOneWaits?: boolean;
}

export interface SendOptions {
  /** Not before this moment. */
  startAfter?: Date;
}

/** Tells the operator of a job that failed (it is tried again), or of trouble with the queue itself. */
export type ReportJobFailure = (failure: unknown, job: string | undefined) => void;

export interface JobsOptions {
  /** Whether this process works on jobs; every process can send them. */
  works: boolean;
  report: ReportJobFailure;
  /** How often to look for jobs that other processes sent, for due schedules and for dead workers. Tests are in more of a hurry. */
  paceSeconds?: { poll: number; schedule: number; supervise: number };
}

const PACE = { poll: 5, schedule: 30, supervise: 60 };
/** A process that has said nothing for so long is dead, and its job goes to another one. */
const HEARTBEAT_SECONDS = 60;
/** Less than a program gives itself to end, so that an unfinished job is handed back and not found dead. */
const SHUTDOWN_MS = 8_000;
/** Names the request that sent a job, in the job's data. */
const SENDER = 'sent_by_request';

interface Registered {
  options: JobOptions;
  /** Gives the worker's id. */
  startWorker: () => Promise<string>;
  workerId?: string;
}

/** Work that is done later, by whichever process has time: at least once, also when a process dies over it. Handlers must stand being repeated. */
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
      // Whatever is called inside a transaction joins it, as every query of ours does.
      db: { executeSql: (sql, values) => database.run(sql, values) },
      schema: JOBS_SCHEMA,
      migrate: false,
      schedule: options.works,
      supervise: options.works,
      cronMonitorIntervalSeconds: schedule,
      cronWorkerIntervalSeconds: schedule,
      superviseIntervalSeconds: supervise,
      monitorIntervalSeconds: supervise,
      // Jobs that wait for other jobs are not offered.
      flowIntervalSeconds: 3_600,
    });
    this.boss.on('error', (failure) => options.report(failure, undefined));
  }

  /**
   * Says who does the jobs of this name. Every process of a service registers all of its jobs before `start`, also when it only sends them.
   * @param handler gets what was sent; the job has failed when it throws
   */
  work<T extends object>(name: string, handler: JobHandler<T>, options: JobOptions = {}): void {
    if (this.registered.has(name)) throw new Error(`two handlers for jobs of the name ${name}`);
    this.registered.set(name, { options, startWorker: () => this.startWorker(name, handler, options) });
  }

  /**
   * Sends an empty job of this name at the times of a cron expression (UTC), once for all processes together.
   * A time at which no process runs is left out, so the work should be for all that is due and not for that time alone.
   */
  schedule(name: string, cron: string): void {
    this.schedules.set(name, cron);
  }

  /** Adds a job; inside a transaction it is there with the commit or not at all. */
  async send(name: string, data: object = {}, { startAfter }: SendOptions = {}): Promise<void> {
    const { request_id } = logContext();
    await this.boss.send(name, request_id === undefined ? data : { ...data, [SENDER]: request_id }, startAfter ? { startAfter } : {});
    // The worker of this process need not wait for its next look.
    const { workerId } = this.registered.get(name) ?? {};
    if (workerId !== undefined && !startAfter) await this.database.afterCommit(async () => this.boss.notifyWorker(workerId));
  }

  /** Call once, outside of transactions. @throws Error when the tables are missing or of another version */
  async start(): Promise<void> {
    await this.boss.start();
    const known = new Set((await this.boss.getQueues()).map(({ name }) => name));
    for (const [name, { options }] of this.registered) {
      if (!known.has(name))
        await this.boss.createQueue(name, { ...queueOptions(options), policy: options.onlyOneWaits ? 'short' : 'standard' });
      else if (this.options.works) await this.boss.updateQueue(name, queueOptions(options));
    }
    if (!this.options.works) return;
    for (const [name, cron] of this.schedules) await this.boss.schedule(name, cron);
    for (const job of this.registered.values()) job.workerId = await job.startWorker();
  }

  /** Lets the jobs that are being worked on come to an end; those that take too long go back into the queue. */
  async stop(): Promise<void> {
    await this.boss.stop({ graceful: this.options.works, timeout: SHUTDOWN_MS });
  }

  private get pace() {
    return this.options.paceSeconds ?? PACE;
  }

  private startWorker<T extends object>(name: string, handler: JobHandler<T>, { concurrency = 1 }: JobOptions): Promise<string> {
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

/** Jobs of a schedule have no data at all. */
function senderOf(data: object | null): string | undefined {
  const sender: unknown = data && Reflect.get(data, SENDER);
  return typeof sender === 'string' ? sender : undefined;
}
