import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createDataSource, Database, migrate, selectComputed, type ServiceDataSource, sql } from '@almanac/database';
import { logContext, metrics, withLogContext } from '@almanac/observability';
import { cloneDatabase, type TestDatabase, until } from '@almanac/testing';
import type { MigrationInterface } from 'typeorm';
import { installJobs, removeJobs } from './install-jobs';
import { type JobOptions, Jobs } from './jobs';

const REPOSITORY = path.resolve(__dirname, '../../..');
const HURRIED = { poll: 0.5, supervise: 1 };

class OfNextRelease1763700000903 implements MigrationInterface {
  up = () => Promise.resolve();
  down = () => Promise.resolve();
}

class NeverRun1763700000904 extends OfNextRelease1763700000903 {}

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
const started: Jobs[] = [];
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  source = await createDataSource({
    url: clone.url,
    poolSize: 8,
    applicationName: 'test',
    entities: [],
    migrations: [],
  }).initialize();
  database = new Database(source, console.error);
  await installJobs(source);
  await source.query('CREATE TABLE done (id integer GENERATED ALWAYS AS IDENTITY, who text NOT NULL, text text)');
});
afterEach(() => Promise.all(started.splice(0).map((jobs) => jobs.stop())));
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});

interface Text {
  text: string;
}

const DONE = selectComputed<{ who: string; text: string }>({ who: 'who', text: 'text' });

/** Each test uses its own job name, because all tests share the tables. */
let number = 0;
const newName = () => `test-${++number}`;
const done = async (text: string) =>
  (await database.query(sql`SELECT ${DONE} FROM done WHERE text = $1 ORDER BY id`, [text])).map(({ who }) => who);
const waiting = async (name: string) =>
  (await database.query(`SELECT 1 FROM jobs.job WHERE name = $1 AND state IN ('created', 'retry')`, [name])).length;

const failures: [unknown, string | undefined][] = [];
async function startJobs(register: (jobs: Jobs) => void, works = true): Promise<Jobs> {
  const report = (failure: unknown, job: string | undefined) => void failures.push([failure, job]);
  const jobs = new Jobs(database, { works, report, paceSeconds: HURRIED });
  register(jobs);
  await jobs.start();
  started.push(jobs);
  return jobs;
}

const writing =
  (who: string) =>
  async ({ text }: Text) => {
    await database.query('INSERT INTO done (who, text) VALUES ($1, $2)', [who, text]);
  };
const worker = (name: string, who = 'worker', options: JobOptions = {}) =>
  startJobs((jobs) => jobs.work(name, writing(who), options));
const sender = (name: string, options: JobOptions = {}) =>
  startJobs((jobs) => jobs.work(name, writing('never'), options), false);

describe('a job that fails', () => {
  it('is reported with its id and the id of the request that sent it', async () => {
    const name = newName();
    const contexts: object[] = [];
    const jobs = new Jobs(database, {
      works: true,
      report: () => void contexts.push(logContext()),
      paceSeconds: HURRIED,
    });
    jobs.work(name, () => Promise.reject(new Error('no')), { retries: 0 });
    await jobs.start();
    started.push(jobs);
    await withLogContext({ request_id: 'asked-for-it' }, () => jobs.send(name, { text: name }));
    await until(() => contexts.length > 0);
    expect(contexts).toEqual([
      { job: name, job_id: expect.stringMatching(/^[0-9a-f-]{36}$/), request_id: 'asked-for-it' },
    ]);
  });
});

