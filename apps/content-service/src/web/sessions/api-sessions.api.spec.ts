import { problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';

const COOKIE = '__Host-almanac-session';
const MISSING = problem(401, 'No authorization token found on the request');
const NO_ACCESS = problem(403, 'The owner of the used API token does not have permission to make API calls');
const READS_ONLY = problem(403, 'Only GET requests are allowed when using the API with cookie-based authentication');

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const withCookie = (value: string) => app.api.with({ cookie: `${COOKIE}=${value}` });
const publicSite = (isPublic: boolean) =>
  app.database.query(
    `INSERT INTO settings (name, value) VALUES ('app-public', $1) ON CONFLICT (name) DO UPDATE SET value = $1`,
    [String(isPublic)],
  );
const guestsMayUseTheApi = (may: boolean) =>
  app.database.query(
    may
      ? `INSERT INTO role_permissions SELECT id, 'access-api' FROM roles WHERE system_name = 'public' ON CONFLICT DO NOTHING`
      : `DELETE FROM role_permissions WHERE permission = 'access-api' AND role_id = (SELECT id FROM roles WHERE system_name = 'public')`,
  );

describe('a logged-in user', () => {
  it('reads the API with their own permissions', async () => {
    const book = await app.given.book();
    const browser = await loggedIn(app, await app.given.viewer());
    expect(await browser.get(`/api/books/${book.id}`)).toMatchObject({ status: 200, body: { id: book.id } });
    const blind = await loggedIn(app, await app.given.user());
    expect((await blind.get(`/api/books/${book.id}`)).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('gets 403 for %s requests', async (method) => {
    const browser = await loggedIn(app, await app.given.editor());
    expect(await browser.send(method, '/api/books')).toMatchObject({ status: 403, body: READS_ONLY });
  });

  it('cannot send HEAD, and cannot override the method of GET', async () => {
    const browser = await loggedIn(app, await app.given.editor());
    expect((await browser.send('HEAD', '/api/books')).status).toBe(403);
    const book = await app.given.book();
    expect((await browser.get(`/api/books/${book.id}?_method=DELETE`)).body).toMatchObject({ id: book.id });
  });

  it('needs access-api', async () => {
    const browser = await loggedIn(app, await app.given.user({ permissions: ['book-view-all'], api: false }));
    expect(await browser.get('/api/books')).toMatchObject({ status: 403, body: NO_ACCESS });
    expect(await browser.send('POST', '/api/books')).toMatchObject({ status: 403, body: NO_ACCESS });
  });

  it('is authenticated by the token when a request has both cookie and token', async () => {
    const browser = await loggedIn(app, await app.given.user({ api: false }));
    const editor = await app.given.editor();
    const cookie = `${COOKIE}=${browser.cookies.get(COOKIE)}`;
    const both = app.api.with({ cookie, authorization: `Token ${editor.token}` });
    expect((await both.post('/api/books', { name: 'Both' })).body).toMatchObject({ created_by: editor.id });
    const bad = app.api.with({ cookie, authorization: 'Token a:b' });
    expect((await bad.get('/api/books')).status).toBe(401);
  });

  it('loses access when their account is deleted', async () => {
    const person = await app.given.viewer();
    const browser = await loggedIn(app, person);
    await app.database.query('DELETE FROM users WHERE id = $1', [person.id]);
    expect(await browser.get('/api/books')).toMatchObject({ status: 403, body: NO_ACCESS });
    expect((await browser.get('/my-account')).headers.get('location')).toContain('/login');
  });

  it('loses access when their password is changed', async () => {
    const person = await app.given.viewer();
    const browser = await loggedIn(app, person);
    await app.given.password(person, 'another password');
    expect(await browser.get('/api/books')).toMatchObject({ status: 403, body: NO_ACCESS });
  });

  it('loses access after the idle time', async () => {
    const browser = await loggedIn(app, await app.given.viewer());
    await app.database.query(`UPDATE web_sessions SET expire = now() - interval '1 second'`);
    expect((await browser.get('/api/books')).status).toBe(403);
  });
});

describe('a cookie without a log-in', () => {
  const bogus = ['', 'bogus', 's%3Abogus.signature', '%zz'];

  it.each(bogus)('such as %j gets 403 because guests cannot use the API', async (value) => {
    expect(await withCookie(value).get('/api/books')).toMatchObject({ status: 403, body: NO_ACCESS });
  });

  it('gets access when the site is public and guests have access-api', async () => {
    const [book] = [await app.given.book()];
    await guestsMayUseTheApi(true);
    expect((await withCookie('bogus').get('/api/books')).status).toBe(403);
    await publicSite(true);
    expect((await withCookie('bogus').get(`/api/books?filter[id]=${book.id}`)).status).toBe(200);
    expect(await withCookie('bogus').post('/api/books', {})).toMatchObject({ status: 403, body: READS_ONLY });
    expect(await app.api.get('/api/books')).toMatchObject({ status: 401, body: MISSING });
    await guestsMayUseTheApi(false);
    expect((await withCookie('bogus').get('/api/books')).status).toBe(403);
    await publicSite(false);
  });

  it('of another application is ignored', async () => {
    expect(await app.api.with({ cookie: 'theme=dark; x-almanac-session=1' }).get('/api/books')).toMatchObject({
      status: 401,
      body: MISSING,
    });
  });
});

it('requests with a bogus cookie or a token create no session', async () => {
  const count = async () =>
    (await app.database.query<{ n: number }>('SELECT count(*)::int AS n FROM web_sessions'))[0]?.n;
  const before = await count();
  const answers = [
    await withCookie('bogus').get('/api/books'),
    await app.api.as(await app.given.viewer()).get('/api/books'),
  ];
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  expect(await count()).toBe(before);
});

it('the session cookie requires HTTPS and is bound to its host', async () => {
  const { headers } = await app.api.get('/login');
  expect(headers.get('set-cookie')).toMatch(/^__Host-almanac-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
