import type { TestApi } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import { passwordMatches } from '@almanac/auth';
import { each, idOf, member, problem, refused, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { User } from '../../content/accounts/user.entity';

let app: ContentApp;
let manager: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  manager = await app.given.user({ permissions: ['users-manage'] });
  api = app.api.as(manager);
});
afterAll(() => app.close());

const rolesAfter = async (id: number, input: object) =>
  each((await api.put(`/api/users/${id}`, input)).body, 'id', 'roles');
const stored = async (id: number) => await app.database.manager.findOneByOrFail(User, { id });
const entries = (type: string) =>
  app.database.query<{ detail: string; user_id: number }>(
    'SELECT detail, user_id FROM activities WHERE type = $1 ORDER BY id',
    [type],
  );
let made = 0;
const person = (changes: object = {}) => {
  made += 1;
  return { name: `Person ${made}`, email: `person-${made}@example.com`, ...changes };
};
const create = async (changes: object = {}) => (await api.post('/api/users', person(changes))).body;

describe('a user', () => {
  it('is created with the given fields', async () => {
    const role = await app.given.role();
    const input = {
      name: 'Ann Example',
      email: 'Ann@example.com',
      external_auth_id: 'x1',
      language: 'fr',
      password: 'long enough ',
      roles: [String(role.id)],
    };
    const { status, body } = await api.post('/api/users', input);
    const id = idOf(body);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{
          id,
          name: 'Ann Example',
          email: 'Ann@example.com',
          external_auth_id: 'x1',
          slug: 'ann-example',
          last_activity_at: null,
        },
        ...{ created_at: expect.stringMatching(/\.\d{6}Z$/), updated_at: expect.stringMatching(/\.\d{6}Z$/) },
        profile_url: 'https://docs.example/user/ann-example',
        edit_url: `https://docs.example/settings/users/${id}`,
        avatar_url: 'https://docs.example/user_avatar.png',
        roles: [{ id: role.id, display_name: role.displayName }],
      },
    });
    expect((await api.get(`/api/users/${id}`)).body).toEqual(body);
    const { passwordHash, language, emailConfirmed } = await stored(id);
    expect({ language, emailConfirmed }).toEqual({ language: 'fr', emailConfirmed: true });
    expect(await passwordMatches(passwordHash, 'long enough ')).toBe(true);
  });

  it('has no roles and no password by default', async () => {
    const body = await create();
    expect(member(body, 'roles')).toEqual([]);
    expect(await stored(idOf(body))).toMatchObject({ passwordHash: null, externalAuthId: '', language: null });
  });

  it('gets a unique slug for a taken name, and a long slug for a long name', async () => {
    await create({ name: 'Twin' });
    expect(textAt(await create({ name: 'Twin' }), 'slug')).toMatch(/^twin-[a-z0-9]{3}$/);
    expect(textAt(await create({ name: '@'.repeat(100) }), 'slug').length).toBeGreaterThan(190);
  });

  it.each([
    [{}, { name: ['The name field is required.'], email: ['The email field is required.'] }],
    [person({ name: 'n'.repeat(101) }), { name: ['The name may not be greater than 100 characters.'] }],
    [person({ email: 'not-mail' }), { email: ['The email must be a valid email address.'] }],
    [person({ password: '1234567' }), { password: ['The password must be at least 8 characters.'] }],
    [person({ password: '' }), { password: ['The password must be at least 8 characters.'] }],
    [
      person({ language: 'a b' }),
      { language: ['The language may only contain letters, numbers, dashes and underscores.'] },
    ],
    [person({ language: 'x'.repeat(16) }), { language: ['The language may not be greater than 15 characters.'] }],
    [person({ external_auth_id: 5 }), { external_auth_id: ['The external auth id must be a string.'] }],
    [person({ roles: 'x' }), { roles: ['The roles must be an array.'] }],
    [person({ roles: [1, 'x'] }), { 'roles.1': ['The roles.1 must be an integer.'] }],
    [person({ roles: [1, 999_999] }), { 'roles.1': ['The selected roles.1 is invalid.'] }],
    [
      person({ roles: [-1, 99_999_999_999] }),
      { 'roles.0': ['The selected roles.0 is invalid.'], 'roles.1': ['The selected roles.1 is invalid.'] },
    ],
    [person({ send_invite: 'maybe' }), { send_invite: ['The send invite field must be true or false.'] }],
  ])('is refused as %j', async (input, faults) => {
    const { status, body } = await api.post('/api/users', input);
    expect({ status, body }).toEqual({ status: 422, body: refused(faults) });
  });

  it('may be given the role 0, which is ignored', async () => {
    const role = await app.given.role();
    expect(each(await create({ roles: [0, role.id, role.id] }), 'id', 'roles')).toEqual([role.id]);
  });

  it('is changed only in the given fields', async () => {
    const role = await app.given.role();
    const id = idOf(await create({ name: 'Before', external_auth_id: 'e', language: 'de', roles: [role.id] }));
    await app.database.query(`UPDATE users SET updated_at = '2020-01-01' WHERE id = $1`, [id]);
    const before = await stored(id);
    for (const nothing of [{}, { external_auth_id: '', language: '' }, { name: 'Before', email: before.email }]) {
      const { body } = await api.put(`/api/users/${id}`, nothing);
      expect(member(body, 'roles')).toHaveLength(1);
      expect(await stored(id)).toEqual(before);
    }
    const changed = { name: 'After', email: 'after@example.com', external_auth_id: 'f', language: 'it' };
    expect((await api.put(`/api/users/${id}`, changed)).body).toMatchObject({
      name: 'After',
      slug: 'after',
      email: 'after@example.com',
    });
    expect(await stored(id)).toMatchObject({ externalAuthId: 'f', language: 'it' });
    expect((await stored(id)).updatedAt.getFullYear()).toBeGreaterThan(2020);
  });

  it.each([
    [{ name: '' }, { name: ['The name must be at least 1 characters.'] }],
    [{ email: '' }, { email: ['The email must be at least 2 characters.'] }],
    [{ password: '' }, { password: ['The password must be at least 8 characters.'] }],
    [{ roles: [999_999] }, { 'roles.0': ['The selected roles.0 is invalid.'] }],
  ])('cannot be changed to %j', async (input, faults) => {
    const id = idOf(await create());
    expect(await api.put(`/api/users/${id}`, input)).toMatchObject({ status: 422, body: refused(faults) });
  });

  it('gets its roles replaced, and loses all roles with an empty list', async () => {
    const [a, b] = [await app.given.role(), await app.given.role()];
    const id = idOf(await create({ roles: [a.id] }));
    expect(await rolesAfter(id, { roles: [b.id] })).toEqual([b.id]);
    expect(await rolesAfter(id, { name: 'Kept' })).toEqual([b.id]);
    expect(await rolesAfter(id, { roles: [] })).toEqual([]);
  });

  it('gets the permissions of its new roles and loses those of its old roles', async () => {
    const someone = await app.given.user({ permissions: ['users-manage'] });
    const lesser = await app.given.role({ permissions: ['access-api'] });
    expect((await app.api.as(someone).get('/api/users')).status).toBe(200);
    await api.put(`/api/users/${someone.id}`, { roles: [lesser.id] });
    expect((await app.api.as(someone).get('/api/users')).status).toBe(403);
  });

  it('loses its one-time links when its email address or password changes', async () => {
    for (const change of [{ email: 'moved@example.com' }, { password: 'another one' }]) {
      const id = idOf(await create());
      const sql = `INSERT INTO one_time_links (purpose, user_id, token_hash, expires_at) VALUES ('invitation', $1, sha256($2::bytea), now() + interval '1 day')`;
      await app.database.query(sql, [id, String(id)]);
      const links = () => app.database.query('SELECT 1 FROM one_time_links WHERE user_id = $1', [id]);
      await api.put(`/api/users/${id}`, { name: 'Same person' });
      expect(await links()).toHaveLength(1);
      await api.put(`/api/users/${id}`, change);
      expect(await links()).toHaveLength(0);
    }
  });

  it('is recorded in the audit log when it is created, changed and deleted', async () => {
    const id = idOf(await create({ name: 'Audited' }));
    await api.put(`/api/users/${id}`, { name: 'Renamed' });
    await api.delete(`/api/users/${id}`);
    expect((await entries('user_create')).at(-1)).toEqual({ detail: `(${id}) Audited`, user_id: manager.id });
    expect((await entries('user_update')).at(-1)).toEqual({ detail: `(${id}) Renamed`, user_id: manager.id });
    expect((await entries('user_delete')).at(-1)).toEqual({ detail: `(${id}) Renamed`, user_id: manager.id });
  });
});