describe('a job', () => {
  it('is processed by a worker with the data of its sender', async () => {
    const name = newName();
    await (await sender(name)).send(name, { text: name });
    expect(await done(name)).toEqual([]);
    await worker(name);
    await until(async () => (await done(name)).length > 0);
    expect(await done(name)).toEqual(['worker']);
  });

  it('is processed once when several workers run', async () => {
    const name = newName();
    const [one] = [await worker(name, 'one'), await worker(name, 'two', { concurrency: 3 })];
    await Promise.all(Array.from({ length: 20 }, (_, index) => one.send(name, { text: `${name} ${index}` })));
    const all = () => database.query(sql`SELECT ${DONE} FROM done WHERE text LIKE $1`, [`${name} %`]);
    await until(async () => (await waiting(name)) === 0 && (await all()).length >= 20);
    expect(new Set((await all()).map(({ text }) => text)).size).toBe(20);
    expect(await all()).toHaveLength(20);
  });

  it('is retried after a failure, and each failure is reported', async () => {
    const name = newName();
    let attempts = 0;
    const jobs = await startJobs((registry) =>
      registry.work(
        name,
        async () => {
          if (++attempts < 3) throw new Error(`attempt ${attempts}`);
        },
        { retryDelaySeconds: 1 },
      ),
    );
    await jobs.send(name);
    await until(() => attempts === 3);
    expect(failures.filter(([, job]) => job === name).map(([failure]) => String(failure))).toEqual([
      'Error: attempt 1',
      'Error: attempt 2',
    ]);
  });

  it('is processed by another worker when its process dies', async () => {
    const name = newName();
    const jobs = await sender(name, { timeoutSeconds: 2, retryDelaySeconds: 1 });
    await jobs.send(name, { text: name });
    const program = path.join(__dirname, 'testing/job-process.ts');
    const child = spawn(
      process.execPath,
      ['--require', path.join(REPOSITORY, 'tools/typescript.cjs'), program, clone.url, name],
      {
        stdio: 'inherit',
      },
    );
    await until(async () => (await done(name)).length > 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await worker(name, 'survivor', { timeoutSeconds: 2, retryDelaySeconds: 1 });
    await until(async () => (await done(name)).length > 1);
    expect(await done(name)).toEqual(['died', 'survivor']);
  });

  it('is stored once while it waits, if onlyOneWaits is set', async () => {
    const name = newName();
    const jobs = await sender(name, { onlyOneWaits: true });
    await Promise.all([jobs.send(name), jobs.send(name), jobs.send(name)]);
    expect(await waiting(name)).toBe(1);
  });

  it('cannot be sent without a handler, and cannot have two handlers', async () => {
    const name = newName();
    const jobs = await sender(name);
    await expect(jobs.send('nobody')).rejects.toThrow('nobody');
    expect(() => {
      jobs.work(name, () => Promise.resolve());
    }).toThrow(name);
  });
});

it('jobs that could run now are measured, by one statement for both metrics', async () => {
  const name = newName();
  const jobs = await sender(name);
  await jobs.send(name);
  await database.query(`UPDATE jobs.job SET start_after = now() - interval '1 hour' WHERE name = $1`, [name]);
  const asked = jest.spyOn(database, 'query');
  const text = await metrics.metrics();
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  expect(Number(/^almanac_jobs_waiting (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(1);
  const seconds = Number(/^almanac_jobs_wait_seconds (\S+)$/m.exec(text)?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(3_600);
  expect(seconds).toBeLessThan(36_000);
});

describe('a job that is sent inside a transaction', () => {
  it('appears at the commit, not before', async () => {
    const name = newName();
    const jobs = await worker(name);
    let seenInside = -1;
    await database.transaction(async () => {
      await jobs.send(name, { text: name });
      seenInside = (await source.query<unknown[]>('SELECT 1 FROM jobs.job WHERE name = $1', [name])).length;
    });
    expect(seenInside).toBe(0);
    await until(async () => (await done(name)).length > 0);
  });

  it('does not appear when the transaction rolls back', async () => {
    const name = newName();
    const jobs = await sender(name);
    const failed = database.transaction(async () => {
      await jobs.send(name);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await waiting(name)).toBe(0);
  });
});

describe('a periodic task', () => {
  const next = (name: string) =>
    database.query(
      sql`SELECT ${selectComputed<{ seconds: number }>({ seconds: 'extract(epoch FROM start_after - now())::float' })}
        FROM jobs.job WHERE name = $1 AND state = 'created' AND start_after > created_on`,
      [name],
    );

  it('runs again after its interval, in only one of the processes', async () => {
    const name = newName();
    const runs: number[] = [];
    const task = () => Promise.resolve(void runs.push(Date.now()));
    await startJobs((jobs) => jobs.every(2, name, task));
    await startJobs((jobs) => jobs.every(2, name, task));
    const since = Date.now() + 1_000;
    const later = () => runs.filter((at) => at > since);
    await until(() => later().length >= 3);
    const gaps = later()
      .slice(1)
      .map((at, index) => at - (later()[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(1_500);
  });

  it('runs when a process starts, even if its next run is due later', async () => {
    const name = newName();
    const count = jest.fn(() => Promise.resolve());
    const start = () => startJobs((jobs) => jobs.every(3_600, name, count));
    await start();
    await until(async () => (await next(name)).length > 0);
    await start();
    await until(() => count.mock.calls.length === 2);
    await until(async () => (await next(name)).length > 0);
    expect((await next(name))[0]?.seconds).toBeGreaterThan(3_500);
  });

  it('runs again at its time after a failure, which is reported and counted', async () => {
    const name = newName();
    await startJobs((jobs) => jobs.every(3_600, name, () => Promise.reject(new Error('no'))));
    await until(async () => (await next(name)).length > 0);
    expect(failures.filter(([, job]) => job === name).map(([failure]) => String(failure))).toEqual(['Error: no']);
    expect(await metrics.getSingleMetricAsString('almanac_job_failures_total')).toContain(`{job="${name}"} 1`);
    expect(await next(name)).toHaveLength(1);
  });

  it('receives a stop signal at a shutdown, and the shutdown waits for it', async () => {
    const name = newName();
    const steps: string[] = [];
    const jobs = await startJobs((registry) =>
      registry.every(3_600, name, async (stopping) => {
        steps.push('begun');
        await until(() => stopping.aborted);
        steps.push('ended');
      }),
    );
    await until(() => steps.length > 0);
    jobs.prepareStop();
    await jobs.stop();
    expect(steps).toEqual(['begun', 'ended']);
    expect(await next(name)).toHaveLength(1);
  });

  it('does not run in a process that only sends jobs', async () => {
    const name = newName();
    const count = jest.fn(() => Promise.resolve());
    await startJobs((jobs) => jobs.every(1, name, count), false);
    expect(count).not.toHaveBeenCalled();
    expect(await next(name)).toEqual([]);
  });
});

// A fresh install gets the tables of the installed pg-boss; the others need a migration with `getMigrationPlans`.
describe('a process whose migrations are pending', () => {
  it('only sends jobs until they have run', async () => {
    await migrate(source);
    const options = { url: clone.url, poolSize: 4, applicationName: 'next release', entities: [] };
    const newer = await createDataSource({ ...options, migrations: [OfNextRelease1763700000903] }).initialize();
    const name = newName();
    const runs: string[] = [];
    const next = new Jobs(new Database(newer, console.error), { works: true, report: jest.fn(), paceSeconds: HURRIED });
    next.work(name, writing('next release'));
    next.every(3_600, `${name}-periodic`, async () => void runs.push('next release'));
    await next.start();
    // The worker of the sender would be the first to know.
    await next.send(name, { text: name });
    await worker(name, 'this release');
    await until(async () => (await done(name)).length > 0);
    expect([await done(name), runs]).toEqual([['this release'], []]);

    await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    await next.send(name, { text: name });
    await migrate(newer);
    await until(async () => (await done(name)).length > 1 && runs.length > 0);
    expect([await done(name), runs]).toEqual([['this release', 'next release'], ['next release']]);
    await next.stop();
    await newer.destroy();
  });

  it('can stop before they have run', async () => {
    const options = { url: clone.url, poolSize: 1, applicationName: 'waiting', entities: [] };
    const newer = await createDataSource({ ...options, migrations: [NeverRun1763700000904] }).initialize();
    const jobs = new Jobs(new Database(newer, console.error), { works: true, report: jest.fn() });
    await jobs.start();
    await jobs.stop();
    await newer.destroy();
  });
});

it('the tables of the job queue have version 40', async () => {
  expect(await source.query('SELECT version FROM jobs.version')).toEqual([{ version: 40 }]);
});

it('Jobs.start fails without the tables of the job queue', async () => {
  await removeJobs(source);
  await expect(new Jobs(database, { works: false, report: console.error }).start()).rejects.toThrow('not installed');
});
