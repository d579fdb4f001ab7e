import type { TestApi } from '@almanac/testing';
import { each, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

const GUEST = 2;

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.user({ permissions: ['users-manage'] }));
});
afterAll(() => app.close());

describe('deleting a user', () => {
  it('clears the user on their items and removes their tokens', async () => {
    const author = await app.given.editor();
    const { id } = await app.given.page({ createdBy: author.id, updatedBy: author.id, ownedBy: author.id });
    expect((await app.api.as(author).get(`/api/pages/${id}`)).status).toBe(200);
    expect(await api.delete(`/api/users/${author.id}`)).toMatchObject({ status: 204, text: '' });
    const reader = app.api.as(await app.given.viewer());
    expect((await reader.get(`/api/pages/${id}`)).body).toMatchObject({
      created_by: null,
      updated_by: null,
      owned_by: null,
    });
    expect((await app.api.as(author).get(`/api/pages/${id}`)).status).toBe(401);
    expect(await app.database.query('SELECT 1 FROM api_tokens WHERE user_id = $1', [author.id])).toEqual([]);
    expect((await api.get(`/api/users/${author.id}`)).status).toBe(404);
  });

  it.each(['body', 'query'])(
    'transfers owned items, including deleted ones, to the user named in the %s',
    async (where) => {
      const [from, to] = [await app.given.viewer(), await app.given.viewer()];
      const items = [
        ['shelves', (await app.given.shelf({ ownedBy: from.id })).id],
        ['books', (await app.given.book({ ownedBy: from.id })).id],
        ['chapters', (await app.given.chapter({ ownedBy: from.id })).id],
        ['pages', (await app.given.page({ ownedBy: from.id, createdBy: from.id })).id],
        ['books', (await app.given.book({ ownedBy: from.id, deletedAt: new Date() })).id],
      ] as const;
      const other = await app.given.book();
      const answer =
        where === 'body'
          ? await api.delete(`/api/users/${from.id}`, { migrate_ownership_id: to.id })
          : await api.delete(`/api/users/${from.id}?migrate_ownership_id=${to.id}`);
      expect(answer.status).toBe(204);
      for (const [table, id] of items) {
        const [row] = await app.database.query(
          `SELECT owned_by, updated_at = created_at AS untouched FROM ${table} WHERE id = $1`,
          [id],
        );
        expect(row).toEqual({ owned_by: to.id, untouched: true });
      }
      expect(await app.database.query('SELECT owned_by FROM books WHERE id = $1', [other.id])).toEqual([
        { owned_by: 1 },
      ]);
    },
  );

  it.each([
    ['999999', 'The selected migrate ownership id is invalid.'],
    ['99999999999', 'The selected migrate ownership id is invalid.'],
    ['abc', 'The migrate ownership id must be an integer.'],
  ])('is refused when migrate_ownership_id is %s', async (heir, message) => {
    const { id } = await app.given.viewer();
    const { status, body } = await api.delete(`/api/users/${id}?migrate_ownership_id=${heir}`);
    expect({ status, body }).toEqual({ status: 422, body: refused({ migrate_ownership_id: [message] }) });
    expect((await api.get(`/api/users/${id}`)).status).toBe(200);
  });

  it('is refused when migrate_ownership_id is the deleted user', async () => {
    const { id } = await app.given.viewer();
    expect((await api.delete(`/api/users/${id}?migrate_ownership_id=${id}`)).status).toBe(422);
  });

  it('requires no migrate_ownership_id', async () => {
    for (const nobody of [null, '', 0, '0']) {
      const { id } = await app.given.viewer();
      expect((await api.delete(`/api/users/${id}`, { migrate_ownership_id: nobody })).status).toBe(204);
    }
  });

  it('is allowed for the account of the caller', async () => {
    const other = await app.given.user({ permissions: ['users-manage'] });
    expect((await app.api.as(other).delete(`/api/users/${other.id}`)).status).toBe(204);
    expect((await app.api.as(other).get('/api/users')).status).toBe(401);
    const entries = await app.database.query(
      `SELECT detail, user_id FROM activities WHERE type = 'user_delete' ORDER BY id DESC LIMIT 1`,
    );
    expect(entries).toEqual([{ detail: `(${other.id}) ${other.name}`, user_id: other.id }]);
  });
});

describe('the guest', () => {
  it('cannot be deleted', async () => {
    expect(await api.delete(`/api/users/${GUEST}`)).toMatchObject({
      status: 403,
      body: problem(403, 'You cannot delete the guest user'),
    });
  });

  it('cannot become an administrator, but may have other roles', async () => {
    const role = await app.given.role();
    expect((await api.put(`/api/users/${GUEST}`, { roles: [1] })).body).toEqual(
      refused({ roles: ['The guest user cannot have the administrator role.'] }),
    );
    expect(each((await api.put(`/api/users/${GUEST}`, { roles: [4, role.id] })).body, 'id', 'roles')).toEqual([
      4,
      role.id,
    ]);
  });
});
