import { VisitingBrowser } from '@almanac/testing';
import { ActivityLog } from '../content/activity/activity-log';
import { numberAt } from '../testing/answers';
import { type ContentApp, startContent } from '../testing/content-app';
import type { Person } from '../testing/given';
import { ensureFirstAdministrator } from './first-administrator';

const PASSWORD = 'password';
const TOKEN = `${'I'.repeat(32)}:${'S'.repeat(32)}`;
const NEXT = `${'J'.repeat(32)}:${'T'.repeat(32)}`;
const FIRST = '/api/users/1';

let app: ContentApp;
/** An administrator beside the first one. */
let admin: Person;
beforeEach(async () => {
  app = await startContent();
  admin = await app.given.admin();
  await start();
});
afterEach(() => app.close());

/** What `migrate` does before each start, once the schema is there. */
async function start(adminApiToken = TOKEN): Promise<string | undefined> {
  const settings = { adminEmail: 'admin@example.com', adminPassword: PASSWORD, adminApiToken };
  const activity = new ActivityLog(app.database, { ipAddressPrecision: 4 });
  return (await ensureFirstAdministrator(app.database, settings, activity)).refusal;
}

const asAdmin = () => app.api.as(admin);
const tokenOfFirst = async () => numberAt((await asAdmin().get(`${FIRST}/tokens`)).body, 'data.0.id');
const statusOf = async (token: string) => (await app.api.as({ token }).get('/api/users/me')).status;

/** People, their roles and credentials, and the entries of the audit log. */
const stored = () =>
  Promise.all(
    [
      'SELECT id, email, password_hash FROM users ORDER BY id',
      'SELECT user_id, role_id FROM user_roles ORDER BY 1, 2',
      'SELECT id, user_id, name, token_id, secret_hash FROM api_tokens ORDER BY id',
      'SELECT type, detail FROM activities ORDER BY id',
    ].map((sql) => app.database.query(sql)),
  );

const removals: [name: string, remove: () => Promise<unknown>, status: number][] = [
  ['its token was deleted', async () => asAdmin().delete(`${FIRST}/tokens/${await tokenOfFirst()}`), 401],
  [
    'its token was renamed and deleted',
    async () => {
      const tokens = `${FIRST}/tokens/${await tokenOfFirst()}`;
      await asAdmin().put(tokens, { name: 'Mine' });
      await asAdmin().delete(tokens);
    },
    401,
  ],
  ['its account was deleted', () => asAdmin().delete(FIRST), 401],
  ['its role was taken', () => asAdmin().put(FIRST, { roles: [] }), 403],
  [
    'its token was deleted and its role was taken',
    async () => {
      await asAdmin().delete(`${FIRST}/tokens/${await tokenOfFirst()}`);
      await asAdmin().put(FIRST, { roles: [] });
    },
    401,
  ],
  ['its password was changed', () => asAdmin().put(FIRST, { password: 'a changed password' }), 200],
  ['its e-mail address was changed', () => asAdmin().put(FIRST, { email: 'ann@example.com' }), 200],
  ['no user is an administrator any more', () => app.database.query('DELETE FROM user_roles'), 403],
  ['every person was deleted', () => app.database.query('DELETE FROM users WHERE system_name IS NULL'), 401],
];

describe('the first administrator', () => {
  it.each(removals)('stays as it was left when %s and the system starts again', async (_name, remove, status) => {
    expect(await statusOf(TOKEN)).toBe(200);
    await remove();
    const left = await stored();
    expect(await statusOf(TOKEN)).toBe(status);
    await start();
    expect(await stored()).toEqual(left);
    expect(await statusOf(TOKEN)).toBe(status);
  });

  it('logs in with the changed password alone after a start', async () => {
    await asAdmin().put(FIRST, { password: 'a changed password' });
    await start();
    const landing = async (password: string) =>
      (await new VisitingBrowser(app.api).logIn({ email: 'admin@example.com', password })).headers.get('location');
    expect([await landing('a changed password'), await landing(PASSWORD)]).toEqual(['/', '/login']);
  });
});

