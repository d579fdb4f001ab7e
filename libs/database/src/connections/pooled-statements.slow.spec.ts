import { cloneDatabase, PGBOUNCER, PgBouncer, type TestDatabase } from '@almanac/testing';
import { Logger } from '@nestjs/common';
import { createDataSource, type ServiceDataSource } from '../data-source';
import { Database } from '../database';
import { migrate } from '../migrations/migrate';
import { selectComputed, sql } from '../sql/typed-sql';
import { DatabaseProbe } from '../health/database-probe';
import { RUNS_BEFORE_NAME } from './named-statements';

if (PGBOUNCER === undefined)
  it.skip('named statements behind PgBouncer need the one that tools/ci/postgres.sh installs', () => undefined);
else {
  const program = PGBOUNCER;
  const warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  let clone: TestDatabase;
  let pooler: PgBouncer | undefined;
  const open: { source: ServiceDataSource; probe: DatabaseProbe }[] = [];
  beforeAll(async () => {
    clone = await cloneDatabase('empty', () => Promise.resolve());
    const source = await createDataSource(optionsFor(clone.url)).initialize();
    await migrate(source);
    await source.destroy();
  });
  beforeEach(() => warnings.mockClear());
  afterEach(async () => {
    for (const { source, probe } of open.splice(0)) {
      await probe.onApplicationShutdown();
      await source.destroy();
    }
    await pooler?.stop();
    pooler = undefined;
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await clone.drop();
  });

  const optionsFor = (url: string) => ({
    url,
    poolSize: 5,
    applicationName: 'test',
    entities: [],
    migrations: [],
    preparesStatements: true,
  });

  async function startProcess(url: string) {
    const options = optionsFor(url);
    const source = await createDataSource(options).initialize();
    const database = new Database(source, console.error);
    const probe = new DatabaseProbe(database, options);
    open.push({ source, probe });
    return { database, probe };
  }

  /** Each text is one of 20, all with one parameter and one column, so that a mistaken one would be noticed by its value alone. */
  const read = (database: Database, n: number) =>
    database.query(sql`SELECT ${selectComputed<{ n: number }>({ n: `$1::int + ${1_000 * (n % 20)}` })}`, [n]);

  async function wrongAnswers(database: Database): Promise<unknown[]> {
    const wrong: unknown[] = [];
    for (let round = 0; round <= RUNS_BEFORE_NAME + 5; round += 1) {
      const answers = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) =>
          n % 4 === 0 ? database.transaction(() => read(database, n)) : read(database, n),
        ),
      );
      for (const [n, answer] of answers.entries())
        if (answer.status === 'rejected' || answer.value[0]?.n !== n + 1_000 * (n % 20)) wrong.push(answer);
    }
    return wrong;
  }

  const SWITCHED_OFF = [[expect.stringContaining('DATABASE_PREPARED_STATEMENTS=false'), undefined]];

  it.each([
    ['lends the session that was used last', []],
    ['lends the session that was used first', ['server_round_robin = 1']],
    ['has one session', ['default_pool_size = 1']],
  ])('the readiness check notices a pooler in transaction mode that %s', async (_name, settings) => {
    pooler = await PgBouncer.start(program, clone.url, { settings });
    const { database, probe } = await startProcess(pooler.urlOf(clone.url));
    await probe.check();
    await probe.check();
    expect(database.pool?.statements.areUsed).toBe(false);
    expect(warnings.mock.calls).toEqual(SWITCHED_OFF);
    expect(await wrongAnswers(database)).toEqual([]);
    expect(warnings).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a pooler in session mode', 'session' as const],
    ['PostgreSQL itself', undefined],
  ])('the readiness check leaves names to %s', async (_name, mode) => {
    if (mode) pooler = await PgBouncer.start(program, clone.url, { mode });
    const { database, probe } = await startProcess(mode && pooler ? pooler.urlOf(clone.url) : clone.url);
    await probe.check();
    expect(await wrongAnswers(database)).toEqual([]);
    expect([database.pool?.statements.areUsed, warnings.mock.calls]).toEqual([true, []]);
  });

  it('no request of two processes fails when a pooler loses statements before any check', async () => {
    pooler = await PgBouncer.start(program, clone.url);
    const url = pooler.urlOf(clone.url);
    const processes = [await startProcess(url), await startProcess(url)];
    const wrong = await Promise.all(processes.map(({ database }) => wrongAnswers(database)));
    expect(wrong.flat()).toEqual([]);
    expect(processes.map(({ database }) => database.pool?.statements.areUsed)).toEqual([false, false]);
    expect(warnings).toHaveBeenCalledTimes(2);
  });
}
