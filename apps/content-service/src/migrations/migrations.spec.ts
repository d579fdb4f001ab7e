import {
  cloneDatabase,
  schemaOf,
  type TestDatabase,
  unindexedKeys,
  unlikeEntities,
  unlimitedIndexes,
  unsafeMigrations,
} from '@almanac/testing';
import { migrate } from '@almanac/database';
import type { DataSource } from 'typeorm';
import { contentDataSource } from '../data-source';
import { REPLACED } from '.';

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await cloneDatabase('empty', () => Promise.resolve());
  source = await contentDataSource(database.url).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const dropEverything = () => source.query('DROP SCHEMA public, jobs CASCADE; CREATE SCHEMA public');

it('the migrations create the tables and columns of the entities, and no others', async () => {
  expect((await migrate(source)).length).toBeGreaterThan(0);
  expect(await unlikeEntities(source)).toEqual([]);
});

it('every foreign key has an index', async () => {
  expect(await unindexedKeys(source)).toEqual([]);
  await source.query('DROP INDEX pages_owned_by_fkey_idx');
  expect(await unindexedKeys(source)).toEqual(['pages_owned_by_fkey']);
});

it('every GIN index limits its list of new entries', async () => {
  expect(await unlimitedIndexes(source)).toEqual([]);
  await source.query('CREATE INDEX users_similar_idx ON users USING gin (name gin_trgm_ops)');
  expect(await unlimitedIndexes(source)).toEqual(['users_similar_idx']);
});

it('the comparison with the entities detects a missing column', async () => {
  await source.query('ALTER TABLE pages DROP COLUMN template CASCADE');
  expect(await unlikeEntities(source)).toEqual(['+ pages.template: boolean NOT NULL']);
  await dropEverything();
  await migrate(source);
});

it('each migration can be undone and repeated with the same result', async () => {
  const before = await schemaOf(database.url);
  const count = source.migrations.length;
  for (let undone = 0; undone < count; undone++) await source.undoLastMigration({ transaction: 'each' });
  const left = await source.query<unknown[]>(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i' AND relname !~ 'migrations|typeorm_metadata'
     UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prolang <> 13 AND proname !~ 'unaccent'`,
  );
  expect(left).toEqual([]);
  expect(await migrate(source)).toHaveLength(count);
  expect(await schemaOf(database.url)).toEqual(before);
});

it('migrations do not disturb the version that still runs', async () => {
  await dropEverything();
  const exempt = REPLACED.by.map(({ name }) => name);
  expect(await unsafeMigrations(source, exempt)).toEqual([]);
  await dropEverything();
  await migrate(source);
});

it('a second run applies no migrations', async () => {
  expect(await migrate(source)).toEqual([]);
});

it('two concurrent runs apply each migration once', async () => {
  await dropEverything();
  const other = await contentDataSource(database.url).initialize();
  const runs = await Promise.all([migrate(source), migrate(other)]);
  await other.destroy();
  expect(runs.map(({ length }) => length).sort((a, b) => a - b)).toEqual([0, source.migrations.length]);
});
