import { nonEmpty, until, VisitingBrowser } from '@almanac/testing';
import { Client } from 'pg';
import { startAnother } from '../../testing/another-process';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import type { Person } from '../../testing/given';
import { OneTimeLinks } from './one-time-links';

let app: ContentApp;
let other: Awaited<ReturnType<typeof startAnother>>;
let admin: Person;
/** Has a row in every table of accounts. */
let person: Person;
let roleId: number;
let pageId: number;
beforeAll(async () => {
  app = await startContent();
  other = await startAnother(app);
  [admin, person] = [await app.given.admin(), await app.given.viewer()];
  pageId = (await app.given.page()).id;
  const [held] = await app.database.query<{ role_id: number }>('SELECT role_id FROM user_roles WHERE user_id = $1', [
    person.id,
  ]);
  roleId = held?.role_id ?? 0;
  await sql(`INSERT INTO totp_secrets (user_id, sealed_secret, last_step) VALUES ($1, '', 0)`, [person.id]);
  await new OneTimeLinks(app.database).issue('invitation', person.id);
  await sql(`INSERT INTO settings (name, value) VALUES ('app-public', 'true')`);
  await app.api.as(admin).put(`/api/content-permissions/book/${(await app.given.book()).id}`, {
    role_permissions: [{ role_id: roleId, view: true, create: false, update: false, delete: false }],
  });
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(() => jest.restoreAllMocks());

const sql = (text: string, parameters: unknown[] = []) => app.database.query(text, parameters);
const version = async () => {
  const [row] = await app.database.query<{ value: string }>(
    `SELECT value FROM settings WHERE name = 'accounts-version'`,
  );
  return row?.value;
};
const changesVersion = async (work: () => Promise<unknown>) => {
  const before = await version();
  await work();
  return (await version()) !== before;
};

/** Columns whose changes leave the version as it is, and the reason. */
const UNVERSIONED = {
  'api_tokens.created_at': 'a clock',
  'api_tokens.last_used_at': 'requests write it',
  'api_tokens.updated_at': 'a clock',
  'entity_permissions.*': 'has a version of its own, permissions-version',
  'one_time_links.*': 'looked up at each use',
  'roles.created_at': 'a clock',
  'roles.updated_at': 'a clock',
  'totp_secrets.*': 'looked up at each use',
  'users.created_at': 'a clock',
  'users.updated_at': 'a clock',
};

it('each column of users, roles and the tables that belong to them changes the version, or has a reason not to', async () => {
  const columns = await app.database.query<{ table: string; column: string }>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name::regclass IN (
      SELECT unnest('{users,roles}'::regclass[]) UNION SELECT conrelid FROM pg_constraint
      WHERE contype = 'f' AND confdeltype = 'c' AND confrelid IN ('users'::regclass, 'roles'::regclass))`);
  const unversioned: string[] = [];
  for (const { table, column } of nonEmpty(columns)) {
    const update = async () =>
      expect(await sql(`UPDATE ${table} SET "${column}" = "${column}" RETURNING 1`)).not.toHaveLength(0);
    const name = `${table}.*` in UNVERSIONED ? `${table}.*` : `${table}.${column}`;
    if (!(await changesVersion(update))) unversioned.push(name);
  }
  expect([...new Set(unversioned)].sort()).toEqual(Object.keys(UNVERSIONED).sort());
});

it.each<[change: string, statement: string]>([
  ['a new user', `INSERT INTO users (name, slug, email) VALUES ('New', 'new', 'new@example.com')`],
  ['a deleted user', `DELETE FROM users WHERE slug = 'new'`],
  ['a new role', `INSERT INTO roles (display_name) VALUES ('New')`],
  [
    'a permission of a role',
    `INSERT INTO role_permissions SELECT id, 'content-export' FROM roles WHERE display_name = 'New'`,
  ],
  ['a permission that no role has any more', `DELETE FROM permissions WHERE name = 'content-export'`],
  ['a role of a user', `INSERT INTO user_roles SELECT 1, id FROM roles WHERE display_name = 'New'`],
  ['a role less of a user', `DELETE FROM user_roles WHERE user_id = 1 AND role_id <> 1`],
  ['a deleted role', `DELETE FROM roles WHERE display_name = 'New'`],
  [
    'a new token',
    `INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at) VALUES (1, 'New', 'new', sha256(''), '2999-01-01')`,
  ],
  ['a deleted token', `DELETE FROM api_tokens WHERE token_id = 'new'`],
])('%s changes the version', async (_change, statement) => {
  expect(await changesVersion(() => sql(statement))).toBe(true);
});

it('a change that is rolled back leaves the version as it is', async () => {
  const fails = app.database.transaction(async () => {
    await sql(`UPDATE users SET name = 'Nobody' WHERE id = $1`, [person.id]);
    throw new Error('undone');
  });
  expect(await changesVersion(() => fails.catch(() => undefined))).toBe(false);
});

it.each(['users', 'roles', 'user_roles', 'role_permissions', 'api_tokens'])(
  'TRUNCATE of %s changes the version',
  async (table) => {
    const versions: unknown[] = [];
    const undone = app.database.transaction(async () => {
      versions.push(await version());
      await sql(`TRUNCATE ${table} CASCADE`);
      versions.push(await version());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(versions).toEqual([expect.any(String), expect.any(String)]);
    expect(versions[1]).not.toBe(versions[0]);
  },
);

it.each([
  ['a user', 'UPDATE users SET name = name WHERE id = $1'],
  ['the roles of a user', 'UPDATE user_roles SET role_id = role_id WHERE user_id = $1'],
  [
    'the permissions of a role',
    'UPDATE role_permissions SET role_id = role_id WHERE role_id IN (SELECT role_id FROM user_roles WHERE user_id = $1)',
  ],
  ['a token', 'UPDATE api_tokens SET name = name WHERE user_id = $1'],
])('transactions that lock a role and change %s in opposite order do not deadlock', async (what, change) => {
  const [one, two] = [new Client(app.databaseUrl), new Client(app.databaseUrl)];
  for (const client of [one, two]) {
    await client.connect();
    await client.query('BEGIN');
  }
  try {
    await one.query('SELECT FROM roles WHERE id = $1 FOR UPDATE', [roleId]);
    await two.query('UPDATE users SET name = name WHERE id = $1', [admin.id]);
    const second = two.query('UPDATE roles SET description = $2 WHERE id = $1', [roleId, what]);
    await until(async () => (await countLockWaits(app.database)) === 1);
    await one.query(change, [person.id]);
    await one.query('COMMIT');
    await second;
    await two.query('COMMIT');
  } finally {
    await Promise.all([one.end(), two.end()]);
  }
  expect(await sql('SELECT FROM roles WHERE id = $1 AND description = $2', [roleId, what])).toHaveLength(1);
});

describe('the look-up of a caller', () => {
  const asToken = async () => expect((await app.api.as(person).get('/api/books')).status).toBe(200);
  const asGuest = async () => expect((await new VisitingBrowser(app.api).get('/search?term=page')).status).toBe(200);

  /** The number of look-ups during a request after each of five commits. The caches of tokens also end after a second. */
  async function leastLookUps(request: () => Promise<unknown>, commit: () => Promise<unknown>): Promise<number> {
    const query = jest.spyOn(app.database, 'query');
    const lookUps = () => query.mock.calls.filter(([text]) => text.includes('role_permissions granted')).length;
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      await request();
      await commit();
      const before = lookUps();
      await request();
      counts.push(lookUps() - before);
    }
    return Math.min(...counts);
  }

  it.each<[commit: string, work: () => Promise<unknown>, lookUps: number]>([
    ['a saved page', () => other.api.as(admin).put(`/api/pages/${pageId}`, { html: '<p>New</p>' }), 0],
    ['a setting', () => other.api.as(admin).put('/api/settings', { app_name: 'Harbour' }), 0],
    ['the use of tokens', () => sql('UPDATE api_tokens SET last_used_at = now()'), 0],
    ['a session', () => sql(`INSERT INTO web_sessions VALUES (gen_random_uuid(), '{}', now())`), 0],
    ['a change of a user', () => sql('UPDATE users SET name = name WHERE id = 1'), 1],
  ])('after %s', async (_commit, work, lookUps) => {
    expect(await leastLookUps(asToken, work)).toBe(lookUps);
    expect(await leastLookUps(asGuest, work)).toBe(lookUps);
  });

  it('of a guest is not used for the state before or after it', async () => {
    const makePublic = (value: boolean) => sql(`UPDATE settings SET value = '${value}' WHERE name = 'app-public'`);
    const read = async () => (await new VisitingBrowser(app.api).get('/search?term=page')).status;
    await makePublic(false);
    await sql('UPDATE users SET name = name WHERE id = 1');
    const query = app.database.query.bind(app.database);
    const spy = jest.spyOn(app.database, 'query').mockImplementation(async (text, parameters) => {
      if (!text.includes('role_permissions granted')) return query(text, parameters);
      spy.mockRestore();
      await makePublic(true);
      const rows = await sql(text, parameters);
      await makePublic(false);
      return rows;
    });
    await read();
    expect(await read()).toBe(303);
    await makePublic(true);
    expect(await read()).toBe(200);
  });

  it('is repeated when a day begins, because tokens expire then', async () => {
    const { token } = await app.given.viewer();
    const read = async () => (await app.api.as({ token }).get('/api/books')).status;
    expect(await read()).toBe(200);
    // As if the day had begun in the database: no change of the token announces its expiry.
    await sql('ALTER TABLE api_tokens DISABLE TRIGGER accounts_next_version');
    await sql('UPDATE api_tokens SET expires_at = current_date WHERE token_id = $1', [token.split(':')[0]]);
    await sql('ALTER TABLE api_tokens ENABLE TRIGGER accounts_next_version');
    const now = new Date(Date.now() + 86_400_000).toISOString();
    jest.spyOn(Date.prototype, 'toISOString').mockReturnValue(now);
    expect(await read()).toBe(403);
  });
});
