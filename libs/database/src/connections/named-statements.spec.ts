import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { Logger } from '@nestjs/common';
import { type DataSource, QueryFailedError } from 'typeorm';
import { createDataSource } from '../data-source';
import { Database } from '../database';
import { selectComputed, sql } from '../sql/typed-sql';
import { RUNS_BEFORE_NAME, MAX_NAMES, REPLAN } from './named-statements';

let clone: TestDatabase;
const sources: DataSource[] = [];
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
});
afterEach(() => Promise.all(sources.splice(0).map((source) => source.destroy())));
afterAll(() => clone.drop());

async function connect(preparesStatements: boolean, poolSize = 1): Promise<Database> {
  const options = { url: clone.url, poolSize, applicationName: 'test', entities: [], migrations: [] };
  const source = await createDataSource({ ...options, preparesStatements }).initialize();
  sources.push(source);
  return new Database(source, console.error);
}

const PREPARED = selectComputed<{ name: string; statement: string }>({ name: 'name', statement: 'statement' });

/** The semicolon keeps the query itself from being named. */
const prepared = async (database: Database) =>
  (await database.query(sql`SELECT ${PREPARED} FROM pg_prepared_statements;`)).map(({ statement }) => statement);

async function often(work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n <= RUNS_BEFORE_NAME; n += 1) await work();
}

describe('named statements', () => {
  it('are texts that have run often, alone and in transactions', async () => {
    const database = await connect(true);
    const text = 'SELECT $1::int + 1 AS n';
    for (let n = 0; n < RUNS_BEFORE_NAME; n += 1) expect(await database.query(text, [n])).toEqual([{ n: n + 1 }]);
    expect(await prepared(database)).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      expect(await database.query(text, [n])).toEqual([{ n: n + 1 }]);
      expect(await database.transaction(() => database.query(text, [n]))).toEqual([{ n: n + 1 }]);
    }
    expect(await prepared(database)).toEqual([text]);
  });

  it('are reads without parameters as well', async () => {
    const database = await connect(true);
    const text = '\n  select 7 AS n';
    await often(() => database.query(text));
    expect(await database.query(text)).toEqual([{ n: 7 }]);
    expect(await prepared(database)).toEqual([text]);
  });

  it('exclude several statements in one text, and writes without parameters', async () => {
    const database = await connect(true);
    await often(() => database.query('SELECT 1; SELECT 2'));
    await often(() => database.query("SET application_name TO 'test'"));
    expect(await prepared(database)).toEqual([]);
  });

  it('are limited in number; other texts run as before', async () => {
    const database = await connect(true);
    for (let n = 0; n < MAX_NAMES + 5; n += 1) await often(() => database.query(`SELECT $1::int AS n${n}`, [n]));
    expect(await prepared(database)).toHaveLength(MAX_NAMES);
    expect(await database.query(`SELECT $1::int AS n${MAX_NAMES + 4}`, [7])).toEqual([{ [`n${MAX_NAMES + 4}`]: 7 }]);
  });

  it('exclude statements that are marked as REPLAN', async () => {
    const database = await connect(true);
    await often(() => database.query(`${REPLAN}SELECT $1::int AS n`, [7]));
    expect(await prepared(database)).toEqual([]);
  });

  it('are absent when the setting disables them', async () => {
    const database = await connect(false);
    await often(() => database.query('SELECT $1::int', [1]));
    expect(await prepared(database)).toEqual([]);
  });

  it.each([true, false])('keep the code and position of errors (named: %s)', async (preparesStatements) => {
    const database = await connect(preparesStatements);
    for (let attempt = 0; attempt < RUNS_BEFORE_NAME + 2; attempt += 1) {
      const failures = ['SELEC $1', 'SELECT 1 / $1::int', 'SELECT $1::int FROM missing'].map((sql) =>
        database.query(sql, [0]).catch((failure: unknown) => failure),
      );
      expect((await Promise.all(failures)).map((failure) => failure instanceof QueryFailedError)).toEqual([
        true,
        true,
        true,
      ]);
      expect(await Promise.all(failures)).toEqual([
        expect.objectContaining({ code: '42601', position: '1' }),
        expect.objectContaining({ code: '22012' }),
        expect.objectContaining({ code: '42P01', position: '21' }),
      ]);
    }
  });
});

