import { createDataSource, Database, type ServiceDataSource } from '@almanac/database';
import { currentCaller } from '@almanac/rate-limit';
import { cloneDatabase, type TestDatabase, until } from '@almanac/testing';
import { installJobs, installTurns } from './install-jobs';
import { type JobOptions, Jobs } from './jobs';

const HURRIED = { poll: 0.5, supervise: 1 };

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
const started: Jobs[] = [];
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  const options = { url: clone.url, poolSize: 16, applicationName: 'test', entities: [], migrations: [] };
  source = await createDataSource(options).initialize();
  database = new Database(source, console.error);
  await installJobs(source);
  const runner = source.createQueryRunner();
  await installTurns(runner);
  await runner.release();
});
afterEach(() => Promise.all(started.splice(0).map((jobs) => jobs.stop())));
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});

/** A queue of its own for each test. */
class Queue {
  private static number = 0;
  readonly name = `test-${++Queue.number}`;
  /** The jobs in the order of their starts. */
  readonly starts: string[] = [];
  /** The jobs at work that are held. */
  private readonly held = new Map<string, () => void>();
  private holds = true;
  private sender: Promise<Jobs> | undefined;

  constructor(
    private readonly options: JobOptions = {},
    private readonly work: (job: string) => Promise<void> = () => Promise.resolve(),
  ) {}

  async send(...jobs: string[]): Promise<void> {
    const sender = await (this.sender ??= this.start(false));
    for (const job of jobs) await sender.send(this.name, { job }, callerOf(job));
  }

  async start(works = true): Promise<Jobs> {
    const jobs = new Jobs(database, { works, report: () => undefined, paceSeconds: HURRIED });
    const handler = async ({ job }: { job: string }) => {
      this.starts.push(job);
      await this.work(job);
    };
    jobs.work(this.name, handler, this.options);
    await jobs.start();
    started.push(jobs);
    return jobs;
  }

  /** Call in `work`: the job stays at work until it is released. */
  hold(job: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.holds) this.held.set(job, resolve);
      else resolve();
    });
  }

  release(...jobs: string[]): void {
    for (const job of jobs) this.held.get(job)?.();
  }

  /** No further job is held. */
  releaseAll(): void {
    this.holds = false;
    this.release(...this.held.keys());
  }

  has(count: number): Promise<void> {
    return until(() => this.starts.length >= count);
  }
}

/** The job `a2` is the second of the caller a. */
const callerOf = (job: string) => job.charCodeAt(0);

const holding = (options: JobOptions = {}): Queue => {
  const queue: Queue = new Queue(options, (job) => queue.hold(job));
  return queue;
};

describe('callers take turns', () => {
  it.each([
    ['a caller with one job', ['a1', 'a2', 'a3', 'b1'], ['a1', 'b1', 'a2', 'a3']],
    ['several callers', ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'], ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']],
    ['callers with equally many jobs', ['a1', 'a2', 'b1', 'b2'], ['a1', 'b1', 'a2', 'b2']],
    ['one caller alone, in order', ['a1', 'a2', 'a3'], ['a1', 'a2', 'a3']],
  ])('at one worker: %s', async (_, sent, expected) => {
    const queue = new Queue();
    await queue.send(...sent);
    await queue.start();
    await queue.has(sent.length);
    expect(queue.starts).toEqual(expected);
  });

  it('also when one comes during the turn of another, and comes again', async () => {
    const queue = holding();
    await queue.send('a1', 'a2', 'a3');
    await queue.start();
    await queue.has(1);
    await queue.send('b1');
    queue.release('a1');
    await queue.has(2);
    await queue.send('b2', 'b3');
    queue.release('b1');
    await queue.has(3);
    queue.release('a2');
    await queue.has(4);
    expect(queue.starts).toEqual(['a1', 'b1', 'a2', 'b2']);
    queue.releaseAll();
    await queue.has(6);
    expect(queue.starts.slice(4)).toEqual(['a3', 'b3']);
  });

  it('and a job that failed waits for the next turn of its caller', async () => {
    const failing = new Set(['a1']);
    const queue: Queue = new Queue({ retryDelaySeconds: 1 }, async (job) => {
      if (failing.delete(job)) throw new Error('not yet');
      if (job === 'b1') await queue.hold(job);
    });
    await queue.send('a1', 'b1', 'c1');
    await queue.start();
    await queue.has(2);
    await until(async () => (await due(queue.name)) === 2);
    queue.release('b1');
    await queue.has(4);
    expect(queue.starts).toEqual(['a1', 'b1', 'c1', 'a1']);
  });
});

