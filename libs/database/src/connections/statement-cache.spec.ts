import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { type DataSource, QueryFailedError } from 'typeorm';
import { createDataSource } from '../data-source';
import { Database } from '../database';
import { MAX_STATEMENTS, PLANNED_ANEW } from './statement-cache';

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

/** The semicolon keeps the query itself from being prepared. */
const prepared = async (database: Database) =>
  (await database.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements;'))
    .map(({ statement }) => statement)
    .filter((statement) => !START_UP.test(statement));

/** TypeORM sends these on a new connection. */
const START_UP = /version\(\)|current_schema|current_database/i;

describe('prepared statements', () => {
  it('are created once per text with parameters, for pg, TypeORM and transactions', async () => {
    const database = await connect(true);
    const text = 'SELECT $1::int + 1 AS n';
    for (let n = 0; n < 3; n += 1) {
      expect(await database.query(text, [n])).toEqual([{ n: n + 1 }]);
      expect(await database.source.query(text, [n])).toEqual([{ n: n + 1 }]);
      expect(await database.transaction(() => database.query(text, [n]))).toEqual([{ n: n + 1 }]);
    }
    expect((await prepared(database)).filter((statement) => statement === text)).toHaveLength(1);
  });

  it('are created once per text for reads without parameters, for pg, TypeORM and transactions', async () => {
    const database = await connect(true);
    const text = '\n  select 7 AS n';
    for (let n = 0; n < 3; n += 1) {
      expect(await database.query(text)).toEqual([{ n: 7 }]);
      expect(await database.source.query(text)).toEqual([{ n: 7 }]);
      expect(await database.transaction(() => database.query(text))).toEqual([{ n: 7 }]);
    }
    expect((await prepared(database)).filter((statement) => statement === text)).toHaveLength(1);
  });

  it('exclude several statements in one text', async () => {
    const database = await connect(true);
    await database.run('SELECT 1; SELECT 2');
    await database.query(`SELECT ';' AS n`);
    expect(await prepared(database)).toEqual([]);
  });

  it('are limited in number, and the least recently used one is removed', async () => {
    const database = await connect(true);
    const text = (n: number) => `SELECT $1::int AS n${n}`;
    for (let n = 0; n < MAX_STATEMENTS + 20; n += 1) {
      await database.query(text(n), [n]);
      await database.query(text(0), [n]);
    }
    const kept = await prepared(database);
    expect(kept).toHaveLength(MAX_STATEMENTS);
    expect(kept).toContain(text(0));
    expect(kept).not.toContain(text(1));
    expect(await database.query(text(1), [7])).toEqual([{ n1: 7 }]);
  });

  it('exclude statements that are marked as PLANNED_ANEW', async () => {
    const database = await connect(true);
    for (let n = 0; n < 2; n += 1)
      expect(await database.query(`${PLANNED_ANEW}SELECT $1::int AS n`, [n])).toEqual([{ n }]);
    expect(await prepared(database)).toEqual([]);
  });

  it('are absent when the setting disables them', async () => {
    const database = await connect(false);
    await database.query('SELECT $1::int', [1]);
    expect(await prepared(database)).toEqual([]);
  });

  it.each([true, false])('keep the code and position of errors (prepared: %s)', async (preparesStatements) => {
    const database = await connect(preparesStatements);
    for (let attempt = 0; attempt < 2; attempt += 1) {
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

describe('a schema change while prepared statements are in use', () => {
  const READ = 'SELECT * FROM things WHERE id = $1';
  const columns = (rows: object[]) => rows.flatMap(Object.keys);
  const read = (database: Database) => database.query<object>(READ, [1]).then(columns);
  const readByTypeOrm = (database: Database) => database.source.query<object[]>(READ, [1]).then(columns);
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
    ['a query of TypeORM', readByTypeOrm],
    [
      'a query without parameters',
      (database: Database) => database.query<object>('SELECT * FROM things').then(columns),
    ],
    ['a transaction, which runs once more', inTransaction],
  ])('does not break %s on any connection', async (_name, work) => {
    const database = await connect(true, 5);
    const onAll = () => Promise.all(Array.from({ length: 5 }, () => work(database)));
    expect(await onAll()).toEqual(Array(5).fill(['id', 'changes']));
    await migrating.query('ALTER TABLE things ADD COLUMN colour text');
    for (let n = 0; n < 3; n += 1) expect(await onAll()).toEqual(Array(5).fill(['id', 'changes', 'colour']));
    const [row] = await migrating.query<{ changes: number }>('SELECT changes FROM things');
    expect(row?.changes).toBe(work === inTransaction ? 20 : 0);
  });
});
