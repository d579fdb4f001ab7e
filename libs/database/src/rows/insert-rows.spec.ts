import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { createDataSource, type ServiceDataSource } from '../data-source';
import { Database } from '../database';
import { insertRows } from './insert-rows';

const SHAPE = { table: 'notes', columns: { order: 'integer', text: 'text', done: 'boolean' } };

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  source = await createDataSource({
    url: clone.url,
    poolSize: 5,
    applicationName: 'test',
    entities: [],
    migrations: [],
  }).initialize();
  database = new Database(source, console.error);
  await database.query(
    'CREATE TABLE notes (id integer GENERATED ALWAYS AS IDENTITY, "order" integer, text text, done boolean)',
  );
});
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});
beforeEach(() => database.query('TRUNCATE notes RESTART IDENTITY'));

const rows = () =>
  database.query<{ id: number; order: number; text: string; done: boolean }>('SELECT * FROM notes ORDER BY id');

it('insertRows keeps the order and values of rows, and stores missing values as null', async () => {
  await insertRows(database, SHAPE, [{ order: 2, text: `it's "é" \\ ☃`, done: true }, { order: 1 }]);
  expect(await rows()).toEqual([
    { id: 1, order: 2, text: `it's "é" \\ ☃`, done: true },
    { id: 2, order: 1, text: null, done: null },
  ]);
});

it('insertRows inserts up to 250 rows per statement, and large rows one by one', async () => {
  const batches: number[] = [];
  await insertRows(
    database,
    SHAPE,
    Array.from({ length: 600 }, (_, order) => ({ order })),
    (count) => void batches.push(count),
  );
  await insertRows(database, SHAPE, Array(3).fill({ text: 'x'.repeat(600_000) }), (count) => void batches.push(count));
  expect(batches).toEqual([250, 250, 100, 1, 1, 1]);
  expect((await rows()).slice(0, 600).map(({ order }) => order)).toEqual(
    Array.from({ length: 600 }, (_, order) => order),
  );
});

it('insertRows sends no statement for an empty list', async () => {
  await expect(insertRows(database, { table: 'missing', columns: {} }, [])).resolves.toBeUndefined();
});
