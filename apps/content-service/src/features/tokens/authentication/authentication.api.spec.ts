import { type ContentApp, startContent } from '../../../testing/content-app';
import { problem } from '../../../testing/answers';
import type { Person } from '../../../testing/given';

let app: ContentApp;
let editor: Person;
beforeAll(async () => {
  app = await startContent();
  editor = await app.given.editor();
});
afterAll(() => app.close());

const MISSING = problem(401, 'No authorization token found on the request');
const MALFORMED = problem(401, 'An authorization token was found on the request but the format appeared incorrect');
const UNKNOWN = problem(401, 'No matching API token was found for the provided authorization token');
const WRONG_SECRET = problem(401, 'The secret provided for the given used API token is incorrect');
const EXPIRED = problem(403, 'The authorization token used has expired');
const NO_ACCESS = problem(403, 'The owner of the used API token does not have permission to make API calls');

const asking = (authorization: string) => app.api.with({ authorization }).get('/api/books');
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const tokenId = () => editor.token.split(':')[0] ?? '';

describe('a request', () => {
  it('without an Authorization header is refused with 401', async () => {
    expect(await app.api.get('/api/books')).toMatchObject({ status: 401, body: MISSING });
  });

  it.each([
    ['', MISSING],
    ['   ', MISSING],
    ['Bearer a:b', MALFORMED],
    ['token a:b', MALFORMED],
    ['TOKEN a:b', MALFORMED],
    ['Token abc123', MALFORMED],
    ['Token', MALFORMED],
    ['Token\ta:b', MALFORMED],
    ['a:b', MALFORMED],
    ['Basic dXNlcjpwYXNz', MALFORMED],
    ['Token :', UNKNOWN],
    ['Token abc:123', UNKNOWN],
    ["Token ' OR 1=1 --:x", UNKNOWN],
    [`Token ${'x'.repeat(5_000)}:y`, UNKNOWN],
  ])('with the header %j is refused with 401', async (authorization, body) => {
    expect(await asking(authorization)).toMatchObject({ status: 401, body });
  });

  it('with two spaces after the word Token is refused with 401', async () => {
    expect(await asking(`Token  ${editor.token}`)).toMatchObject({ status: 401, body: UNKNOWN });
  });

  it.each(['wrong', '', 'é'])('with a known id and the secret %j is refused', async (secret) => {
    const encoded = Buffer.from(secret).toString('latin1');
    expect(await asking(`Token ${tokenId()}:${encoded}`)).toMatchObject({ status: 401, body: WRONG_SECRET });
  });

  it.each([-365, -1, 0])('with a token that expires %i days from today is refused with 403', async (offset) => {
    const caller = await app.given.user({ expiresAt: day(offset) });
    expect(await app.api.as(caller).get('/api/books')).toMatchObject({ status: 403, body: EXPIRED });
  });

  it('with a token that expires tomorrow is served', async () => {
    expect((await app.api.as(await app.given.user({ expiresAt: day(1) })).get('/api/books')).status).toBe(200);
  });

  it('gets the error of a wrong secret before that of an expired token', async () => {
    const caller = await app.given.user({ expiresAt: day(-1) });
    expect((await asking(`Token ${caller.token.split(':')[0]}:nope`)).body).toEqual(WRONG_SECRET);
  });

  it('of an owner without access-api is refused with 403', async () => {
    const caller = await app.given.user({ permissions: ['book-view-all'], api: false });
    expect(await app.api.as(caller).get('/api/books')).toMatchObject({ status: 403, body: NO_ACCESS });
  });

  it('with an expired token gets the error of the expiry before that of missing access-api', async () => {
    const caller = await app.given.user({ api: false, expiresAt: day(-1) });
    expect((await app.api.as(caller).get('/api/books')).body).toEqual(EXPIRED);
  });

  it('may contain further parts after the secret and surrounding spaces', async () => {
    expect((await asking(`Token ${editor.token}:extra:parts`)).status).toBe(200);
    expect((await asking(`  Token ${editor.token}  `)).status).toBe(200);
  });

  it('with a cookie and a token is authenticated by the token', async () => {
    const both = app.api.with({ cookie: 'session=bogus', authorization: `Token ${editor.token}` });
    expect((await both.post('/api/books', { name: 'By token' })).status).toBe(200);
  });

  it.each(['', 'Basic dXNlcjpwYXNz', 'Token x:y'])(
    'with the header %j gets the WWW-Authenticate scheme Token',
    async (header) => {
      expect((await asking(header)).headers.get('www-authenticate')).toBe('Token');
    },
  );

  it.each([
    ['Bearer', (token: string) => `Bearer ${token}`],
    ['Basic, the token as name and password', (token: string) => `Basic ${btoa(token)}`],
    ['Basic, the token as the password of somebody', (token: string) => `Basic ${btoa(`ann:${token}`)}`],
  ])('may send its token as %s', async (_scheme, headerOf) => {
    const { status } = await app.api
      .with({ authorization: headerOf(editor.token) })
      .post('/api/books', { name: 'By another scheme' });
    expect(status).toBe(200);
    expect((await asking(headerOf(`${tokenId()}:${'x'.repeat(32)}`))).body).toEqual(WRONG_SECRET);
  });

  it('without a token is refused with 401 even for an unknown path', async () => {
    expect(await app.api.get('/api/nothing-here')).toMatchObject({ status: 401, body: MISSING });
  });
});

describe('the next request after a change by SQL', () => {
  it('with a revoked token is refused', async () => {
    const caller = await app.given.editor();
    expect((await app.api.as(caller).get('/api/books')).status).toBe(200);
    await app.database.query('DELETE FROM api_tokens WHERE user_id = $1', [caller.id]);
    expect(await app.api.as(caller).get('/api/books')).toMatchObject({ status: 401, body: UNKNOWN });
  });

  it('of a user whose role has lost access-api gets 403', async () => {
    const caller = await app.given.editor();
    expect((await app.api.as(caller).get('/api/books')).status).toBe(200);
    const sql = `DELETE FROM role_permissions WHERE permission = 'access-api' AND role_id IN (SELECT role_id FROM user_roles WHERE user_id = $1)`;
    await app.database.query(sql, [caller.id]);
    expect(await app.api.as(caller).get('/api/books')).toMatchObject({ status: 403, body: NO_ACCESS });
  });
});

it('a token works at once after its creation, even if it was refused before', async () => {
  const late = { token: `${'L'.repeat(32)}:${'l'.repeat(32)}` };
  expect((await app.api.as(late).get('/api/books')).status).toBe(401);
  await app.database.query(
    `INSERT INTO api_tokens (user_id, name, token_id, secret_hash, expires_at) VALUES ($1, 'late', $2, sha256($3), '2999-01-01')`,
    [editor.id, 'L'.repeat(32), Buffer.from('l'.repeat(32))],
  );
  expect((await app.api.as(late).get('/api/books')).status).toBe(200);
});

it('no secret is stored as text', async () => {
  const [row] = await app.database.query<{ found: boolean }>(
    `SELECT bool_or(api_tokens::text LIKE '%' || $1 || '%') AS found FROM api_tokens`,
    [editor.token.split(':')[1]],
  );
  expect(row?.found).toBe(false);
});
