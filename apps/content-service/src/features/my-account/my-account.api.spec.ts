import { csrfIn, VisitingBrowser } from '@almanac/testing';
import { problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const PASSWORD = 'correct horse battery';
const ANOTHER = 'staple correct horse';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(() => app.close());

let addresses = 0;
const browser = () => new VisitingBrowser(app.api, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });

async function loggedIn(person: Person, password = PASSWORD): Promise<VisitingBrowser> {
  const visitor = browser();
  const { headers } = await visitor.logIn(await app.given.password(person, password));
  expect(headers.get('location')).toBe('/');
  return visitor;
}
const stored = async ({ id }: Person) =>
  (
    await app.database.query<{ name: string; slug: string; email: string }>(
      'SELECT name, slug, email FROM users WHERE id = $1',
      [id],
    )
  )[0];
const activities = (type: string, { id }: Person) =>
  app.database.query<{ detail: string }>('SELECT detail FROM activities WHERE type = $1 AND user_id = $2 ORDER BY id', [
    type,
    id,
  ]);

describe('the profile form', () => {
  it('changes the name and its slug', async () => {
    const person = await app.given.viewer();
    const visitor = await loggedIn(person);
    const { email } = (await stored(person)) ?? { email: '' };
    const { text } = await visitor.submitAndFollow('/my-account', {
      name: 'Ann <Renamed>',
      email,
      password_current: '',
    });
    expect(text).toContain('Your account is saved.');
    expect(text).toContain('value="Ann &lt;Renamed&gt;"');
    expect(await stored(person)).toEqual({ name: 'Ann <Renamed>', slug: 'ann-renamed', email });
    expect(await activities('user_update', person)).toEqual([{ detail: `(${person.id}) Ann <Renamed>` }]);
  });

  it.each([
    ['', 'The current password is not right.'],
    ['wrong', 'The current password is not right.'],
  ])('does not change the email address with the password %j', async (password_current, message) => {
    const person = await app.given.viewer();
    const visitor = await loggedIn(person);
    const { text } = await visitor.submitAndFollow('/my-account', {
      name: 'Ann',
      email: 'thief@example.com',
      password_current,
    });
    expect(text).toContain(message);
    expect(text).toContain('value="thief@example.com"');
    expect(await stored(person)).toMatchObject({ name: person.name, email: `${person.slug}@example.com` });
  });

  it('changes the email address with the correct password', async () => {
    const person = await app.given.viewer();
    const email = `new-${person.slug}@example.com`;
    const visitor = await loggedIn(person);
    await visitor.submitAndFollow('/my-account', { name: person.name, email, password_current: PASSWORD });
    expect(await stored(person)).toMatchObject({ email });
  });

  it('rejects the email address of another user', async () => {
    const [person, other] = [await app.given.viewer(), await app.given.viewer()];
    const fields = { name: 'Ann', email: `${other.slug.toUpperCase()}@example.com`, password_current: PASSWORD };
    expect((await (await loggedIn(person)).submitAndFollow('/my-account', fields)).text).toContain(
      'The E-mail has already been taken.',
    );
  });
});

describe('a changed password', () => {
  const change = (visitor: VisitingBrowser, fields: Record<string, string>) =>
    visitor.submitAndFollow('/my-account/security', {
      password_current: PASSWORD,
      password: ANOTHER,
      password_confirmation: ANOTHER,
      ...fields,
    });

  it('ends all other sessions and is required for new log-ins', async () => {
    const person = await app.given.viewer();
    const elsewhere = await loggedIn(person);
    const here = browser();
    await here.logIn({ email: `${person.slug}@example.com`, password: PASSWORD });
    const before = here.cookies.get('almanac-session');
    expect((await change(here, {})).text).toContain('You are logged out everywhere else.');
    expect(here.cookies.get('almanac-session')).not.toBe(before);
    expect((await here.get('/my-account')).status).toBe(200);
    expect((await elsewhere.get('/my-account')).headers.get('location')).toBe('/login?return=%2Fmy-account');
    const logIn = (password: string) => browser().logIn({ email: `${person.slug}@example.com`, password });
    expect((await logIn(PASSWORD)).headers.get('location')).toBe('/login');
    expect((await logIn(ANOTHER)).headers.get('location')).toBe('/');
  });

  it.each([
    ['the wrong old one', { password_current: 'guess' }, 'The current password is not right.'],
    [
      'a short new one',
      { password: 'short12', password_confirmation: 'short12' },
      'The New password must be at least 8 characters.',
    ],
    ['two different ones', { password_confirmation: 'something else' }, 'The two passwords are not the same.'],
    ['none', { password: '', password_confirmation: '' }, 'The New password field is required.'],
  ])('is refused with %s, and no password is shown', async (_what, fields, message) => {
    const { text } = await change(await loggedIn(await app.given.viewer()), fields);
    expect(text).toContain(message);
    for (const secret of [PASSWORD, ANOTHER, 'short12', 'something else'])
      expect(text).not.toContain(`value="${secret}"`);
    expect(text).not.toContain(ANOTHER);
  });

  it('keeps leading and trailing spaces', async () => {
    const person = await app.given.viewer();
    const spaced = '  eight chars  ';
    await change(await loggedIn(person), { password: spaced, password_confirmation: spaced });
    const { headers } = await browser().logIn({ email: `${person.slug}@example.com`, password: spaced });
    expect(headers.get('location')).toBe('/');
  });

  it('is refused with 429 after five wrong guesses of the old password', async () => {
    const visitor = await loggedIn(await app.given.viewer());
    for (let guess = 0; guess < 5; guess += 1) await change(visitor, { password_current: 'guess' });
    const form = { password_current: PASSWORD, password: ANOTHER, password_confirmation: ANOTHER };
    expect((await visitor.submit('/my-account/security', form)).status).toBe(429);
  });
});

