import type { TestApi } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import { member, problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.user({ permissions: ['user-roles-manage'] }));
});
afterAll(() => app.close());

const roleOf = async ({ id }: Person) => {
  const [row] = await app.database.query<{ id: number }>('SELECT role_id AS id FROM user_roles WHERE user_id = $1', [
    id,
  ]);
  return row!.id;
};
const adminRole = async () =>
  (await app.database.query<{ id: number }>(`SELECT id FROM roles WHERE system_name = 'admin'`))[0]!.id;

const VIEWS = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];
const REQUIRED_ADMIN_PERMISSIONS = [
  'access-api',
  'restrictions-manage-all',
  'restrictions-manage-own',
  'settings-manage',
  'user-roles-manage',
  'users-manage',
];

describe('the system roles', () => {
  it('cannot be deleted', async () => {
    for (const name of ['admin', 'public']) {
      const [role] = await app.database.query<{ id: number }>('SELECT id FROM roles WHERE system_name = $1', [name]);
      const { status, body } = await api.delete(`/api/roles/${role!.id}`);
      expect({ status, body }).toEqual({
        status: 403,
        body: problem(403, 'This role is a system role and cannot be deleted'),
      });
    }
  });

  it('keep the permissions that administration requires', async () => {
    const id = await adminRole();
    const after = async (permissions: string[]) =>
      member((await api.put(`/api/roles/${id}`, { permissions })).body, 'permissions');
    expect(await after([])).toEqual(REQUIRED_ADMIN_PERMISSIONS);
    expect(await after(['book-view-all', 'users-manage'])).toEqual([
      'access-api',
      'book-view-all',
      ...REQUIRED_ADMIN_PERMISSIONS.slice(1),
    ]);
    expect(await after([...ALL_PERMISSIONS])).toHaveLength(ALL_PERMISSIONS.length);
  });

  it('may be renamed', async () => {
    const id = await adminRole();
    expect((await api.put(`/api/roles/${id}`, { display_name: 'Wardens' })).body).toMatchObject({
      system_name: 'admin',
      display_name: 'Wardens',
    });
  });
});

describe('deleting a role', () => {
  it('returns 403 while it is the default registration role', async () => {
    const { id } = await app.given.role();
    await app.database.query(`INSERT INTO settings (name, value) VALUES ('registration-role', $1)`, [String(id)]);
    const refusal = problem(403, 'This role cannot be deleted while set as the default registration role');
    expect(await api.delete(`/api/roles/${id}`)).toMatchObject({ status: 403, body: refusal });
    await app.database.query(`DELETE FROM settings WHERE name = 'registration-role'`);
    expect((await api.delete(`/api/roles/${id}`)).status).toBe(204);
    expect((await api.get(`/api/roles/${id}`)).status).toBe(404);
  });

  it('removes the role and its permissions from its users', async () => {
    const reader = await app.given.user({ permissions: VIEWS });
    expect((await app.api.as(reader).get('/api/books')).status).toBe(200);
    await api.delete(`/api/roles/${await roleOf(reader)}`);
    expect((await app.api.as(reader).get('/api/books')).status).toBe(403);
  });

  it('removes the overrides of items for the role', async () => {
    const editor = await app.given.user({ permissions: [...VIEWS, 'restrictions-manage-all'] });
    const reader = await app.given.user({ permissions: VIEWS });
    const extra = await app.given.role();
    await app.database.query('INSERT INTO user_roles (user_id, role_id) VALUES ($1, $2)', [reader.id, extra.id]);
    const { id } = await app.given.book();
    const hidden = { view: false, create: false, update: false, delete: false };
    const put = await app.api
      .as(editor)
      .put(`/api/content-permissions/book/${id}`, { role_permissions: [{ role_id: extra.id, ...hidden }] });
    expect(put.status).toBe(200);
    expect((await app.api.as(reader).get(`/api/books/${id}`)).status).toBe(404);
    expect((await api.delete(`/api/roles/${extra.id}`)).status).toBe(204);
    expect((await app.api.as(reader).get(`/api/books/${id}`)).status).toBe(200);
    expect(
      member((await app.api.as(editor).get(`/api/content-permissions/book/${id}`)).body, 'role_permissions'),
    ).toEqual([]);
  });
});

describe('a change of permissions', () => {
  it('applies to callers with the role', async () => {
    const reader = await app.given.user({ permissions: VIEWS });
    const { id } = await app.given.book();
    expect((await app.api.as(reader).get(`/api/books/${id}`)).status).toBe(200);
    await api.put(`/api/roles/${await roleOf(reader)}`, { permissions: ['access-api'] });
    expect((await app.api.as(reader).get(`/api/books/${id}`)).status).toBe(404);
    await api.put(`/api/roles/${await roleOf(reader)}`, { permissions: [] });
    expect((await app.api.as(reader).get('/api/books')).status).toBe(403);
  });
});
