import { csrfIn, VisitingBrowser } from '@almanac/testing';
import { generateSync } from 'otplib';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const PASSWORD = 'correct horse battery';
const STEP_SECONDS = 30;

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(() => app.close());

let addresses = 0;
const browser = () => new VisitingBrowser(app.api, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
const keyIn = (html: string) => /class="secret">([^<]+)</.exec(html)?.[1]?.replaceAll(' ', '') ?? '';
const codesIn = (html: string) => /id="codes">([^<]+)</.exec(html)?.[1]?.split('\n') ?? [];
const code = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * STEP_SECONDS });
const activities = (type: string, { id }: Person) =>
  app.database.query<{ detail: string }>('SELECT detail FROM activities WHERE type = $1 AND user_id = $2 ORDER BY id', [
    type,
    id,
  ]);

/** Logs the user in. Sets a password only if there is none, because a change would end the open sessions. */
async function loggedIn(person: Person): Promise<VisitingBrowser> {
  const [user] = await app.database.query<{ has: boolean }>(
    'SELECT password_hash IS NOT NULL AS has FROM users WHERE id = $1',
    [person.id],
  );
  if (!user?.has) await app.given.password(person, PASSWORD);
  const visitor = browser();
  await visitor.logIn({ email: `${person.slug}@example.com`, password: PASSWORD });
  return visitor;
}

async function withSecondFactor(person: Person) {
  const visitor = await loggedIn(person);
  const key = keyIn((await visitor.get('/mfa/setup')).text);
  const first = code(key);
  const done = await visitor.submitAndFollow('/mfa/setup', { code: first });
  return { visitor, key, first, next: code(key, 1), codes: codesIn(done.text) };
}

async function demandedOf(person: Person): Promise<void> {
  const sql = 'UPDATE roles SET mfa_enforced = true WHERE id IN (SELECT role_id FROM user_roles WHERE user_id = $1)';
  await app.database.query(sql, [person.id]);
}

describe('a role that demands a second factor', () => {
  it('redirects its users to the set-up, and denies the API to their sessions', async () => {
    const person = await app.given.editor();
    await demandedOf(person);
    const visitor = await loggedIn(person);
    for (const path of ['/my-account', '/my-account/tokens', '/mfa/verify', '/mfa/remove', '/login']) {
      expect((await visitor.get(path)).headers.get('location')).toBe('/mfa/setup');
    }
    expect((await visitor.get('/api/books')).status).toBe(403);
    expect(await activities('auth_login', person)).toEqual([]);
  });

  it('does not affect API tokens', async () => {
    const person = await app.given.editor();
    await demandedOf(person);
    expect((await app.api.as(person).post('/api/books', { name: 'By token' })).status).toBe(200);
  });

  it('applies at once to users with a session', async () => {
    const person = await app.given.editor();
    const visitor = await loggedIn(person);
    expect((await visitor.get('/my-account')).status).toBe(200);
    await demandedOf(person);
    expect((await visitor.get('/my-account')).headers.get('location')).toBe('/mfa/setup');
  });

  it('grants access after the set-up and links to the requested page', async () => {
    const person = await app.given.editor();
    await demandedOf(person);
    const visitor = browser();
    await visitor.logIn(await app.given.password(person, PASSWORD), '/login?return=%2Fmy-account%2Ftokens');
    const key = keyIn((await visitor.get('/mfa/setup')).text);
    const before = visitor.cookies.get('almanac-session');
    const done = await visitor.submitAndFollow('/mfa/setup', { code: code(key) });
    expect(codesIn(done.text)).toHaveLength(10);
    expect(done.text).toContain('href="/my-account/tokens"');
    expect(visitor.cookies.get('almanac-session')).not.toBe(before);
    expect((await visitor.get('/my-account/tokens')).status).toBe(200);
    expect(await activities('mfa_setup_method', person)).toEqual([{ detail: 'totp' }, { detail: 'backup-codes' }]);
    expect(await activities('auth_login', person)).toEqual([{ detail: `standard; (${person.id}) ${person.name}` }]);
  });
});

