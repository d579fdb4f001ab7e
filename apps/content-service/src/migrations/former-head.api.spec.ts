import path from 'node:path';
import { Database, migrate } from '@almanac/database';
import { cloneDatabase, contentsOf, loadDump, schemaOf, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { ActivityLog } from '../content/activity/activity-log';
import { contentDataSource } from '../data-source';
import { ensureFirstAdministrator } from '../install/first-administrator';
import { startContent } from '../testing/content-app';
import { FORMER_MIGRATIONS, MIGRATIONS } from './index';

/** The demo content, as the last version with the former migrations stored it. */
const DUMP = path.join(__dirname, 'testing/former-head.sql.gz');
const ADMINISTRATOR = { token: `${'i'.repeat(32)}:${'s'.repeat(32)}` };

let database: TestDatabase;
let source: DataSource;
beforeEach(async () => {
  database = await loadDump(DUMP);
  source = await contentDataSource(database.url).initialize();
});
afterEach(async () => {
  await source.destroy();
  await database.drop();
});

/** The migrations that the former ones do not have. */
const LATER = MIGRATIONS.map(({ name }) => name).filter((name) => !FORMER_MIGRATIONS.replacements.includes(name));

const history = async () =>
  (await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

describe('a database with all former migrations', () => {
  it('keeps its contents when two processes migrate it concurrently', async () => {
    const before = await contentsOf(database.url);
    const other = await contentDataSource(database.url).initialize();
    const runs = [migrate(source, FORMER_MIGRATIONS), migrate(other, FORMER_MIGRATIONS)];
    expect((await Promise.all(runs).finally(() => other.destroy())).flat()).toEqual(LATER);
    expect(await history()).toEqual([...FORMER_MIGRATIONS.names, ...FORMER_MIGRATIONS.replacements, ...LATER]);
    expect(await contentsOf(database.url)).toEqual(expect.arrayContaining(before));
  });

  it('has the schema of a new database', async () => {
    await migrate(source, FORMER_MIGRATIONS);
    const fresh = await cloneDatabase('empty', () => Promise.resolve());
    const target = await contentDataSource(fresh.url).initialize();
    await migrate(target, FORMER_MIGRATIONS);
    expect(await schemaOf(database.url)).toEqual(await schemaOf(fresh.url));
    await target.destroy();
    await fresh.drop();
  });

  it('keeps its token, and knows its first administrator', async () => {
    await migrate(source, FORMER_MIGRATIONS);
    const target = new Database(await contentDataSource(database.url).initialize(), console.error);
    const settings = { adminEmail: 'ann@example.com', adminPassword: undefined, adminApiToken: ADMINISTRATOR.token };
    const tokens = await source.query('SELECT * FROM api_tokens');
    const activity = new ActivityLog(target, { ipAddressPrecision: 4 });
    expect(await ensureFirstAdministrator(target, settings, activity)).toBeUndefined();
    await target.source.destroy();
    expect(await source.query('SELECT * FROM api_tokens')).toEqual(tokens);
    expect(await source.query('SELECT administrator_id FROM installation')).toEqual([{ administrator_id: 1 }]);
  });

  it('works with the service', async () => {
    await migrate(source, FORMER_MIGRATIONS);
    const app = await startContent({ DATABASE_URL: database.url });
    const api = app.api.as(ADMINISTRATOR);
    expect((await api.get('/readyz')).status).toBe(200);
    expect((await api.get('/api/pages')).body).toMatchObject({ total: 24 });
    expect((await api.get('/api/pages/1')).body).toMatchObject({ id: 1, name: expect.any(String) });
    expect((await api.get('/api/search?query=soup')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ name: 'Red lentil soup' })]),
    });
    expect((await api.post('/api/shelves', { name: 'After the upgrade' })).status).toBe(200);
    await app.close();
  });
});

it('migrate refuses a database with some former migrations and names the commit to run first', async () => {
  await source.query('DELETE FROM migrations WHERE name = $1', [FORMER_MIGRATIONS.names.at(-1)]);
  const before = await history();
  await expect(migrate(source, FORMER_MIGRATIONS)).rejects.toThrow(
    'The database has 33 of 34 former migrations. Run "migrate" of commit 045785b, then of this version.',
  );
  expect(await history()).toEqual(before);
});
