import { each, idOf, member, problem, refused, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let ada: Person;
let manager: Person;
beforeAll(async () => {
  app = await startContent();
  ada = await app.given.viewer();
  manager = await app.given.user({ permissions: ['users-manage'] });
});
afterAll(() => app.close());

const DENIED = problem(403, 'You do not have permission to perform the requested action.');
const tokensOf = ({ id }: Person) => `/api/users/${id}/tokens`;
const make = async (owner: Person, fields: object = {}) => {
  const { status, body } = await app.api.as(owner).post(tokensOf(owner), { name: 'Script', ...fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return {
    id: idOf(body),
    path: `${tokensOf(owner)}/${idOf(body)}`,
    token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}`,
    body,
  };
};
const yearsFromNow = (years: number) => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
};

describe('POST /api/users/{id}/tokens', () => {
  it('returns the id and the secret of a token that works at once', async () => {
    const { body, token, id } = await make(ada, { name: ' Script ' });
    expect(body).toEqual({
      id,
      name: 'Script',
      token_id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      secret: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      user_id: ada.id,
      expires_at: yearsFromNow(100),
      scopes: null,
      last_used_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(200);
  });

  it('accepts an expiry date and scopes', async () => {
    const { body } = await make(ada, { expires_at: '2031-02-28', scopes: ['read', 'Page-View-ALL'] });
    expect(body).toMatchObject({ expires_at: '2031-02-28', scopes: ['read', 'page-view-all'] });
  });

  it.each([[''], [null]])('uses the default expiry date for %j', async (expires_at) => {
    expect((await make(ada, { expires_at })).body).toMatchObject({ expires_at: yearsFromNow(100) });
  });

  it('creates a token that gets 403 on its expiry date', async () => {
    const { token } = await make(ada, { expires_at: new Date().toISOString().slice(0, 10) });
    const expired = problem(403, 'The authorization token used has expired');
    expect(await app.api.as({ token }).get('/api/books')).toMatchObject({ status: 403, body: expired });
  });

  const ODD_DAY = { expires_at: ['The expires at does not match the format Y-m-d.'] };
  it.each<[fields: object, faults: Record<string, string[]>]>([
    [{ name: undefined }, { name: ['The name field is required.'] }],
    [{ name: '  ' }, { name: ['The name field is required.'] }],
    [{ name: 7 }, { name: ['The name must be a string.'] }],
    [{ name: 'x'.repeat(251) }, { name: ['The name may not be greater than 250 characters.'] }],
    [{ expires_at: 'tomorrow' }, ODD_DAY],
    [{ expires_at: '2031-02-29' }, ODD_DAY],
    [{ expires_at: '2031-2-1' }, ODD_DAY],
    [{ expires_at: '2031-02-01T00:00:00Z' }, ODD_DAY],
    [{ expires_at: '0000-01-01' }, ODD_DAY],
    [{ expires_at: 20310201 }, ODD_DAY],
    [{ scopes: 'read' }, { scopes: ['The scopes must be an array.'] }],
    [{ scopes: [] }, { scopes: ['The scopes must have at least 1 items.'] }],
    [{ scopes: ['read', 'page-eat-all'] }, { scopes: ['The selected scopes.1 is invalid.'] }],
    [{ scopes: [['read']] }, { scopes: ['The selected scopes.0 is invalid.'] }],
  ])('refuses %j', async (fields, faults) => {
    const { status, body } = await app.api.as(ada).post(tokensOf(ada), { name: 'Script', ...fields });
    expect({ status, body }).toEqual({ status: 422, body: refused(faults) });
  });

  it('accepts a name of 250 characters', async () => {
    expect((await make(ada, { name: 'é'.repeat(250) })).body).toMatchObject({ name: 'é'.repeat(250) });
  });
});

describe('GET /api/users/{id}/tokens', () => {
  it('lists only tokens of this user, with filter and sort, without secrets', async () => {
    const owner = await app.given.viewer();
    await make(owner, { name: 'B' });
    await make(owner, { name: 'A', expires_at: '2030-01-01' });
    const list = async (query = '') => (await app.api.as(owner).get(`${tokensOf(owner)}${query}`)).body;
    expect(each(await list(), 'name')).toEqual(['Test', 'B', 'A']);
    expect(each(await list('?sort=-name&count=2'), 'name')).toEqual(['Test', 'B']);
    expect(each(await list('?filter[expires_at:lt]=2030-01-02'), 'name')).toEqual(['A']);
    expect(member(await list('?filter[name]=a'), 'total')).toBe(1);
    expect(Object.keys(Object(member(await list(), 'data.0')))).toEqual([
      'id',
      'name',
      'token_id',
      'user_id',
      'expires_at',
      'scopes',
      'last_used_at',
      'created_at',
      'updated_at',
    ]);
  });
});

describe('PUT /api/users/{id}/tokens/{tokenId}', () => {
  it('changes only the given fields and keeps the token valid', async () => {
    const { path, token } = await make(ada, { expires_at: '2031-01-01', scopes: ['read'] });
    const { status, body } = await app.api.as(ada).put(path, { name: 'Renamed' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: 'Renamed', expires_at: '2031-01-01', scopes: ['read'] },
    });
    expect(member(body, 'secret')).toBeUndefined();
    expect((await app.api.as(ada).put(path, { scopes: null, expires_at: '' })).body).toMatchObject({
      scopes: null,
      expires_at: yearsFromNow(100),
    });
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(200);
  });

  it('takes effect on the next request', async () => {
    const { path, token } = await make(ada);
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(200);
    await app.api.as(ada).put(path, { expires_at: '2020-01-01' });
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(403);
  });

  it('refuses an empty name', async () => {
    const { path } = await make(ada);
    expect((await app.api.as(ada).put(path, { name: '' })).body).toEqual(
      refused({ name: ['The name must be at least 1 characters.'] }),
    );
  });
});

describe('DELETE /api/users/{id}/tokens/{tokenId}', () => {
  it('revokes the token at once', async () => {
    const { path, token } = await make(ada);
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(200);
    expect((await app.api.as(ada).delete(path)).status).toBe(204);
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(401);
    expect(await app.api.as(ada).delete(path)).toMatchObject({ status: 404, body: problem(404, 'Token not found') });
  });

  it('lets a token revoke itself', async () => {
    const { path, token } = await make(ada, { scopes: ['page-view-all'] });
    expect((await app.api.as({ token }).delete(path)).status).toBe(204);
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(401);
  });
});

describe("another user's tokens", () => {
  it.each(['GET', 'POST'])('are forbidden for callers without users-manage: %s', async (method) => {
    for (const path of [tokensOf(manager), '/api/users/999999/tokens'])
      expect(await app.api.as(ada).send(method, path, method === 'POST' ? {} : undefined)).toMatchObject({
        status: 403,
        body: DENIED,
      });
  });

  it.each(['PUT', 'DELETE'])('are forbidden for callers without users-manage: %s', async (method) => {
    const { path } = await make(manager);
    for (const there of [path, `${tokensOf(manager)}/999999`, '/api/users/999999/tokens/1'])
      expect(await app.api.as(ada).send(method, there, {})).toMatchObject({ status: 403, body: DENIED });
  });

  it('are accessible to callers with users-manage', async () => {
    const caller = app.api.as(manager);
    const { body } = await caller.post(tokensOf(ada), { name: 'From above' });
    const token = `${textAt(body, 'token_id')}:${textAt(body, 'secret')}`;
    expect(await app.api.as({ token }).get('/api/books')).toMatchObject({ status: 200 });
    const path = `${tokensOf(ada)}/${idOf(body)}`;
    expect(each((await caller.get(`${tokensOf(ada)}?filter[name]=from above`)).body, 'id')).toEqual([idOf(body)]);
    expect((await caller.put(path, { name: 'Other' })).body).toMatchObject({ name: 'Other', user_id: ada.id });
    expect((await caller.delete(path)).status).toBe(204);
  });

  it('return 404 on the path of the caller', async () => {
    const { id } = await make(manager);
    for (const method of ['PUT', 'DELETE'])
      expect(await app.api.as(ada).send(method, `${tokensOf(ada)}/${id}`, {})).toMatchObject({ status: 404 });
  });

  it.each([
    ['/api/users/999999/tokens', 'GET', 'User not found'],
    ['/api/users/999999/tokens', 'POST', 'User not found'],
    ['/api/users/abc/tokens', 'GET', 'User not found'],
    ['/api/users/1/tokens/999999', 'PUT', 'Token not found'],
    ['/api/users/1/tokens/x', 'DELETE', 'Token not found'],
  ])('cause a 404 for callers with users-manage at an unknown path: %s %s', async (path, method, message) => {
    const body = method === 'GET' ? undefined : {};
    expect(await app.api.as(manager).send(method, path, body)).toMatchObject({
      status: 404,
      body: problem(404, message),
    });
  });
});

describe('the tokens of all users', () => {
  it('are listed with their users, and revoked, for callers with users-manage', async () => {
    const { id, token } = await make(ada, { name: 'Listed' });
    const managing = app.api.as(manager);
    const { body } = await managing.get('/api/tokens?filter[name]=Listed');
    expect(member(body, 'data')).toMatchObject([{ id, user_id: ada.id, user: { id: ada.id } }]);
    expect((await managing.delete(`/api/tokens/${id}`)).status).toBe(204);
    expect((await app.api.as({ token }).get('/api/books')).status).toBe(401);
    expect((await managing.delete(`/api/tokens/${id}`)).status).toBe(404);
  });

  it('return 403 to their users', async () => {
    const { id } = await make(ada);
    expect(await app.api.as(ada).get('/api/tokens')).toMatchObject({ status: 403, body: DENIED });
    expect(await app.api.as(ada).delete(`/api/tokens/${id}`)).toMatchObject({ status: 403, body: DENIED });
  });
});

it('the audit log records each change with the names of token and user', async () => {
  const { path, id } = await make(ada, { name: 'Audited' });
  await app.api.as(manager).put(path, { name: 'Renamed' });
  await app.api.as(ada).delete(path);
  const trail = await app.database.query(
    `SELECT type, detail, user_id, loggable_type, loggable_id FROM activities WHERE detail LIKE $1 ORDER BY id`,
    [`(${id}) %; User:%`],
  );
  const line = (type: string, name: string, by: Person) => ({
    type: `api_token_${type}`,
    detail: `(${id}) ${name}; User: (${ada.id}) ${ada.name}`,
    user_id: by.id,
    loggable_type: null,
    loggable_id: null,
  });
  expect(trail).toEqual([
    line('create', 'Audited', ada),
    line('update', 'Renamed', manager),
    line('delete', 'Renamed', ada),
  ]);
});

it('a refused change writes no audit log entry', async () => {
  const before = await app.database.query('SELECT count(*) FROM activities');
  await app.api.as(ada).post(tokensOf(ada), {});
  await app.api.as(ada).post(tokensOf(manager), { name: 'x' });
  expect(await app.database.query('SELECT count(*) FROM activities')).toEqual(before);
});

it('neither later responses nor tables contain the secret', async () => {
  const { path, body, token } = await make(manager);
  const secret = textAt(body, 'secret');
  const caller = app.api.as(manager);
  const answers = [
    await caller.get(tokensOf(manager)),
    await caller.put(path, { name: 'Other' }),
    await caller.put(path, { name: '' }),
    await app.api.as({ token }).get(tokensOf(manager)),
    await app.api.as({ token }).get('/api/system'),
  ];
  for (const { text, headers } of answers) expect(text + JSON.stringify([...headers])).not.toContain(secret);
  const tables = await app.database.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const found = await app.database.query(`SELECT 1 FROM ${name} it WHERE it::text LIKE '%' || $1 || '%'`, [secret]);
    expect({ name, found }).toEqual({ name, found: [] });
  }
  const [{ token_id } = { token_id: '' }] = await app.database.query<{ token_id: string }>(
    `SELECT token_id FROM api_tokens it WHERE it::text LIKE '%' || $1 || '%'`,
    [textAt(body, 'token_id')],
  );
  expect(token_id).toBe(textAt(body, 'token_id'));
});