describe('a log-in with a second factor', () => {
  it('grants no access between password and code', async () => {
    const person = await app.given.editor();
    await withSecondFactor(person);
    const visitor = await loggedIn(person);
    for (const path of ['/my-account', '/mfa/setup', '/mfa/remove', '/mfa/backup-codes']) {
      expect((await visitor.get(path)).headers.get('location')).toBe('/mfa/verify');
    }
    expect((await visitor.get('/api/books')).status).toBe(403);
  });

  it('accepts each code once, and no code older than an accepted one', async () => {
    const person = await app.given.editor();
    const { first, next } = await withSecondFactor(person);
    const visitor = await loggedIn(person);
    const give = async (given: string) =>
      (await visitor.submit('/mfa/verify', { code: given })).headers.get('location');
    expect(await give(first)).toBe('/mfa/verify');
    expect(await give(next)).toBe('/');
    const again = await loggedIn(person);
    expect((await again.submit('/mfa/verify', { code: next })).headers.get('location')).toBe('/mfa/verify');
    expect((await again.submit('/mfa/verify', { code: first })).headers.get('location')).toBe('/mfa/verify');
  });

  it('accepts a code once when two sessions send it at the same time', async () => {
    const person = await app.given.editor();
    const { next } = await withSecondFactor(person);
    const visitors = [await loggedIn(person), await loggedIn(person)];
    const forms = await Promise.all(visitors.map(async (visitor) => csrfIn((await visitor.get('/mfa/verify')).text)));
    const answers = await Promise.all(
      visitors.map((visitor, at) =>
        visitor.send('POST', '/mfa/verify', new URLSearchParams({ _csrf: forms[at] ?? '', code: next })),
      ),
    );
    expect(answers.map(({ headers }) => headers.get('location')).sort()).toEqual(['/', '/mfa/verify']);
  });

  it('accepts each backup code once, regardless of case and separator', async () => {
    const person = await app.given.editor();
    const { codes } = await withSecondFactor(person);
    const visitor = await loggedIn(person);
    const typed = (codes[3] ?? '').replace('-', ' ').toUpperCase();
    expect((await visitor.submitAndFollow('/mfa/verify', { code: typed })).text).toContain(
      'You have 9 backup codes left.',
    );
    const again = await loggedIn(person);
    expect((await again.submit('/mfa/verify', { code: codes[3] ?? '' })).headers.get('location')).toBe('/mfa/verify');
  });

  it('rejects a backup code of another user', async () => {
    const [one, other] = [await app.given.editor(), await app.given.editor()];
    const { codes } = await withSecondFactor(one);
    await withSecondFactor(other);
    const visitor = await loggedIn(other);
    expect((await visitor.submit('/mfa/verify', { code: codes[0] ?? '' })).headers.get('location')).toBe('/mfa/verify');
  });

  it('returns 429 after five wrong codes and records the refusals', async () => {
    const person = await app.given.editor();
    const { next } = await withSecondFactor(person);
    const visitor = await loggedIn(person);
    for (let guess = 0; guess < 5; guess += 1) await visitor.submit('/mfa/verify', { code: '000000' });
    expect((await visitor.submit('/mfa/verify', { code: next })).status).toBe(429);
    const refused = await app.database.query<{ detail: string }>(
      `SELECT detail FROM activities WHERE type = 'auth_login_refused'`,
    );
    expect(refused).toContainEqual({ detail: `second factor; (${person.id}) ${person.name}` });
  });
});

it('wrong codes from one device do not lock out known devices of the owner', async () => {
  const person = await app.given.editor();
  const { visitor, next } = await withSecondFactor(person);
  const thief = await loggedIn(person);
  for (let guess = 0; guess < 6; guess += 1) await thief.submit('/mfa/verify', { code: '000000' });
  visitor.cookies.delete('almanac-session');
  await visitor.logIn({ email: `${person.slug}@example.com`, password: PASSWORD });
  expect((await visitor.submit('/mfa/verify', { code: next })).headers.get('location')).toBe('/');
});

it('reloading the page of new backup codes creates no further codes', async () => {
  const person = await app.given.editor();
  const { visitor } = await withSecondFactor(person);
  const made = await visitor.submit('/mfa/backup-codes', { password_current: PASSWORD });
  expect([made.status, made.headers.get('location')]).toEqual([303, '/mfa/new-codes']);
  const hashes = () =>
    app.database.query('SELECT code_hash FROM backup_codes WHERE user_id = $1 ORDER BY 1', [person.id]);
  const before = await hashes();
  expect(codesIn((await visitor.get('/mfa/new-codes')).text)).toHaveLength(10);
  expect((await visitor.get('/mfa/new-codes')).headers.get('location')).toBe('/my-account/security');
  expect(await hashes()).toEqual(before);
});

describe('the database', () => {
  it('stores no readable TOTP keys or backup codes', async () => {
    const person = await app.given.editor();
    const { key, codes } = await withSecondFactor(person);
    const other = await loggedIn(await app.given.editor());
    const offered = keyIn((await other.get('/mfa/setup')).text);
    const tables = ['totp_secrets', 'backup_codes', 'web_sessions', 'activities'];
    const rows = await Promise.all(tables.map((table) => app.database.query(`SELECT * FROM ${table}`)));
    const all = JSON.stringify(rows, (_name, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    );
    for (const secret of [key, offered, ...codes]) expect(all).not.toContain(secret);
  });

  it('removes TOTP keys together with their user', async () => {
    const person = await app.given.editor();
    await withSecondFactor(person);
    await app.database.query('DELETE FROM users WHERE id = $1', [person.id]);
    expect(await app.database.query('SELECT 1 FROM totp_secrets WHERE user_id = $1', [person.id])).toEqual([]);
  });
});

describe('removing the second factor', () => {
  it('requires the password and is recorded', async () => {
    const person = await app.given.editor();
    const { visitor } = await withSecondFactor(person);
    expect((await visitor.submitAndFollow('/mfa/remove', { password_current: 'guess' })).text).toContain(
      'The current password is not right.',
    );
    expect((await visitor.submitAndFollow('/mfa/remove', { password_current: PASSWORD })).text).toContain(
      'Two-step log-in is off.',
    );
    expect(await activities('mfa_remove_method', person)).toEqual([{ detail: 'totp' }]);
    expect((await (await loggedIn(person)).get('/my-account')).status).toBe(200);
  });

  it('redirects to a new set-up when a role demands it', async () => {
    const person = await app.given.editor();
    const { visitor } = await withSecondFactor(person);
    await demandedOf(person);
    await visitor.submit('/mfa/remove', { password_current: PASSWORD });
    expect((await visitor.get('/my-account')).headers.get('location')).toBe('/mfa/setup');
  });
});

it('setting up a second factor requires a code in other sessions of the user', async () => {
  const person = await app.given.editor();
  const elsewhere = await loggedIn(person);
  const { visitor } = await withSecondFactor(person);
  expect((await elsewhere.get('/my-account')).headers.get('location')).toBe('/mfa/verify');
  expect((await visitor.get('/my-account')).status).toBe(200);
});
