import { createDataSource, Database, selectComputed, type ServiceDataSource, sql } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { cloneDatabase, type TestDatabase, until } from '@almanac/testing';
import { installJobs } from './install-jobs';
import { JobMonitor } from './job-monitor';
import { Jobs } from './jobs';
import { Runs } from './runs';

const HURRIED = { poll: 0.5, supervise: 1 };
const ALL = { count: 50, offset: 0 };

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
let jobs: Jobs;
let monitor: JobMonitor;
beforeEach(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  const options = { url: clone.url, poolSize: 8, applicationName: 'test', entities: [], migrations: [] };
  source = await createDataSource(options).initialize();
  database = new Database(source, console.error);
  await installJobs(source);
  jobs = new Jobs(database, { works: true, report: () => undefined, paceSeconds: HURRIED });
  monitor = new JobMonitor(database, jobs);
});
afterEach(async () => {
  await jobs.stop();
  await source.destroy();
  await clone.drop();
});

const queue = async (name: string) => (await monitor.queues()).find((one) => one.name === name);
const fail = (reason: string) => () => Promise.reject(new Error(reason));
/** Sends a job whose only attempt fails. */
async function sendFailing(name: string): Promise<void> {
  const { total } = await monitor.failedJobs(ALL);
  await jobs.send(name);
  await until(async () => (await monitor.failedJobs(ALL)).total > total);
}

describe('the state of a queue', () => {
  it('counts its jobs, and measures the wait of the oldest one', async () => {
    await jobs.start();
    await jobs.stop();
    jobs = new Jobs(database, { works: false, report: () => undefined });
    monitor = new JobMonitor(database, jobs);
    jobs.work('letters', () => Promise.resolve());
    await jobs.start();
    const soon = new Date(Date.now() + 3_600_000);
    await jobs.send('letters');
    await jobs.send('letters');
    await database.query(`UPDATE jobs.job SET start_after = now() - interval '90 seconds' WHERE name = 'letters'`);
    await jobs.send('letters');
    await database.query(
      `UPDATE jobs.job SET start_after = $1 WHERE name = 'letters' AND start_after > now() - interval '80 seconds'`,
      [soon],
    );
    const state = await queue('letters');
    expect(state).toMatchObject({
      isPeriodic: false,
      waiting: 2,
      running: 0,
      failed: 0,
      nextAt: soon,
      lastEndedAt: null,
    });
    expect(state?.waitSeconds).toBeGreaterThanOrEqual(90);
  });

  it('of a periodic task names its last failure, until a run succeeds', async () => {
    let isBroken = true;
    jobs.every(1, 'tidy', () => (isBroken ? Promise.reject(new Error('the disk is full')) : Promise.resolve()));
    await jobs.start();
    await until(async () => (await queue('tidy'))?.lastFailure === 'the disk is full');
    expect(await queue('tidy')).toMatchObject({ isPeriodic: true, failed: 0, lastEndedAt: expect.any(Date) });
    isBroken = false;
    await until(async () => (await queue('tidy'))?.lastFailure === null);
  });

  it('leaves out former queues of the service', async () => {
    jobs.work('former', () => Promise.resolve());
    await jobs.start();
    await jobs.stop();
    jobs = new Jobs(database, { works: false, report: () => undefined });
    jobs.work('present', () => Promise.resolve());
    await jobs.start();
    expect((await new JobMonitor(database, jobs).queues()).map(({ name }) => name)).toEqual(['present']);
  });
});

describe('a failed job', () => {
  it('is listed with its reason and its attempts, the latest first', async () => {
    jobs.work('one', fail('no paper'), { retries: 0 });
    jobs.work('two', fail('no ink'), { retries: 0 });
    await jobs.start();
    await sendFailing('one');
    await sendFailing('two');
    expect(await monitor.failedJobs(ALL)).toEqual({
      total: 2,
      rows: [
        expect.objectContaining({ queue: 'two', reason: 'no ink', attempts: 1 }),
        expect.objectContaining({ queue: 'one' }),
      ],
    });
    expect(await monitor.failedJobs({ count: 1, offset: 1 })).toMatchObject({ total: 2, rows: [{ queue: 'one' }] });
  });

  it('runs once more after a retry, and can be retried once', async () => {
    let isBroken = true;
    let runs = 0;
    const work = async () => {
      runs += 1;
      if (isBroken) throw new Error('broken');
    };
    jobs.work('mend', work, { retries: 0 });
    await jobs.start();
    await sendFailing('mend');
    const [job] = (await monitor.failedJobs(ALL)).rows;
    isBroken = false;
    await monitor.retry(job?.id ?? '');
    await until(() => runs === 2);
    await until(async () => (await monitor.failedJobs(ALL)).total === 0);
    await expect(monitor.retry(job?.id ?? '')).rejects.toThrow(Problem);
    await expect(monitor.retry('1')).rejects.toThrow(Problem);
  });
});

it('a failed run of a user is listed with its reason', async () => {
  const runs = new Runs(database, jobs, () => undefined);
  runs.define('import', fail('hidden cause'), 1);
  await jobs.start();
  const run = await runs.start({ kind: 'import', subject: 5, createdBy: 7, input: {} });
  await runs.wait('import', run?.id ?? 0, 3_600_000);
  expect(await monitor.failedRuns(ALL)).toEqual({
    total: 1,
    rows: [expect.objectContaining({ kind: 'import', subject: 5, createdBy: 7, reason: expect.any(String) })],
  });
});

describe('a statement that fails', () => {
  const SECRET = 'hunter2';
  /** All columns of all jobs and runs. */
  const stored = async () => {
    const text = `(SELECT coalesce(json_agg(job), '[]') FROM jobs.job) || '' || (SELECT coalesce(json_agg(run), '[]') FROM job_runs run)::text`;
    const [row] = await database.query(sql`SELECT ${selectComputed<{ text: string }>({ text })}`);
    return row?.text ?? '';
  };
  const failing = {
    'a missing table': 'SELECT $1::text FROM nothing',
    'a doubled value': 'INSERT INTO secrets VALUES ($1), ($1)',
    'a refused value': 'INSERT INTO guarded VALUES ($1)',
  };
  beforeEach(async () => {
    await database.query('CREATE TABLE secrets (text text PRIMARY KEY)');
    await database.query('CREATE TABLE guarded (text text CHECK (length(text) < 5))');
  });

  describe.each(Object.entries(failing))('for %s', (_, sql) => {
    const work = async () => {
      await database.query(sql, [SECRET]);
    };

    it('leaves no value in the row of a job, of a periodic task and of a run', async () => {
      const runs = new Runs(database, jobs, () => undefined);
      jobs.work('once', work, { retries: 0 });
      jobs.work('again', work, { retries: 5 });
      jobs.every(3_600, 'tidy', work);
      runs.define('import', work, 1);
      await jobs.start();
      await jobs.send('again');
      await sendFailing('once');
      const run = await runs.start({ kind: 'import', subject: 5, createdBy: 7, input: {} });
      await runs.wait('import', run?.id ?? 0, 3_600_000);
      await until(async () => typeof (await queue('tidy'))?.lastFailure === 'string');
      await until(async () => (await stored()).includes('"retry"'));
      expect((await monitor.failedJobs(ALL)).total).toBe(1);
      expect((await monitor.failedRuns(ALL)).total).toBe(1);
      expect(await stored()).not.toContain(SECRET);
    });
  });
});
