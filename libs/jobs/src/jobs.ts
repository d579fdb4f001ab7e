import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, selectComputed, sql } from '@almanac/database';
import { counter, errorFields, gauge, logContext, tracer, withLogContext } from '@almanac/observability';
import { forCaller, userKey } from '@almanac/rate-limit';
import { type Job, PgBoss, type QueueOptions } from 'pg-boss';
import { JOBS_SCHEMA } from './install-jobs';
import { Turn, Turns } from './turns';

type JobHandler<T extends object> = (data: T, turn: Turn) => Promise<void>;

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
  /** The interval of the checks for jobs that other processes sent; 5 s by default. */
  pollSeconds?: number;
  /** How long the row of a finished job is kept; 7 days by default. */
  retentionSeconds?: number;
}

/** Reports a failed job, which is retried, to the operator. `job` is undefined when the queue itself failed. */
export type ReportJobFailure = (failure: unknown, job: string | undefined) => void;

export interface JobsOptions {
  /** Whether this process works on jobs; every process can send them. */
  works: boolean;
  report: ReportJobFailure;
  /** Intervals of the checks for new jobs and dead workers, and the shortest turn of a caller; only tests shorten them. */
  paceSeconds?: { poll: number; supervise: number; turn?: number };
}

const PACE = { poll: 5, supervise: 60, turn: 2 };
/** An interval is at most a sixth longer than asked for. */
const POLLS_PER_INTERVAL = 6;
const MAX_POLL_SECONDS = 60;
const PERIODIC: JobOptions = { onlyOneWaits: true, timeoutSeconds: 3_600, retentionSeconds: 3_600 };
/** A process without a heartbeat for this time counts as dead, and its job goes to another process. */
const HEARTBEAT_SECONDS = 30;
const DEAD_PROCESS = { message: 'The process of the job is dead.' };
/** How long a stopping program waits for its jobs. Shorter than its own time limit, so that unfinished jobs go back into the queue in time. */
export const STOP_JOBS_MS = 8_000;
/** Members of a job's data that tell its origin: the request, its caller, and the trace that the job continues. */
const SENDER = { request: 'sent_by_request', user: 'sent_by_user', trace: 'traceparent' } as const;

/** Jobs that could run now: their number, and the wait of the oldest. */
const BACKLOG = sql`SELECT ${selectComputed<Backlog>({
  jobs: 'count(*)::int',
  seconds: 'coalesce(extract(epoch FROM now() - min(start_after)), 0)::float8',
})}
  FROM ${JOBS_SCHEMA}.job WHERE state IN ('created', 'retry') AND start_after <= now()`;

const failures = counter('almanac_job_failures_total', 'Failed runs of jobs and periodic tasks.', ['job']);

/** Returns the output that the row of the job keeps. */
type Handler<T extends object> = (data: T, turn: Turn) => Promise<object | undefined>;

interface Backlog {
  jobs: number;
  seconds: number;
}

interface Registered {
  options: JobOptions;
  /** @returns the worker's id */
  startWorker: () => Promise<string>;
  workerIds: string[];
}

/** A job queue that all processes of a service share. Jobs run at least once, also when a process dies, so handlers must be idempotent. */
export class Jobs {
  private readonly boss: PgBoss;
  private readonly turns: Turns;
  private readonly registered = new Map<string, Registered>();
  /** The names of the periodic tasks. */
  private readonly periodic: string[] = [];
  private readonly stopping = new AbortController();
  private counting: Promise<Backlog> | undefined;
  private starting: Promise<void> | undefined;
  private isMigrated = false;

  constructor(
    private readonly database: Database,
    private readonly options: JobsOptions,
  ) {
    const { supervise } = this.pace;
    this.boss = new PgBoss({
      // Through `Database`, pg-boss's statements join an open transaction as all queries do.
      db: { executeSql: (sql, values) => database.run(sql, values) },
      schema: JOBS_SCHEMA,
      migrate: false,
      schedule: false,
      supervise: options.works,
      superviseIntervalSeconds: supervise,
      monitorIntervalSeconds: supervise,
      // Rare, because this queue does not offer jobs that depend on other jobs.
      flowIntervalSeconds: 3_600,
    });
    this.boss.on('error', (failure) => options.report(failure, undefined));
    this.turns = new Turns(database);
  }