describe('an e-mail address', () => {
  const taken = refused({ email: ['The email has already been taken.'] });

  it('belongs to one user regardless of case', async () => {
    await create({ email: 'unique@example.com' });
    const other = idOf(await create());
    expect(await api.post('/api/users', person({ email: 'UNIQUE@Example.com' }))).toMatchObject({
      status: 422,
      body: taken,
    });
    expect(await api.put(`/api/users/${other}`, { email: 'Unique@example.com' })).toMatchObject({
      status: 422,
      body: taken,
    });
  });

  it('is reported as taken together with all other faults', async () => {
    const { email } = person();
    await create({ email });
    const other = idOf(await create());
    const answer = {
      status: 422,
      body: refused({
        name: ['The name may not be greater than 100 characters.'],
        email: ['The email has already been taken.'],
        password: ['The password must be at least 8 characters.'],
      }),
    };
    const input = { name: 'n'.repeat(101), email, password: 'short' };
    expect(await api.post('/api/users', input)).toMatchObject(answer);
    expect(await api.put(`/api/users/${other}`, input)).toMatchObject(answer);
  });

  it('may be changed in case by its own user', async () => {
    const id = idOf(await create({ email: 'own@example.com' }));
    expect((await api.put(`/api/users/${id}`, { email: 'Own@example.com' })).body).toMatchObject({
      email: 'Own@example.com',
    });
  });

  it('is given to one of many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.post('/api/users', person({ email: 'race@example.com' }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    expect(answers.filter(({ status }) => status === 422).map(({ body }) => body)).toEqual(
      Array.from({ length: 5 }, () => taken),
    );
  });
});

it.each([
  ['GET', '/api/users'],
  ['POST', '/api/users'],
  ['GET', '/api/users/1'],
  ['PUT', '/api/users/1'],
  ['DELETE', '/api/users/1'],
  ['GET', '/api/users/999999'],
  ['DELETE', '/api/users/nobody'],
])('%s %s returns 403 to callers without users-manage', async (method, path) => {
  const other = app.api.as(
    await app.given.user({ permissions: ALL_PERMISSIONS.filter((name) => name !== 'users-manage') }),
  );
  const { status, body } = await other.send(method, path, method === 'GET' ? undefined : { name: '' });
  expect({ status, body }).toEqual({
    status: 403,
    body: problem(403, 'You do not have permission to perform the requested action.'),
  });
});

it.each(['GET', 'PUT', 'DELETE'])('%s returns 404 for an unknown user', async (method) => {
  expect(await api.send(method, '/api/users/999999')).toMatchObject({
    status: 404,
    body: problem(404, 'User not found'),
  });
});
