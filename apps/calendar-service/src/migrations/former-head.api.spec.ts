import path from 'node:path';
import { migrate } from '@almanac/database';
import { cloneDatabase, contentsOf, loadDump, schemaOf, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { calendarDataSource } from '../data-source';
import { startCalendar } from '../testing/calendar-app';
import { FORMER_MIGRATIONS, MIGRATIONS } from './index';

/** The demo calendar, as the last version with the former migrations stored it. */
const DUMP = path.join(__dirname, 'testing/former-head.sql.gz');

const connect = (databaseUrl: string) => calendarDataSource({ databaseUrl, databasePoolSize: 2 }).initialize();

let database: TestDatabase;
let source: DataSource;
beforeEach(async () => {
  database = await loadDump(DUMP);
  source = await connect(database.url);
});
afterEach(async () => {
  await source.destroy();
  await database.drop();
});

/** The migrations that the former ones do not have. */
const LATER = MIGRATIONS.map(({ name }) => name).filter((name) => !FORMER_MIGRATIONS.replacements.includes(name));

const history = async () =>
  (await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

/** The change log has got columns with values since. */
const FORMER_CHANGES = `SELECT kind, record_id, transaction_id::text, changed_at, is_gone, was_public, was_private, authors FROM changes ORDER BY 1, 2`;
const contents = async () => ({
  tables: (await contentsOf(database.url)).filter((table) => !table.startsWith('changes ')),
  changes: await source.query<unknown[]>(FORMER_CHANGES),
});

describe('a database with all former migrations', () => {
  it('keeps its contents when two processes migrate it concurrently', async () => {
    const before = await contents();
    const other = await connect(database.url);
    const runs = [migrate(source, FORMER_MIGRATIONS), migrate(other, FORMER_MIGRATIONS)];
    expect((await Promise.all(runs).finally(() => other.destroy())).flat()).toEqual(LATER);
    expect(await history()).toEqual([...FORMER_MIGRATIONS.names, ...FORMER_MIGRATIONS.replacements, ...LATER]);
    expect(await contents()).toEqual({ ...before, tables: expect.arrayContaining(before.tables) });
  });

  it('gets the schema of a new database', async () => {
    await migrate(source, FORMER_MIGRATIONS);
    const fresh = await cloneDatabase('empty', () => Promise.resolve());
    const target = await connect(fresh.url);
    await migrate(target, FORMER_MIGRATIONS);
    expect(await schemaOf(database.url)).toEqual(await schemaOf(fresh.url));
    await target.destroy();
    await fresh.drop();
  });

  it('works with the service after migration', async () => {
    await migrate(source, FORMER_MIGRATIONS);
    const app = await startCalendar({ CALENDAR_DATABASE_URL: database.url });
    const range = 'start_date=2026-01-01&end_date=2028-01-01';
    const list = await app.api.get(`/events?${range}`);
    expect(list.body).toMatchObject({
      events: expect.arrayContaining([expect.objectContaining({ status: 'publish' })]),
    });
    const [first] = await source.query<{ id: number }[]>(`SELECT id FROM events ORDER BY id LIMIT 1`);
    expect((await app.api.get(`/events/${first?.id}`)).body).toMatchObject({ id: first?.id });
    expect((await app.api.get('/venues')).body).toMatchObject({ total: 4 });
    await app.close();
  });
});

it('the migration rejects a database with only some former migrations, and names the required version', async () => {
  await source.query('DELETE FROM migrations WHERE name = $1', [FORMER_MIGRATIONS.names.at(-1)]);
  const before = await history();
  await expect(migrate(source, FORMER_MIGRATIONS)).rejects.toThrow(
    'The database has 23 of 24 former migrations. Run "migrate" of commit 045785b, then of this version.',
  );
  expect(await history()).toEqual(before);
});