describe('a schema change while named statements are in use', () => {
  const READ = 'SELECT * FROM things WHERE id = $1';
  const columns = (rows: unknown[]) => rows.flatMap((row) => Object.keys(Object(row)));
  const read = (database: Database) => database.query(READ, [1]).then(columns);
  const inTransaction = (database: Database) =>
    database.transaction(async () => {
      await database.query('UPDATE things SET changes = changes + $1 WHERE id = 1', [1]);
      return read(database);
    });
  let migrating: Database;
  beforeEach(async () => {
    migrating = await connect(false);
    await migrating.query('DROP TABLE IF EXISTS things');
    await migrating.query('CREATE TABLE things AS SELECT 1 AS id, 0 AS changes');
  });

  it.each([
    ['a query', read],
    ['a query without parameters', (database: Database) => database.query('SELECT * FROM things').then(columns)],
    ['a transaction, which runs once more', inTransaction],
  ])('does not break %s on any connection', async (_name, work) => {
    const database = await connect(true, 5);
    const onAll = () => Promise.all(Array.from({ length: 5 }, () => work(database)));
    for (let n = 0; n <= RUNS_BEFORE_NAME; n += 1) expect(await onAll()).toEqual(Array(5).fill(['id', 'changes']));
    expect(await prepared(database)).not.toEqual([]);
    await migrating.query('ALTER TABLE things ADD COLUMN colour text');
    for (let n = 0; n < 3; n += 1) expect(await onAll()).toEqual(Array(5).fill(['id', 'changes', 'colour']));
    const [row] = await migrating.query(
      sql`SELECT ${selectComputed<{ changes: number }>({ changes: 'changes' })} FROM things`,
    );
    expect(row?.changes).toBe(work === inTransaction ? (RUNS_BEFORE_NAME + 1 + 3) * 5 : 0);
  });
});

describe('a session that another connection has used, as poolers lend it', () => {
  const READ = 'SELECT $1::int + 1 AS n';
  const read = (database: Database) => database.query(READ, [1]);
  const names = (database: Database) =>
    database.query(sql`SELECT ${PREPARED} FROM pg_prepared_statements;`).then((rows) => rows.map(({ name }) => name));
  let warnings: jest.SpyInstance;
  beforeEach(() => {
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => warnings.mockRestore());

  it('has the same name for the same text only', async () => {
    const [one, other] = [await connect(true), await connect(true)];
    await often(() => one.query('SELECT $1::int AS n', [1]));
    for (const database of [one, other]) await often(() => read(database));
    const [first, second] = [await names(one), await names(other)];
    expect([first.length, second.length]).toEqual([2, 1]);
    expect(first).toContain(second[0]);
  });

  it.each([
    ['a query', read],
    ['a write', (database: Database) => database.write(READ, [1])],
    ['a transaction', (database: Database) => database.transaction(() => read(database))],
    [
      'a part of a transaction',
      (database: Database) => database.transaction(() => database.part(() => read(database))),
    ],
  ])('fails no work that is %s, and ends the use of names', async (_name, work) => {
    // The session has lost the statement that the connection prepared.
    const lost = await connect(true);
    await often(() => read(lost));
    const [name] = await names(lost);
    await lost.query('DEALLOCATE ALL');
    // Another connection has prepared the statement there.
    const taken = await connect(true);
    await taken.query(`PREPARE "${name}" AS SELECT 7`);
    for (let n = 0; n < RUNS_BEFORE_NAME; n += 1) await read(taken);

    for (const database of [lost, taken]) {
      for (let n = 0; n < 3; n += 1) expect(await work(database)).toEqual([{ n: 2 }]);
      await often(() => database.query('SELECT $1::int AS other', [1]));
      expect(database.pool?.statements.areUsed).toBe(false);
    }
    expect(await names(lost)).toEqual([]);
    const sentence = expect.stringContaining('DATABASE_PREPARED_STATEMENTS=false');
    expect(warnings.mock.calls).toEqual([
      [sentence, expect.objectContaining({ driverError: expect.objectContaining({ code: '26000' }) })],
      [sentence, expect.objectContaining({ driverError: expect.objectContaining({ code: '42P05' }) })],
    ]);
  });
});
