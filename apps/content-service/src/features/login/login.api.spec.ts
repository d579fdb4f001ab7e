import { csrfIn, VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';

const COOKIE = 'almanac-session';
const PASSWORD = 'correct horse battery';
const REFUSED = 'These credentials do not match our records.';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(() => app.close());

let addresses = 0;
/** A browser with its own IP address, so that tests do not share rate limits. */
const browser = () => new VisitingBrowser(app.api, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
const someone = async () => app.given.password(await app.given.viewer(), PASSWORD);
const lastActivity = async (type: string) =>
  (
    await app.database.query<{ detail: string; user_id: number | null }>(
      `SELECT detail, user_id FROM activities WHERE type = $1 ORDER BY id DESC LIMIT 1`,
      [type],
    )
  )[0];

describe('POST /login', () => {
  it('accepts the right password with any case of the email address and records it', async () => {
    const person = await app.given.viewer();
    const { email } = await app.given.password(person, PASSWORD);
    const visitor = browser();
    const { status, headers } = await visitor.logIn({ email: email.toUpperCase(), password: PASSWORD });
    expect([status, headers.get('location')]).toEqual([303, '/']);
    expect(await lastActivity('auth_login')).toEqual({
      detail: `standard; (${person.id}) ${person.name}`,
      user_id: person.id,
    });
  });

  it.each([
    ['a wrong password', async () => ({ ...(await someone()), password: 'wrong' })],
    ['an unknown address', () => Promise.resolve({ email: 'nobody@example.com', password: PASSWORD })],
    [
      'a user without a password',
      async () => ({ email: `user-${(await app.given.viewer()).name.slice(5)}@example.com`, password: '' }),
    ],
    ['the guest', () => Promise.resolve({ email: 'guest@example.com', password: PASSWORD })],
  ])('rejects %s with the same message', async (_what, credentials) => {
    const { email, password } = await credentials();
    const { text, status } = await browser().submitAndFollow('/login', { email, password: password || 'anything' });
    expect(status).toBe(200);
    expect(text).toContain(REFUSED);
    expect(text).toContain(`value="${email}"`);
    expect(text).not.toContain(PASSWORD);
  });

  it('records a rejected attempt with its email address', async () => {
    await browser().logIn({ email: 'stranger@example.com', password: 'guess' });
    expect(await lastActivity('auth_login_refused')).toEqual({
      detail: 'standard; stranger@example.com',
      user_id: null,
    });
  });

  it('reports missing fields', async () => {
    expect((await browser().submitAndFollow('/login', { email: '', password: '' })).text).toContain(
      'The E-mail field is required.',
    );
  });

  it('escapes the submitted email address in the page', async () => {
    const { text } = await browser().submitAndFollow('/login', { email: '"><script>alert(1)</script>', password: 'x' });
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&quot;&gt;&lt;script');
  });

  it('renews the session id to prevent session fixation', async () => {
    const visitor = browser();
    await visitor.get('/login');
    const before = visitor.cookies.get(COOKIE);
    await visitor.logIn(await someone());
    expect(before).toBeDefined();
    expect(visitor.cookies.get(COOKIE)).not.toBe(before);
    const planted = browser();
    planted.cookies.set(COOKIE, before ?? '');
    expect((await planted.get('/my-account')).status).toBe(303);
  });

  it('redirects to the requested page', async () => {
    const visitor = browser();
    const asked = await visitor.get('/my-account/tokens');
    expect(asked.headers.get('location')).toBe('/login?return=%2Fmy-account%2Ftokens');
    const { headers } = await visitor.submit('/login?return=%2Fmy-account%2Ftokens', await someone());
    expect(headers.get('location')).toBe('/my-account/tokens');
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example'])(
    'never redirects to %s',
    async (target) => {
      const { headers } = await browser().logIn(await someone(), `/login?return=${encodeURIComponent(target)}`);
      expect(headers.get('location')).toBe('/');
    },
  );

  it('returns 429 after five attempts for one account from one IP address', async () => {
    const { email } = await someone();
    const visitor = browser();
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await visitor.logIn({ email, password: 'guess' })).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    const { status, text, headers } = await visitor.logIn({ email: email.replace('u', 'Ü'), password: PASSWORD });
    expect(status).toBe(429);
    expect(text).toMatch(/Too many attempts. Please try again in \d minutes?\./);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('counts the IP addresses of one IPv6 network together', async () => {
    const { email } = await someone();
    const from = (host: number) => new VisitingBrowser(app.api, { 'x-forwarded-for': `2001:db8:0:7::${host}` });
    for (let guess = 0; guess < 5; guess += 1) await from(guess + 1).logIn({ email, password: 'guess' });
    expect((await from(9).logIn({ email, password: PASSWORD })).status).toBe(429);
  });

  it.each([
    ['with an account', async () => (await someone()).email],
    ['without an account', () => Promise.resolve('user-of-nothing@example.com')],
  ])('counts the spellings of one email address %s together', async (_what, of) => {
    const email = await of();
    const visitor = browser();
    for (const spelling of [email, email.toUpperCase(), email.replace('u', 'ú'), email.replace('e', 'É'), email])
      expect((await visitor.logIn({ email: spelling, password: 'guess' })).status).toBe(303);
    expect((await visitor.logIn({ email: email.replace('u', 'ü'), password: 'guess' })).status).toBe(429);
  });

  it('accepts the right password from another IP address during an attack', async () => {
    const credentials = await someone();
    const guesser = browser();
    for (let guess = 0; guess < 7; guess += 1) await guesser.logIn({ ...credentials, password: 'guess' });
    expect((await browser().logIn(credentials)).headers.get('location')).toBe('/');
  });

  it('allows one attempt per IP address after a hundred attempts in an hour', async () => {
    const credentials = await someone();
    for (let guess = 0; guess < 2; guess += 1) await browser().logIn({ ...credentials, password: 'guess' });
    await app.database.query(
      `UPDATE attempt_windows SET attempts = 100 WHERE attempts = 2 AND ends_at > now() + interval '50 minutes'`,
    );
    const other = browser();
    expect((await other.logIn({ ...credentials, password: 'guess' })).status).toBe(303);
    expect((await other.logIn(credentials)).status).toBe(429);
    expect((await browser().logIn(credentials)).headers.get('location')).toBe('/');
  });

  it('counts concurrent attempts', async () => {
    const { email } = await someone();
    const visitor = browser();
    const { text } = await visitor.get('/login');
    const guess = () =>
      visitor.send('POST', '/login', new URLSearchParams({ _csrf: csrfIn(text), email, password: 'guess' }));
    const statuses = (await Promise.all(Array.from({ length: 9 }, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  it('returns 429 after fifty attempts from one IP address', async () => {
    const visitor = browser();
    const { text } = await visitor.get('/login');
    const guess = (n: number) =>
      new URLSearchParams({ _csrf: csrfIn(text), email: `nobody-${n}@example.com`, password: 'guess' });
    await app.database.query(`UPDATE attempt_windows SET attempts = 49`);
    await visitor.send('POST', '/login', guess(0));
    await app.database.query(`UPDATE attempt_windows SET attempts = 49 WHERE attempts = 1`);
    expect((await visitor.send('POST', '/login', guess(1))).status).toBe(303);
    expect((await visitor.send('POST', '/login', guess(2))).status).toBe(429);
  });

  it('resets the failed attempts after a successful log-in', async () => {
    const credentials = await someone();
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) await browser().logIn({ ...credentials, password: 'guess' });
      expect((await browser().logIn(credentials)).status).toBe(303);
    }
  });
});

describe('a device with an earlier log-in', () => {
  const DEVICE = 'almanac-device';
  /** A visitor with the device cookie, at an IP address that has used up its attempts for the account. */
  async function atGuessersPlace(email: string, device: string): Promise<VisitingBrowser> {
    const place = { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` };
    for (let guess = 0; guess < 6; guess += 1)
      await new VisitingBrowser(app.api, place).logIn({ email, password: 'guess' });
    const visitor = new VisitingBrowser(app.api, place);
    visitor.cookies.set(DEVICE, device);
    return visitor;
  }
  const deviceOf = async (credentials: { email: string; password: string }) => {
    const visitor = browser();
    await visitor.logIn(credentials);
    return visitor.cookies.get(DEVICE) ?? '';
  };

  it('has its own rate limit, independent of other attempts from its IP address', async () => {
    const credentials = await someone();
    const visitor = await atGuessersPlace(credentials.email, await deviceOf(credentials));
    for (let guess = 0; guess < 4; guess += 1)
      expect((await visitor.logIn({ ...credentials, password: 'guess' })).status).toBe(303);
    expect((await visitor.logIn(credentials)).headers.get('location')).toBe('/');
    const again = await atGuessersPlace(credentials.email, await deviceOf(credentials));
    for (let guess = 0; guess < 5; guess += 1) await again.logIn({ ...credentials, password: 'guess' });
    expect((await again.logIn(credentials)).status).toBe(429);
  });

  it('is recognised only for users who logged in on it', async () => {
    const [one, other, stranger] = [await someone(), await someone(), await someone()];
    const visitor = browser();
    await visitor.logIn(one);
    visitor.cookies.delete(COOKIE);
    await visitor.logIn(other);
    const device = visitor.cookies.get(DEVICE) ?? '';
    for (const known of [one, other])
      expect((await (await atGuessersPlace(known.email, device)).logIn(known)).status).toBe(303);
    expect((await (await atGuessersPlace(stranger.email, device)).logIn(stranger)).status).toBe(429);
  });

  it.each([
    ['changed', (device: string) => device.replace(/\d+/, (id) => String(Number(id) + 1))],
    ['cut', (device: string) => device.slice(0, -4)],
    ['made up', () => 'x.1.y'],
  ])('is not recognised by a cookie that was %s', async (_how, changed) => {
    const credentials = await someone();
    const visitor = await atGuessersPlace(credentials.email, changed(await deviceOf(credentials)));
    expect((await visitor.logIn(credentials)).status).toBe(429);
  });

  it('gets an HttpOnly cookie with SameSite=Lax', async () => {
    const { headers } = await browser().logIn(await someone());
    const cookie = headers.getSetCookie().find((line) => line.startsWith(DEVICE));
    expect(cookie).toMatch(/^almanac-device=[^;]+; Max-Age=34560000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });
});

describe('a form with CSRF protection', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { _csrf: 'made up' }],
  ])('returns 403 as an HTML page for %s', async (_what, fields) => {
    const visitor = browser();
    await visitor.get('/login');
    const { status, text, headers } = await visitor.send(
      'POST',
      '/login',
      new URLSearchParams({ ...fields, ...(await someone()) }),
    );
    expect(status).toBe(403);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('This form is out of date');
  });

  it('returns 403 for the token of another session', async () => {
    const [one, other] = [browser(), browser()];
    await one.get('/login');
    const foreign = csrfIn((await other.get('/login')).text);
    const { status } = await one.send('POST', '/login', new URLSearchParams({ _csrf: foreign, ...(await someone()) }));
    expect(status).toBe(403);
  });
});

describe('POST /logout', () => {
  it('ends the session, also for copies of its cookie', async () => {
    const visitor = browser();
    await visitor.logIn(await someone());
    const kept = visitor.cookies.get(COOKIE) ?? '';
    const page = await visitor.submitAndFollow('/my-account', {}, '/logout');
    expect(page.text).toContain('You are logged out.');
    const thief = browser();
    thief.cookies.set(COOKIE, kept);
    expect((await thief.get('/my-account')).headers.get('location')).toBe('/login?return=%2Fmy-account');
  });
});

describe('an unknown path', () => {
  it.each(['/my-account/nothing', '/login/here', '/nothing'])('returns 404 as HTML to a browser: %s', async (path) => {
    const { status, headers, text } = await browser().get(path);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('There is no such page');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each(['GET', 'HEAD', 'POST'])('returns 404 as HTML to a browser that sends %s', async (method) => {
    const { status, headers } = await browser().send(method, '/nothing');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it.each(['/my-account/nothing', '/api/nothing'])('returns JSON to an API client: %s', async (path) => {
    expect((await app.api.get(path)).headers.get('content-type')).toContain('application/json');
    expect((await browser().get('/api/nothing')).headers.get('content-type')).toContain('application/json');
  });
});

describe('the header of an error page', () => {
  const tooLarge = new URLSearchParams({ name: 'x'.repeat(3_000_000) });

  it.each([
    ['an unknown address', 404, (visitor: VisitingBrowser) => visitor.get('/nothing')],
    ['a form at an unknown address', 404, (visitor: VisitingBrowser) => visitor.send('POST', '/nothing')],
    ['an item that does not exist', 404, (visitor: VisitingBrowser) => visitor.get('/books/nothing')],
    ['a form that is too large', 413, (visitor: VisitingBrowser) => visitor.send('POST', '/my-account', tooLarge)],
    ['a form without its token', 403, (visitor: VisitingBrowser) => visitor.send('POST', '/my-account')],
  ])('names the member: %s', async (_what, status, act) => {
    const admin = await app.given.admin();
    const visitor = browser();
    await visitor.logIn(await app.given.password(admin, PASSWORD));
    const answer = await act(visitor);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const [, header = ''] = /<nav aria-label="Account">([^]*?)<\/nav>/.exec(answer.text) ?? [];
    expect(
      header
        .replace(/<[^>]*>|\s+/g, ' ')
        .trim()
        .split(/ {2,}/),
    ).toEqual(['Settings', `Account ( ${admin.name} )`]);
  });

  it('offers strangers to log in', async () => {
    expect((await browser().get('/nothing')).text).toMatch(
      /<nav aria-label="Account">\s*<a href="\/login">Log in<\/a>/,
    );
  });
});

describe('the log-in page', () => {
  it('has a content security policy that allows only local files and no frames', async () => {
    const { headers, text } = await browser().get('/login');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toContain('no-store');
    expect(text).not.toMatch(/<script(?! src=)|style="|\son\w+="/);
  });

  it('links a style sheet with immutable caching', async () => {
    const address =
      /href="(\/assets\/style\.css\?v=[0-9a-f]{12})"/.exec((await browser().get('/login')).text)?.[1] ?? '';
    const { status, headers } = await app.api.get(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/css');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('sets an HttpOnly session cookie with SameSite=Lax', async () => {
    const { headers } = await browser().get('/login');
    expect(headers.get('set-cookie')).toMatch(/^almanac-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});
