import type { TestApi } from '@almanac/testing';
import { idOf, textAt } from '../../testing/answers';
import { startAnother } from '../../testing/another-process';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const ROUNDS = 20;
const READING = ['book-view-all', 'chapter-view-all', 'page-view-all'];
const HIDDEN = { inheriting: false, view: false, create: false, update: false, delete: false };

let app: ContentApp;
let other: Awaited<ReturnType<typeof startAnother>>;
let admin: TestApi;
let page: { id: number };
beforeAll(async () => {
  app = await startContent();
  other = await startAnother(app);
  admin = app.api.as(await app.given.admin());
  page = await app.given.page();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const readPage = async (caller: { token: string }, path = `/api/pages/${page.id}`) =>
  (await other.api.as(caller).get(path)).status;

/** A reader with a second token. */
async function given(): Promise<{ reader: Person; roleId: number; made: { token: string; path: string } }> {
  const reader = await app.given.user({ permissions: READING });
  const tokens = `/api/users/${reader.id}/tokens`;
  const { body } = await admin.post(tokens, { name: 'Script' });
  const made = { token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}`, path: `${tokens}/${idOf(body)}` };
  const [role] = await app.database.query<{ id: number }>('SELECT role_id AS id FROM user_roles WHERE user_id = $1', [
    reader.id,
  ]);
  return { reader, roleId: role?.id ?? 0, made };
}

type Given = Awaited<ReturnType<typeof given>>;

describe('a change in one process takes effect in the next request to another one', () => {
  it.each<[change: string, send: (given: Given) => Promise<{ status: number }>, status: number]>([
    ['a revoked token', ({ made }) => admin.delete(made.path), 401],
    ['an expired token', ({ made }) => admin.put(made.path, { expires_at: '2020-01-01' }), 403],
    ['a token with fewer scopes', ({ made }) => admin.put(made.path, { scopes: ['book-view-all'] }), 404],
    [
      'a role with fewer permissions',
      ({ roleId }) => admin.put(`/api/roles/${roleId}`, { permissions: ['access-api'] }),
      404,
    ],
    ['a role without API access', ({ roleId }) => admin.put(`/api/roles/${roleId}`, { permissions: READING }), 403],
    ['a deleted role', ({ roleId }) => admin.delete(`/api/roles/${roleId}`), 403],
    ['a user without roles', ({ reader }) => admin.put(`/api/users/${reader.id}`, { roles: [] }), 403],
    ['a deleted user', ({ reader }) => admin.delete(`/api/users/${reader.id}`), 401],
  ])('%s', async (_change, send, refusal) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await given();
      expect(await readPage(one.made)).toBe(200);
      expect((await send(one)).status).toBeLessThan(300);
      expect(await readPage(one.made)).toBe(refusal);
    }
  });

  it('permissions of an item, for reads and writes', async () => {
    const editor = await app.given.editor();
    const override = `/api/content-permissions/page/${page.id}`;
    const write = async () => (await other.api.as(editor).put(`/api/pages/${page.id}`, { name: 'Open' })).status;
    for (let round = 0; round < ROUNDS; round += 1) {
      expect([await readPage(editor), await write()]).toEqual([200, 200]);
      expect((await admin.put(override, { fallback_permissions: HIDDEN })).status).toBe(200);
      expect([await write(), await readPage(editor)]).toEqual([404, 404]);
      expect((await admin.put(override, { fallback_permissions: { inheriting: true } })).status).toBe(200);
    }
  });

  it('a move that brings together overrides of two items', async () => {
    const grant = (roleId: number) => ({
      role_permissions: [{ role_id: roleId, view: true, create: false, update: false, delete: false }],
      fallback_permissions: { inheriting: true },
    });
    const { reader, roleId } = await given();
    await admin.put(`/api/roles/${roleId}`, { permissions: ['access-api'] });
    const [moved, shown, unrelated] = [await app.given.page(), await app.given.chapter(), await given()];
    await admin.put(`/api/content-permissions/page/${moved.id}`, grant(unrelated.roleId));
    await admin.put(`/api/content-permissions/chapter/${shown.id}`, grant(roleId));
    const address = `/api/pages/${moved.id}`;
    expect(await readPage(reader, address)).toBe(404);
    expect((await admin.put(address, { chapter_id: shown.id })).status).toBe(200);
    expect(await readPage(reader, address)).toBe(200);
  });

  it('settings, for the API and for pages', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [name, isPublic] = [`Harbour ${round}`, round % 2 === 0];
      expect((await admin.put('/api/settings', { app_name: name, public_access: isPublic })).status).toBe(200);
      const reader = other.api.with({ accept: 'text/html' });
      expect((await reader.get('/login')).text).toContain(name);
      expect((await reader.get('/shelves')).status).toBe(isPublic ? 200 : 303);
    }
  });
});