describe('API tokens', () => {
  const secretIn = (html: string) => /id="token">([^<]+)</.exec(html)?.[1] ?? '';

  it('are created with name, expiry and scopes, shown once and recorded', async () => {
    const person = await app.given.editor();
    const visitor = await loggedIn(person);
    const made = await visitor.submitAndFollow('/my-account/tokens', {
      name: '<Backup>',
      expires_at: '2999-01-02',
      access: 'read',
    });
    const token = secretIn(made.text);
    expect(made.status).toBe(200);
    expect(made.headers.get('cache-control')).toContain('no-store');
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(200);
    expect((await app.api.as({ token }).post('/api/books', { name: 'x' })).status).toBe(403);
    const { text } = await visitor.get('/my-account/tokens');
    expect(text).toContain('&lt;Backup&gt;');
    expect(text).toContain('2999-01-02');
    expect(text).not.toContain(token.split(':')[1]);
    expect((await activities('api_token_create', person))[0]?.detail).toContain('<Backup>; User: ');
  });

  it('are not created again by reloading the page of a new token', async () => {
    const person = await app.given.editor();
    const visitor = await loggedIn(person);
    const made = await visitor.submit('/my-account/tokens', { name: 'Once', access: 'read' });
    expect([made.status, made.headers.get('location')]).toEqual([303, '/my-account/tokens/new']);
    const [session] = await app.database.query<{ sess: string }>(
      'SELECT sess::text FROM web_sessions ORDER BY expire DESC LIMIT 1',
    );
    const secret = secretIn((await visitor.get('/my-account/tokens/new')).text);
    expect(session?.sess).not.toContain(secret.split(':')[1]);
    expect((await visitor.get('/my-account/tokens/new')).headers.get('location')).toBe('/my-account/tokens');
    expect(
      await app.database.query(`SELECT FROM api_tokens WHERE user_id = $1 AND name = 'Once'`, [person.id]),
    ).toHaveLength(1);
  });

  it('are limited to the chosen permissions', async () => {
    const visitor = await loggedIn(await app.given.editor());
    const made = await visitor.submitAndFollow('/my-account/tokens', {
      name: 'Books',
      access: 'chosen',
      'scopes[0]': 'book-view-all',
      'scopes[1]': 'book-create-all',
    });
    const as = app.api.as({ token: secretIn(made.text) });
    expect((await as.post('/api/books', { name: 'Made' })).status).toBe(200);
    expect((await as.post('/api/shelves', { name: 'Not made' })).status).toBe(403);
  });

  it.each([
    [{ name: '' }, 'The Name field is required.'],
    [{ expires_at: '2026-02-31' }, 'The Expires does not match the format Y-m-d.'],
    [{ access: 'chosen' }, 'The Choice of permissions must have at least 1 items.'],
  ])('are not created from %j', async (fields, message) => {
    const visitor = await loggedIn(await app.given.editor());
    expect((await visitor.submitAndFollow('/my-account/tokens', { name: 'Kept', ...fields })).text).toContain(message);
  });

  it('of other users cannot be revoked', async () => {
    const [owner, stranger] = [await app.given.editor(), await app.given.editor()];
    const [row] = await app.database.query<{ id: number }>('SELECT id FROM api_tokens WHERE user_id = $1', [owner.id]);
    const visitor = await loggedIn(stranger);
    expect((await visitor.submit('/my-account/tokens', {}, `/my-account/tokens/${row?.id}/revoke`)).status).toBe(404);
    expect((await app.api.as(owner).get('/api/books')).status).toBe(200);
  });

  it('are forbidden for users without access to the API', async () => {
    const visitor = await loggedIn(await app.given.user({ api: false }));
    const { status, text, headers } = await visitor.get('/my-account/tokens');
    expect([status, headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(text).toContain('You do not have permission');
  });

  it('cannot be created, nor accounts changed, without a CSRF token', async () => {
    const person = await app.given.editor();
    const visitor = await loggedIn(person);
    for (const path of [
      '/my-account',
      '/my-account/security',
      '/my-account/tokens',
      '/my-account/tokens/1/revoke',
      '/mfa/setup',
      '/logout',
    ]) {
      expect((await visitor.send('POST', path, new URLSearchParams({ name: 'Forged' }))).status).toBe(403);
    }
    expect((await visitor.get('/my-account')).status).toBe(200);
  });
});

describe('authentication of the API and of pages', () => {
  it('returns 401 in JSON for API requests without a session', async () => {
    expect(await app.api.get('/api/my-account')).toMatchObject({
      status: 401,
      body: problem(401, 'No authorization token found on the request'),
    });
  });

  it('ignores API tokens for pages', async () => {
    const person = await app.given.admin();
    expect((await app.api.as(person).get('/my-account')).headers.get('location')).toBe('/login?return=%2Fmy-account');
  });
});

it('a CSRF token is valid only in its own session', async () => {
  const visitor = await loggedIn(await app.given.editor());
  const csrf = csrfIn((await browser().get('/login')).text);
  expect((await visitor.send('POST', '/my-account', new URLSearchParams({ _csrf: csrf, name: 'x' }))).status).toBe(403);
});