const due = async (name: string) =>
  (await database.query(`SELECT FROM jobs.job WHERE name = $1 AND state < 'active' AND start_after <= now()`, [name]))
    .length;

/** Holds up the first look of these workers for jobs, until all look. */
async function allAtOnce(workers: number, start: () => Promise<unknown>): Promise<void> {
  const holder = source.createQueryRunner();
  await holder.startTransaction();
  await holder.query('LOCK TABLE jobs.job_common IN EXCLUSIVE MODE');
  await start();
  await until(async () => {
    const sql = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'jobs.job_common'::regclass`;
    return (await database.query(sql)).length >= workers;
  });
  await holder.rollbackTransaction();
  await holder.release();
}

describe.each([
  { processes: 1, workers: 2 },
  { processes: 2, workers: 1 },
  { processes: 2, workers: 3 },
])('with $processes processes and $workers workers of each', ({ processes, workers }) => {
  const startAll = (queue: Queue) => Promise.all(Array.from({ length: processes }, () => queue.start()));

  it('a caller has one job at work, and the other workers are for others', async () => {
    const queue = holding({ concurrency: workers });
    await queue.send('a1', 'a2', 'a3', 'b1');
    await startAll(queue);
    await queue.has(2);
    queue.release('b1');
    await queue.send('c1');
    await queue.has(3);
    // Workers that look at once may take the jobs of one caller in any order.
    expect(queue.starts.map(callerOf).toSorted()).toEqual(['a', 'b', 'c'].map(callerOf));
    queue.releaseAll();
    await queue.has(5);
  });

  it('a caller has one job at work even if all workers look for jobs at once', async () => {
    let [atWork, most] = [0, 0];
    const queue = new Queue({ concurrency: workers }, async () => {
      most = Math.max(most, (atWork += 1));
      await database.query('SELECT pg_sleep(0.01)');
      atWork -= 1;
    });
    const jobs = Array.from({ length: 12 }, (_, index) => `a${index}`);
    await queue.send(...jobs);
    await allAtOnce(processes * workers, () => startAll(queue));
    await queue.has(jobs.length);
    expect(most).toBe(1);
  });
});

it('a job takes turns with the work of other callers in its process, too', async () => {
  const callers: string[] = [];
  const queue = new Queue({}, () => Promise.resolve(void callers.push(currentCaller())));
  await queue.send('a1', 'b1');
  await queue.start();
  await queue.has(2);
  expect(callers).toEqual(['user:97', 'user:98']);
});

it('a caller whose job died with its process does not wait for it', async () => {
  const queue = holding();
  await queue.send('a1');
  await queue.start();
  await queue.has(1);
  // No process works on it any more.
  await database.query(`UPDATE jobs.job SET heartbeat_on = now() - interval '31 seconds' WHERE name = $1`, [
    queue.name,
  ]);
  const survivor = await queue.start();
  await survivor.send(queue.name, { job: 'a2' }, callerOf('a2'));
  await queue.has(2);
  expect(queue.starts).toEqual(['a1', 'a2']);
  queue.releaseAll();
});

it('a process whose migrations are pending sends jobs without turns', async () => {
  const queue = new Queue();
  const isPending = jest.spyOn(database, 'hasPendingMigrations').mockResolvedValue(true);
  await queue.send('a1');
  isPending.mockRestore();
  await queue.send('a2');
  const groups = await database.query('SELECT group_id FROM jobs.job WHERE name = $1 ORDER BY created_on', [
    queue.name,
  ]);
  expect(groups).toEqual([{ group_id: null }, { group_id: '97' }]);
});

it('jobs of the previous version, which have no caller, are worked on at once', async () => {
  const queue = holding({ concurrency: 2 });
  await queue.start(false);
  const sql = `INSERT INTO jobs.job (name, data) SELECT $1, json_build_object('job', job) FROM unnest($2::text[]) AS job`;
  await database.query(sql, [queue.name, ['a1', 'a2']]);
  await queue.start();
  await queue.has(2);
  queue.releaseAll();
});

it('the previous version finds no job of a caller who has one at work, and reports no fault', async () => {
  const queue = holding();
  await queue.send('a1', 'a2');
  await queue.start();
  await queue.has(1);
  const sql = `UPDATE jobs.job SET state = 'active' WHERE name = $1 AND data ->> 'job' = 'a2'`;
  // pg-boss takes this refusal for an empty queue.
  await expect(database.query(sql, [queue.name])).rejects.toMatchObject({ code: '23505' });
  queue.releaseAll();
  await queue.has(2);
});
