import { selectColumns, selectComputed, sql } from '@almanac/database';
import { until } from '@almanac/testing';
import { Client } from 'pg';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { TermSlugs } from '../terms/term-slugs';
import { Term } from '../terms/term.entity';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ RUN_JOBS: 'false' });
  editor = app.given.editor();
});
afterAll(() => app.close());

const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name} ${index}`);
const TIMES = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };

/** The largest event that callers may send; all linked records are new. */
const largest = (name: string) => ({
  ...TIMES,
  title: name,
  categories: many(200, `${name} category`),
  tags: many(200, `${name} tag`),
  venue: many(100, `${name} venue`).map((venue) => ({ venue, description: 'A place' })),
  organizer: many(100, `${name} organizer`).map((organizer) => ({ organizer })),
});

/** Runs `work` while another transaction holds the name of a tag and stays open. */
async function withTagTaken(name: string, work: () => Promise<void>): Promise<void> {
  const other = new Client(app.environment['CALENDAR_DATABASE_URL']);
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(`INSERT INTO terms (kind, name, slug, description) VALUES ('tag', $1, $2, '')`, [
      name,
      name.replaceAll(' ', '-'),
    ]);
    await work();
  } finally {
    await other.end();
  }
}

const waiting = () =>
  app.database.query(
    sql`SELECT ${selectComputed<{ pid: number }>({ pid: 'pid' })} FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`,
  );

it('an event with the maximum of new terms, venues and organizers takes few statements', async () => {
  const query = jest.spyOn(app.database, 'query');
  const { status, body } = await app.api.as(editor).post('/events', largest('counted'));
  const statements = query.mock.calls.map(([text]) => text);
  query.mockRestore();
  expect([status, body]).toMatchObject([
    201,
    { venues: { length: 100 }, organizer: { length: 100 }, categories: { length: 200 } },
  ]);
  expect(statements.length).toBeLessThan(50);
  expect(statements.filter((sql) => sql.includes('pg_advisory'))).toEqual([]);
});

it('a transaction that creates many records does not block other writers', async () => {
  const requests: Promise<unknown>[] = [];
  await withTagTaken('held tag 199', async () => {
    const posting = app.api.as(editor).post('/events', largest('held'));
    await until(async () => (await waiting()).length === 1);
    const locks = await app.database.query(
      sql`SELECT ${selectComputed<{ type: string; count: number }>({ type: 'locktype', count: 'count(*)::int' })}
        FROM pg_locks WHERE pid = $1 GROUP BY 1`,
      [(await waiting())[0]?.pid],
    );
    expect(locks.map(({ type }) => type)).not.toContain('advisory');
    // Locks on tables and indexes only: their number does not depend on the number of rows.
    expect(locks.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(250);
    const others = [
      app.given.category({ name: 'held by nobody' }),
      app.given.tag({ name: 'held by nobody' }),
      app.given.venue({ venue: 'held by nobody' }),
      app.given.event({ title: 'held by nobody' }),
    ];
    expect(await Promise.all(others)).toHaveLength(4);
    requests.push(posting);
  });
  expect(await Promise.all(requests)).toMatchObject([{ status: 201, body: { tags: { length: 200 } } }]);
});

it('concurrent events of one title get different slugs', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => app.given.event({ title: 'Same title' })));
  const numbers = Array.from({ length: 11 }, (_, index) => `same-title-${index + 2}`);
  expect(new Set(made.map(({ slug }) => slug))).toEqual(new Set(['same-title', ...numbers]));
});

it('concurrent venues of one name become one venue', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => app.given.venue({ venue: 'Same hall' })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});

it('categories with one slug get numbers, and concurrent events share a category', async () => {
  const names = ['One slug', 'One-slug!', 'One_slug', 'one slug?'];
  await Promise.all(names.map((name) => app.given.event({ categories: `${name},Shared` })));
  const rows = await app.database.query(
    sql`SELECT ${selectColumns(Term, 'terms', 'name', 'slug')} FROM terms WHERE slug ~ '^(one.slug|shared)' ORDER BY slug`,
  );
  expect(rows.filter(({ name }) => name === 'Shared')).toEqual([{ name: 'Shared', slug: 'shared' }]);
  expect(rows.map(({ slug }) => slug)).toEqual(['one-slug', 'one-slug-2', 'one-slug-3', 'one_slug', 'shared']);
});

it('repeated records in one request become one record', async () => {
  const event = await app.given.event({
    venue: [{ venue: 'Twin' }, { venue: 'TWIN' }, { venue: 'Twin', description: 'Another' }],
    tags: 'Red wine,red wine,red-wine,RED WINE',
  });
  expect(event).toMatchObject({
    venues: [
      { venue: 'Twin', slug: 'twin' },
      { slug: 'twin-2', description: '<p>Another</p>' },
    ],
    tags: [{ slug: 'red-wine' }],
  });
});

it('a category that another request creates meanwhile is not created twice', async () => {
  const freeOfAll = jest.spyOn(TermSlugs.prototype, 'freeOfAll').mockImplementationOnce(async function (
    this: TermSlugs,
    ...wanted
  ) {
    await app.given.event({ categories: 'Meanwhile' });
    return this.freeOfAll(...wanted);
  });
  await app.given.event({ categories: 'Meanwhile' });
  freeOfAll.mockRestore();
  expect(await app.database.query(`SELECT slug FROM terms WHERE name = 'Meanwhile'`)).toEqual([{ slug: 'meanwhile' }]);
});