  /**
   * Registers the handler for jobs of this name. Every process registers all jobs of its service before `start`, even to send them only.
   * @param handler gets the data of the job; the job has failed when it throws
   * @throws Error when the name has a handler already
   */
  work<T extends object>(name: string, handler: JobHandler<T>, options: JobOptions = {}): void {
    const withoutOutput = async (data: T, turn: Turn) => {
      await handler(data, turn);
      return undefined;
    };
    this.register(name, withoutOutput, options);
  }

  /**
   * Runs a task when a process starts, and again so many seconds after each run, for all processes together. Two runs may overlap after
   * a start. A failed run is reported, and the next one has to find the same work.
   * @param task ends early when its signal is aborted, because the process stops
   */
  every(seconds: number, name: string, task: (stopping: AbortSignal) => Promise<void>): void {
    const run = async () => {
      const failure = await task(this.stopping.signal).then(
        () => undefined,
        (thrown: unknown) => {
          this.report(thrown, name);
          return { failure: errorFields(thrown).message };
        },
      );
      // Without an origin: the next run is not the work of the request that may have started this one.
      await this.boss.send(name, {}, { startAfter: new Date(Date.now() + seconds * 1_000) });
      return failure;
    };
    this.register(name, run, { ...PERIODIC, pollSeconds: Math.min(seconds / POLLS_PER_INTERVAL, MAX_POLL_SECONDS) });
    this.periodic.push(name);
  }

  /**
   * Adds a job; inside a transaction it takes effect with the commit.
   * @param caller the user whose job it is, if it is that of one. Callers take turns, and each has one job of a name at work
   */
  async send(name: string, data: object = {}, caller?: number): Promise<void> {
    const position =
      caller === undefined || (await this.isOutdated()) ? {} : await this.queuePosition(name, String(caller));
    await this.boss.send(name, { ...data, ...origin() }, position);
    await this.database.afterCommit(async () => this.wakeWorkers(name));
  }

  /** The names of all jobs of this service. */
  get names(): string[] {
    return [...this.registered.keys()];
  }

  isPeriodic(name: string): boolean {
    return this.periodic.includes(name);
  }

  /** Lets a job run once more, if it has failed. */
  async retry(name: string, id: string): Promise<void> {
    await this.boss.retry(name, id);
    this.wakeWorkers(name);
  }

  /**
   * Call once, outside of transactions. Jobs may need the migrations of their build. While these are pending, this process only sends jobs,
   * and another version of the program works on them.
   * @throws Error when the tables are missing or of another version
   */
  async start(): Promise<void> {
    await this.boss.start();
    const existing = new Set((await this.boss.getQueues()).map(({ name }) => name));
    for (const [name, { options }] of this.registered) {
      if (!existing.has(name))
        await this.boss.createQueue(name, {
          ...queueOptions(options),
          policy: options.onlyOneWaits ? 'short' : 'standard',
        });
      else if (this.options.works) await this.boss.updateQueue(name, queueOptions(options));
    }
    gauge('almanac_jobs_waiting', 'Jobs that could run now.', async () => (await this.backlog()).jobs);
    gauge(
      'almanac_jobs_wait_seconds',
      'How long the oldest of them waits.',
      async () => (await this.backlog()).seconds,
    );
    if (!this.options.works) return;
    if (await this.database.hasPendingMigrations()) this.starting = this.startAfterMigrations();
    else await this.startWorkers();
  }

  /** Asks periodic tasks to end early. */
  prepareStop(): void {
    this.stopping.abort();
  }

  /** Waits for running jobs; those that take too long go back into the queue. */
  async stop(): Promise<void> {
    this.prepareStop();
    await this.starting;
    await this.boss.stop({ graceful: this.options.works, timeout: STOP_JOBS_MS });
  }

