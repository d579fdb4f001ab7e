import { cloneDatabase, SilencingProxy, type TestDatabase, until } from '@almanac/testing';
import { createDataSource, type ServiceDataSource } from '../data-source';
import { Database } from '../database';
import { migrate } from '../migrations/migrate';
import { POOL_LIMITS } from './service-pool';
import { SESSION_DEFAULTS } from './session-defaults';

let clone: TestDatabase;
let proxy: SilencingProxy & { url: string };
let source: ServiceDataSource;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  proxy = await SilencingProxy.start(clone.url);
});
afterAll(async () => {
  proxy.stop();
  await clone.drop();
});
beforeEach(async () => {
  const limits = { silenceMs: 400, connectMs: 2_000 };
  source = await createDataSource({
    url: proxy.url,
    poolSize: 3,
    applicationName: 'test',
    entities: [],
    migrations: [],
    limits,
  }).initialize();
  database = new Database(source, console.error);
});
afterEach(() => source.destroy());

const outcomes = async (works: Promise<unknown>[]) => (await Promise.allSettled(works)).map(({ status }) => status);
const answers = (n: number) => Array.from({ length: n }, () => database.query('SELECT 1'));

it('the statement timeout ends before the silence timeout, and both stay below 10 s', () => {
  expect(Number(SESSION_DEFAULTS.lock_timeout)).toBeLessThan(Number(SESSION_DEFAULTS.statement_timeout));
  expect(Number(SESSION_DEFAULTS.statement_timeout)).toBeLessThan(POOL_LIMITS.silenceMs);
  expect(POOL_LIMITS.silenceMs).toBeLessThan(10_000);
  expect(POOL_LIMITS.connectMs).toBeLessThan(10_000);
});

describe('silent connections', () => {
  it('are closed and replaced by new ones', async () => {
    await Promise.all(answers(3));
    proxy.silence();
    expect(await outcomes(answers(3))).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await outcomes(answers(6))).toEqual(Array(6).fill('fulfilled'));
  });

  it('fail one query, but not the next one', async () => {
    await Promise.all(answers(3));
    proxy.silence();
    expect(await outcomes(answers(1))).toEqual(['rejected']);
    expect(await outcomes(answers(1))).toEqual(['fulfilled']);
  });

  it('fail the transaction that uses them, and leave the pool usable', async () => {
    let waits = 0;
    const work = database.transaction(async () => {
      await database.query('SELECT 1');
      proxy.silence();
      for (; waits < 2; waits += 1) await database.query('SELECT 1');
    });
    await expect(work).rejects.toThrow('silent');
    expect(waits).toBe(0);
    expect(await database.transaction(() => database.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
    await until(() => database.pool?.idleCount === database.pool?.totalCount);
  });
});

it('afterRollback receives false when the commit got no response', async () => {
  const undone: boolean[] = [];
  const work = (last: () => Promise<unknown>) =>
    database.transaction(async () => {
      database.afterRollback((isUndone) => Promise.resolve(void undone.push(isUndone)));
      await database.query('SELECT 1');
      await last();
    });
  await expect(work(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(work(() => Promise.resolve(proxy.silence()))).rejects.toThrow('silent');
  expect(undone).toEqual([true, false]);
});

it('the silence timeout ignores idle connections, also in a transaction', async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));
  const rows = await database.transaction(async () => {
    await database.query('SELECT 1');
    await pause();
    return database.query('SELECT 2 AS two');
  });
  expect(rows).toEqual([{ two: 2 }]);
});

it('the silence timeout does not end a result that arrives slowly', async () => {
  // About 1.2 MB of rows, one every ten milliseconds, so that the server sends parts of the answer with pauses.
  const rows = await database.query(`SELECT repeat('x', 8000), pg_sleep(0.01)::text FROM generate_series(1, 150)`);
  expect(rows).toHaveLength(150);
});

describe('Database.withLongTimeouts', () => {
  it('extends the silence timeout for its own queries only', async () => {
    expect(await database.withLongTimeouts(() => database.query(`SELECT 1 AS one FROM pg_sleep(1)`))).toEqual([
      { one: 1 },
    ]);
    expect(await outcomes([database.query('SELECT pg_sleep(1)')])).toEqual(['rejected']);
  });

  it('extends the statement timeout for its own queries only', async () => {
    await migrate(source);
    await source.destroy();
    await source.initialize();
    const timeout = () => database.query(`SELECT current_setting('statement_timeout') AS timeout`);
    expect(await timeout()).toEqual([{ timeout: '8s' }]);
    expect(await database.withLongTimeouts(timeout)).toEqual([{ timeout: '10min' }]);
    expect(await database.withLongTimeouts(() => database.transaction(timeout))).toEqual([{ timeout: '10min' }]);
    expect(await timeout()).toEqual([{ timeout: '8s' }]);
  });
});
