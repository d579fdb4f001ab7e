import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import type { Outcome } from './attempts';
import { createDataSource, type ServiceDataSource } from './data-source';
import { Database } from './database';
import { OutsideResults } from './outside-results';

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
let results: OutsideResults<string>;
const calls: string[] = [];
const ends: Outcome[] = [];
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  const options = { url: clone.url, poolSize: 2, applicationName: 'test', entities: [], migrations: [] };
  source = await createDataSource(options).initialize();
  database = new Database(source, () => undefined);
  await database.query('CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)');
});
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});
beforeEach(async () => {
  await database.query('TRUNCATE notes');
  results = new OutsideResults(database);
  for (const list of [calls, ends]) list.splice(0);
});

const notes = () => database.query('SELECT id, text FROM notes ORDER BY id');
const add = (id: number, text: string) => database.query('INSERT INTO notes VALUES ($1, $2)', [id, text]);
const get = (key: string) =>
  results.get(
    key,
    async () => {
      expect(database.isInTransaction).toBe(false);
      calls.push(`${key} sees ${(await notes()).length}`);
      return `result of ${key}`;
    },
    (_, outcome) => Promise.resolve(void ends.push(outcome)),
  );

it('are there when the transaction is repeated after the rollback', async () => {
  await database.transaction(async () => {
    await add(1, 'before');
    await add(2, await get('a'));
    await database.transaction(async () => add(3, await get('b')));
  });
  expect(await notes()).toEqual([
    { id: 1, text: 'before' },
    { id: 2, text: 'result of a' },
    { id: 3, text: 'result of b' },
  ]);
  expect({ calls, ends }).toEqual({ calls: ['a sees 0', 'b sees 0'], ends: ['committed', 'committed'] });
});

it('belong to their transaction alone', async () => {
  for (const id of [1, 2]) await database.transaction(async () => add(id, await get('a')));
  expect(calls).toEqual(['a sees 0', 'a sees 1']);
});

it('survive a lost race, and report the end of the last attempt once', async () => {
  let races = 2;
  await database.transaction(async () => {
    await add(1, await get('a'));
    if (races-- > 0) await database.query(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END $$`);
  });
  expect({ calls, ends, notes: await notes() }).toEqual({
    calls: ['a sees 0'],
    ends: ['committed'],
    notes: [{ id: 1, text: 'result of a' }],
  });
});

it('report that the transaction failed for good', async () => {
  const refused = database.transaction(async () => {
    await get('a');
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect({ calls, ends }).toEqual({ calls: ['a sees 0'], ends: ['undone'] });
});

it('end the transaction when the call fails', async () => {
  const failing = database.transaction(async () => {
    await add(1, 'x');
    await results.get('a', () => Promise.reject(new Error('unreachable')));
  });
  await expect(failing).rejects.toThrow('unreachable');
  expect(await notes()).toEqual([]);
});

it('come at once outside of a transaction', async () => {
  expect(await results.get('a', () => Promise.resolve('at once'))).toBe('at once');
  await expect(get('b')).rejects.toThrow('this call needs a transaction');
});

it('are limited in number', async () => {
  let count = 0;
  const endless = database.transaction(async () => {
    await get(String((count += 1)));
  });
  await expect(endless).rejects.toThrow('outside of the transaction');
  expect(calls.length).toBeLessThan(50);
});