describe('a new value of ADMIN_API_TOKEN', () => {
  const entries = async () => {
    const sql = `SELECT type, detail, user_id FROM activities WHERE type LIKE 'api_token%' ORDER BY id`;
    return app.database.query<{ type: string }>(sql);
  };
  const entry = (type: string) => ({
    type,
    detail: expect.stringMatching(/^\(\d+\) Installation; User: \(1\) Admin$/),
    user_id: null,
  });

  it('becomes one token of the first administrator, with an entry in the audit log, however often it starts', async () => {
    expect(await Promise.all([start(NEXT), start(NEXT), start(NEXT)])).toEqual([undefined, undefined, undefined]);
    expect((await app.api.as({ token: NEXT }).get('/api/users/me')).body).toMatchObject({ id: 1 });
    expect(await statusOf(TOKEN)).toBe(200);
    expect(await entries()).toEqual([entry('api_token_create'), entry('api_token_create')]);
  });

  it('works after the earlier one was removed, and does not bring that back', async () => {
    await asAdmin().delete(`${FIRST}/tokens/${await tokenOfFirst()}`);
    expect(await start()).toMatch(/was removed/);
    expect(await start(NEXT)).toBeUndefined();
    expect([await statusOf(NEXT), await statusOf(TOKEN)]).toEqual([200, 401]);
    expect(await start()).toMatch(/was removed/);
    expect(await statusOf(TOKEN)).toBe(401);
  });

  it('replaces the earlier one when only the second half differs', async () => {
    const other = `${'I'.repeat(32)}:${'T'.repeat(32)}`;
    expect(await start(other)).toBeUndefined();
    expect([await statusOf(other), await statusOf(TOKEN)]).toEqual([200, 401]);
    expect((await entries()).map(({ type }) => type)).toEqual([
      'api_token_create',
      'api_token_delete',
      'api_token_create',
    ]);
    expect(await start()).toMatch(/was removed/);
    expect([await statusOf(other), await statusOf(TOKEN)]).toEqual([200, 401]);
  });

  it.each<[name: string, remove: () => Promise<unknown>]>([
    ['was deleted', () => asAdmin().delete(FIRST)],
    ['is no administrator any more', () => asAdmin().put(FIRST, { roles: [] })],
  ])('is given to nobody when the first administrator %s', async (_name, remove) => {
    await remove();
    const left = await stored();
    expect(await start(NEXT)).toMatch(/first administrator/);
    expect(await stored()).toEqual(left);
  });

  it('replaces no token of a user', async () => {
    const [id = ''] = admin.token.split(':');
    expect(await start(`${id}:${'T'.repeat(32)}`)).toMatch(/another token/);
    expect(await statusOf(admin.token)).toBe(200);
  });
});

describe('an installation of an earlier version', () => {
  const INSERT = `
    INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at)
    VALUES ($1, 'Installation', $2, sha256($3), '2999-12-31') RETURNING id`;
  /** Adds the token as the earlier version did. */
  const addToken = async (userId = 1) => {
    const [id, secret = ''] = TOKEN.split(':');
    await app.database.query(INSERT, [userId, id, Buffer.from(secret)]);
  };

  beforeEach(async () => {
    await app.database.query('DELETE FROM api_tokens WHERE user_id = 1');
    await app.database.query('DELETE FROM activities');
    await app.database.query('DELETE FROM installed_tokens');
    await app.database.query('DELETE FROM installation');
  });

  it('keeps its token, until that is removed', async () => {
    await addToken();
    expect(await start()).toBeUndefined();
    expect(await statusOf(TOKEN)).toBe(200);
    await asAdmin().delete(`${FIRST}/tokens/${await tokenOfFirst()}`);
    expect(await start()).toMatch(/was removed/);
    expect(await statusOf(TOKEN)).toBe(401);
  });

  it('keeps a token that it gave to another administrator', async () => {
    await asAdmin().delete(FIRST);
    await addToken(admin.id);
    expect(await start()).toBeUndefined();
    expect(await statusOf(TOKEN)).toBe(200);
  });

  it('gets the first token of its settings', async () => {
    expect(await start()).toBeUndefined();
    expect((await app.api.as({ token: TOKEN }).get('/api/users/me')).body).toMatchObject({ id: 1 });
  });

  it.each(removals)('restores nothing that was removed before the upgrade: %s', async (_name, remove, status) => {
    await addToken();
    await remove();
    const left = await stored();
    await start();
    expect(await stored()).toEqual(left);
    expect(await statusOf(TOKEN)).toBe(status);
  });

  it('does not get a removed token back when the earlier version starts again', async () => {
    await addToken();
    await start();
    await asAdmin().delete(`${FIRST}/tokens/${await tokenOfFirst()}`);
    await addToken();
    expect(await statusOf(TOKEN)).toBe(401);
  });
});
