import type { TestApi } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import { each, idOf, member, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let manager: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  manager = await app.given.user({ permissions: ['user-roles-manage'] });
  api = app.api.as(manager);
});
afterAll(() => app.close());

const create = async (input: object) => (await api.post('/api/roles', input)).body;
const entries = (type: string) =>
  app.database.query<{ detail: string; user_id: number }>(
    'SELECT detail, user_id FROM activities WHERE type = $1 ORDER BY id',
    [type],
  );

const VIEWS = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];

describe('a role', () => {
  it('is created with defaults and read with all fields', async () => {
    const created = await create({ display_name: 'Minimal' });
    const times = { created_at: expect.stringMatching(/\.\d{6}Z$/), updated_at: expect.stringMatching(/\.\d{6}Z$/) };
    expect(created).toEqual({
      id: idOf(created),
      display_name: 'Minimal',
      mfa_enforced: false,
      ...times,
      permissions: [],
      users: [],
    });
    expect((await api.get(`/api/roles/${idOf(created)}`)).body).toEqual({
      ...{
        id: idOf(created),
        display_name: 'Minimal',
        description: null,
        system_name: '',
        external_auth_id: '',
        mfa_enforced: false,
      },
      ...{ ...times, permissions: [], users: [] },
    });
  });

  it('returns optional fields on creation', async () => {
    const given = { display_name: 'Full', description: '', external_auth_id: 'x', mfa_enforced: '1' };
    expect(await create(given)).toMatchObject({ description: '', external_auth_id: 'x', mfa_enforced: true });
  });

  it('holds known permissions without duplicates, sorted by name, including those of the calendar', async () => {
    const permissions = [
      'page-view-all',
      'fly-to-moon',
      'event-create',
      'access-api',
      'page-view-all',
      'book-view-all',
    ];
    const role = await create({ display_name: 'Permitted', permissions });
    expect(member(role, 'permissions')).toEqual(['access-api', 'book-view-all', 'event-create', 'page-view-all']);
  });

  it('accepts permission names in any letter case', async () => {
    const role = await create({ display_name: 'Loud', permissions: ['BOOK-View-All', 'access-API'] });
    expect(member(role, 'permissions')).toEqual(['access-api', 'book-view-all']);
  });

  it('can hold every permission', async () => {
    const role = await create({ display_name: 'Everything', permissions: ALL_PERMISSIONS });
    expect(member(role, 'permissions')).toEqual([...ALL_PERMISSIONS].sort());
  });

  it('keeps its permissions unless an update lists others or none', async () => {
    const { id } = await app.given.role({ permissions: ['access-api'] });
    const after = async (input: object) => member((await api.put(`/api/roles/${id}`, input)).body, 'permissions');
    expect(await after({ description: 'Changed' })).toEqual(['access-api']);
    expect(await after({ permissions: ['book-view-own', 'book-view-all'] })).toEqual([
      'book-view-all',
      'book-view-own',
    ]);
    expect(await after({ permissions: [] })).toEqual([]);
  });

  it('changes only in the given fields, and keeps updated_at without changes', async () => {
    const { id } = await app.given.role({ description: 'd', externalAuthId: 'e', mfaEnforced: true });
    await app.database.query(`UPDATE roles SET updated_at = '2020-01-01' WHERE id = $1`, [id]);
    const same = (await api.put(`/api/roles/${id}`, { description: 'd', mfa_enforced: true })).body;
    expect(same).toMatchObject({
      description: 'd',
      external_auth_id: 'e',
      mfa_enforced: true,
      updated_at: '2020-01-01T00:00:00.000000Z',
    });
    const changed = (await api.put(`/api/roles/${id}`, { description: '', mfa_enforced: 0, external_auth_id: '' }))
      .body;
    expect(changed).toMatchObject({ description: '', external_auth_id: '', mfa_enforced: false });
    expect(member(changed, 'updated_at')).not.toBe('2020-01-01T00:00:00.000000Z');
  });

  it('lists its users sorted by name', async () => {
    const { id } = await app.given.role();
    const people = [await app.given.user(), await app.given.user(), await app.given.user()];
    for (const [index, name] of ['zoe', 'Ádam', 'Bea'].entries()) {
      await app.database.query('UPDATE users SET name = $2 WHERE id = $1', [people[index]!.id, name]);
      await app.database.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [people[index]!.id, id]);
    }
    const [zoe, adam, bea] = people;
    expect(member((await api.get(`/api/roles/${id}`)).body, 'users')).toEqual([
      { id: adam!.id, name: 'Ádam', slug: adam!.slug },
      { id: bea!.id, name: 'Bea', slug: bea!.slug },
      { id: zoe!.id, name: 'zoe', slug: zoe!.slug },
    ]);
  });

  it.each([
    [{}, { display_name: ['The display name field is required.'] }],
    [{ display_name: 'ab' }, { display_name: ['The display name must be at least 3 characters.'] }],
    [{ display_name: 'x'.repeat(181) }, { display_name: ['The display name may not be greater than 180 characters.'] }],
    [{ display_name: 'abc', permissions: 'all' }, { permissions: ['The permissions must be an array.'] }],
    [
      { display_name: 'abc', permissions: ['access-api', 5] },
      { 'permissions.1': ['The permissions.1 must be a string.'] },
    ],
    [{ display_name: 'abc', description: null }, { description: ['The description must be a string.'] }],
  ])('is refused as %j', async (input, faults) => {
    const { status, body } = await api.post('/api/roles', input);
    expect({ status, body }).toEqual({ status: 422, body: refused(faults) });
  });

  it('is recorded in the audit log when it is created, changed and deleted', async () => {
    const id = idOf(await create({ display_name: 'Audited' }));
    await api.put(`/api/roles/${id}`, { display_name: 'Renamed' });
    await api.delete(`/api/roles/${id}`);
    expect((await entries('role_create')).at(-1)).toEqual({ detail: `(${id}) Audited`, user_id: manager.id });
    expect((await entries('role_update')).at(-1)).toEqual({ detail: `(${id}) Renamed`, user_id: manager.id });
    expect((await entries('role_delete')).at(-1)).toEqual({ detail: `(${id}) Renamed`, user_id: manager.id });
  });
});

