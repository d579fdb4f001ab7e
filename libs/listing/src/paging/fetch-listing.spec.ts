import { createDataSource, Database, type ServiceDataSource } from '@almanac/database';
import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { fetchListing, type ListSource } from './fetch-listing';
import { defineListing, integer, text } from '../fields';
import { parseListing } from '../parse-listing';

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  source = await createDataSource({
    url: clone.url,
    poolSize: 2,
    applicationName: 'test',
    entities: [],
    migrations: [],
  }).initialize();
  database = new Database(source, console.error);
  await database.query(`CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT lower(value)'`);
  await database.query('CREATE TABLE things (id integer PRIMARY KEY, name text, owner integer)');
  await database.query(
    `INSERT INTO things SELECT number, CASE WHEN number % 2 = 0 THEN 'Even' ELSE 'odd' END, number % 3 FROM generate_series(1, 10) number`,
  );
});
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});

const listing = defineListing({ id: integer('thing.id'), name: text('thing.name') });
const things: ListSource = {
  select: 'thing.id, thing.name',
  from: 'things thing',
  where: (parameters) => `thing.owner <> ${parameters.add(0)}`,
};
const fetched = async (query: Record<string, string>, from = things) => {
  const { rows, total } = await fetchListing<{ id: number }>(database, listing, parseListing(listing, query), from);
  return { ids: rows.map(({ id }) => id), total };
};

it('fetchListing returns the rows of a page in order, and the total of all pages', async () => {
  expect(await fetched({})).toEqual({ ids: [1, 2, 4, 5, 7, 8, 10], total: 7 });
  expect(await fetched({ count: '2', offset: '3', sort: '-id' })).toEqual({ ids: [5, 4], total: 7 });
});

it('fetchListing sorts equal rows by id, in the direction of the sort', async () => {
  expect(await fetched({ sort: 'name' })).toEqual({ ids: [2, 4, 8, 10, 1, 5, 7], total: 7 });
  expect(await fetched({ sort: '-name' })).toEqual({ ids: [7, 5, 1, 10, 8, 4, 2], total: 7 });
});

it('fetchListing sorts the rows of a ranked filter by rank, unless the query has a sort', async () => {
  const ranked = defineListing({ id: integer('thing.id'), name: text('thing.name', { rank: 'thing.owner' }) });
  const ids = async (query: Record<string, string>) =>
    (await fetchListing<{ id: number }>(database, ranked, parseListing(ranked, query), things)).rows.map(
      ({ id }) => id,
    );
  expect(await ids({ 'filter[name]': 'even' })).toEqual([4, 10, 2, 8]);
  expect(await ids({ 'filter[name]': 'even', count: '2', offset: '1' })).toEqual([10, 2]);
  expect(await ids({ 'filter[name]': 'even', sort: '-id' })).toEqual([10, 8, 4, 2]);
  expect(await ids({ 'filter[name:ne]': 'odd' })).toEqual([2, 4, 8, 10]);
});

it('fetchListing returns an empty page with the total after the last row', async () => {
  expect(await fetched({ offset: '50' })).toEqual({ ids: [], total: 7 });
  expect(await fetched({ 'filter[name]': 'nothing' })).toEqual({ ids: [], total: 0 });
});

it('fetchListing applies filters and access conditions to rows and total', async () => {
  expect(await fetched({ 'filter[name]': 'EVEN', count: '1' })).toEqual({ ids: [2], total: 4 });
});

it('fetchListing numbers parameters correctly for shared expressions and for a separate count query', async () => {
  const later: ListSource = {
    ...things,
    with: (parameters) => `later AS MATERIALIZED (SELECT * FROM things WHERE id > ${parameters.add(4)})`,
    from: 'later thing',
  };
  expect(await fetched({ 'filter[name]': 'odd' }, later)).toEqual({ ids: [5, 7], total: 2 });
  const joined: ListSource = {
    ...things,
    from: 'things thing JOIN things twin ON twin.id = thing.id',
    countFrom: 'things thing',
  };
  expect(await fetched({ count: '1' }, joined)).toEqual({ ids: [1], total: 7 });
  expect(await fetched({ count: '3', offset: '2', sort: '-name', 'filter[id:lt]': '10' }, joined)).toEqual({
    ids: [1, 8, 4],
    total: 6,
  });
});

it('fetchListing returns the selected columns', async () => {
  const { rows } = await fetchListing<{ id: number; name: string }>(
    database,
    listing,
    parseListing(listing, { count: '1' }),
    things,
  );
  expect(rows).toMatchObject([{ id: 1, name: 'odd' }]);
});