  /** Tries again after failures, because the database may be away meanwhile. */
  private async startAfterMigrations(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await sleep(this.pace.poll * 1_000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (await this.database.hasPendingMigrations()) continue;
        await this.startWorkers();
        return;
      } catch (failure) {
        this.options.report(failure, undefined);
      }
    }
  }

  private async startWorkers(): Promise<void> {
    for (const name of this.periodic) {
      // A run that waits for later would keep the new one out.
      await this.boss.deleteQueuedJobs(name);
      await this.send(name);
    }
    for (const { options, startWorker, workerIds } of this.registered.values())
      while (workerIds.length < (options.concurrency ?? 1)) workerIds.push(await startWorker());
  }

  /** Saves the workers of this process the wait for their next poll. */
  private wakeWorkers(name: string): void {
    for (const id of this.registered.get(name)?.workerIds ?? []) this.boss.notifyWorker(id);
  }

  private register<T extends object>(name: string, handler: Handler<T>, options: JobOptions): void {
    if (this.registered.has(name)) throw new Error(`two handlers for jobs of the name ${name}`);
    const startWorker = () => this.startWorker(name, handler, options);
    this.registered.set(name, { options, startWorker, workerIds: [] });
  }

  /** The gauges of a scrape are read at once, so they share one statement. */
  private backlog(): Promise<Backlog> {
    this.counting ??= this.countBacklog().finally(() => (this.counting = undefined));
    return this.counting;
  }

  private async countBacklog(): Promise<Backlog> {
    const [row] = await this.database.query(BACKLOG);
    return row ?? { jobs: 0, seconds: 0 };
  }

  private get pace() {
    return { ...PACE, ...this.options.paceSeconds };
  }

  private startWorker<T extends object>(
    name: string,
    handler: Handler<T>,
    { pollSeconds = 0 }: JobOptions,
  ): Promise<string> {
    const options = { pollingIntervalSeconds: Math.max(pollSeconds, this.pace.poll), groupConcurrency: 1 };
    return this.boss.work<T>(name, options, async ([job]) => {
      if (!job) return undefined;
      const { traceparent, ...sender } = originOf(job.data);
      const work = () => this.database.withLongTimeouts(() => this.takeTurn(job, handler));
      const run = async () => {
        try {
          return await work();
        } catch (failure) {
          this.report(failure, name);
          // The row of the job keeps the message alone. Errors of the database also hold the values of their statement.
          throw new Error(errorFields(failure).message);
        }
      };
      return withLogContext({ job: name, job_id: job.id, ...sender }, () => {
        const active = tracer();
        return active ? active.inRoot(`job ${name}`, { traceparent }, run, { kind: 'consumer' }) : run();
      });
    });
  }

  /** Turns need the index of a migration. Workers of the previous version would take two jobs of a caller, and its build would fail. */
  private async isOutdated(): Promise<boolean> {
    this.isMigrated ||= !(await this.database.hasPendingMigrations());
    return !this.isMigrated;
  }

  private async queuePosition(name: string, caller: string) {
    // pg-boss notices them, too, but up to a minute later.
    for (const id of await this.turns.deadJobsOf(name, caller)) await this.boss.fail(name, id, DEAD_PROCESS);
    return this.turns.positionOf(name, caller);
  }

  private async takeTurn<T extends object>({ name, data, groupId: caller }: Job<T>, handler: Handler<T>) {
    const { turn: seconds } = this.pace;
    if (caller == null) return handler(data, new Turn(() => Promise.resolve(false), seconds));
    // Another worker may have lost the race for a job of this caller, and waits for its next poll.
    this.wakeWorkers(name);
    const turn = new Turn(() => this.turns.othersWait(name, caller), seconds);
    const output = await forCaller(userKey(caller), () => handler(data, turn)).finally(() =>
      this.turns.end(name, caller),
    );
    if (turn.isRequeued) await this.boss.send(name, data, await this.turns.requeuePositionOf(name, caller));
    return output;
  }

  private report(failure: unknown, job: string): void {
    failures.inc({ job });
    this.options.report(failure, job);
  }
}

const queueOptions = ({
  retries = 5,
  retryDelaySeconds = 10,
  timeoutSeconds = 900,
  retentionSeconds = 604_800,
}: JobOptions): QueueOptions => ({
  retryLimit: retries,
  retryDelay: retryDelaySeconds,
  retryBackoff: true,
  expireInSeconds: timeoutSeconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: retentionSeconds,
});

interface Origin {
  request_id?: string | undefined;
  user_id?: number | undefined;
  traceparent?: string | undefined;
}

/** The members that are added to the data of a job. */
function origin(): object {
  const { request_id, user_id } = logContext();
  const traceparent = tracer()?.headers().traceparent;
  return {
    ...(request_id !== undefined && { [SENDER.request]: request_id }),
    ...(user_id !== undefined && { [SENDER.user]: user_id }),
    ...(traceparent !== undefined && { [SENDER.trace]: traceparent }),
  };
}

/** Jobs of a schedule have no data. */
function originOf(data: object | null): Origin {
  const of = (name: string): unknown => data && Reflect.get(data, name);
  const [request, user, traceparent] = [of(SENDER.request), of(SENDER.user), of(SENDER.trace)];
  return {
    request_id: typeof request === 'string' ? request : undefined,
    user_id: typeof user === 'number' ? user : undefined,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}