describe('the list of roles', () => {
  it('counts users and permissions', async () => {
    const { id } = await app.given.role({ displayName: 'Counted', permissions: VIEWS });
    await app.database.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [manager.id, id]);
    const { body } = await api.get('/api/roles?filter[display_name]=counted');
    expect(body).toMatchObject({ data: [{ id, system_name: '', users_count: 1, permissions_count: 4 }], total: 1 });
    expect(Object.keys(Object(member(body, 'data.0'))).sort()).toEqual([
      'created_at',
      'description',
      'display_name',
      'external_auth_id',
      'id',
      'mfa_enforced',
      'permissions_count',
      'system_name',
      'updated_at',
      'users_count',
    ]);
    await app.database.query('DELETE FROM user_roles WHERE role_id = $1', [id]);
  });

  it('is sorted by name by default, and ignores sort=id', async () => {
    const names = async (sort: string) =>
      each((await api.get(`/api/roles?count=500${sort}`)).body, 'display_name').map(String);
    const byName = await names('');
    const folded = (name: string) => name.toLowerCase();
    expect(byName.map(folded)).toEqual(byName.map(folded).sort());
    expect(await names('&sort=id')).toEqual(byName);
    expect(await names('&sort=-system_name')).toEqual([...byName].reverse());
  });

  it.each(['users_count', 'permissions_count'])(
    'can be sorted by %s, but ignores filters by this field',
    async (field) => {
      const counts = each((await api.get(`/api/roles?count=500&sort=-${field}`)).body, field).map(Number);
      expect(counts).toEqual([...counts].sort((a, b) => b - a));
      expect(counts[0]).toBeGreaterThan(0);
      expect(each((await api.get(`/api/roles?count=500&filter[${field}]=999`)).body, field)).toHaveLength(
        counts.length,
      );
    },
  );

  it('sorts roles without a description before the others', async () => {
    await app.given.role({ description: 'zzz' });
    const texts = each((await api.get('/api/roles?count=500&sort=description')).body, 'description');
    expect([texts[0], texts.at(-1)]).toEqual([null, 'zzz']);
    expect(each((await api.get('/api/roles?count=1&sort=-description')).body, 'description')).toEqual(['zzz']);
  });
});

it.each([
  ['GET', '/api/roles'],
  ['POST', '/api/roles'],
  ['GET', '/api/roles/1'],
  ['PUT', '/api/roles/1'],
  ['DELETE', '/api/roles/1'],
  ['GET', '/api/roles/999999'],
  ['PUT', '/api/roles/nothing'],
])('%s %s returns 403 to callers without user-roles-manage', async (method, path) => {
  const other = app.api.as(
    await app.given.user({ permissions: ALL_PERMISSIONS.filter((name) => name !== 'user-roles-manage') }),
  );
  const { status, body } = await other.send(method, path, method === 'GET' ? undefined : { display_name: '' });
  expect({ status, body }).toEqual({
    status: 403,
    body: problem(403, 'You do not have permission to perform the requested action.'),
  });
});

it.each(['GET', 'PUT', 'DELETE'])('%s returns 404 for an unknown role', async (method) => {
  expect(await api.send(method, '/api/roles/999999')).toMatchObject({
    status: 404,
    body: problem(404, 'Role not found'),
  });
});
