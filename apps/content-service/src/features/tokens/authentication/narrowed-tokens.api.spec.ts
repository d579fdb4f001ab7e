import { each, idOf, member, problem, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import type { Person } from '../../../testing/given';

let app: ContentApp;
let admin: Person;
let editor: Person;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
  editor = await app.given.editor();
});
afterAll(() => app.close());

const DENIED = problem(403, 'You do not have permission to perform the requested action.');
const tokensOf = ({ id }: Person) => `/api/users/${id}/tokens`;

/** A client with a token of the owner that is limited to these scopes. */
async function narrowed(owner: Person, scopes: string[] | null) {
  const { body } = await app.api.as(owner).post(tokensOf(owner), { name: 'Narrowed', scopes });
  return {
    api: app.api.as({ token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}` }),
    path: `${tokensOf(owner)}/${idOf(body)}`,
  };
}

const everyone = { view: true, create: true, update: true, delete: true };
/** A book with an override that allows everything to all roles. */
async function openBook() {
  const book = await app.given.book();
  await app.api
    .as(admin)
    .put(`/api/content-permissions/book/${book.id}`, { fallback_permissions: { inheriting: false, ...everyone } });
  return book;
}

describe.each(['admin', 'editor'] as const)('a token of an %s with the scope read', (who) => {
  const owner = () => (who === 'admin' ? admin : editor);

  it('reads the same items as its user', async () => {
    const book = await app.given.book();
    const { api } = await narrowed(owner(), ['read']);
    expect((await api.get(`/api/books/${book.id}`)).status).toBe(200);
    expect(member((await api.get('/api/books')).body, 'total')).toBe(
      member((await app.api.as(owner()).get('/api/books')).body, 'total'),
    );
  });

  it('changes nothing, even where an override allows changes to everyone', async () => {
    const book = await openBook();
    const { api } = await narrowed(owner(), ['read']);
    const requests = [
      api.post('/api/books', { name: 'x' }),
      api.put(`/api/books/${book.id}`, { name: 'x' }),
      api.post(`/api/books/${book.id}?_method=delete`),
      api.delete(`/api/books/${book.id}`),
      api.post('/api/chapters', { book_id: book.id, name: 'x' }),
      api.post('/api/pages', { book_id: book.id, name: 'x', html: '<p>x</p>' }),
      api.put(`/api/content-permissions/book/${book.id}`, {}),
      api.post(tokensOf(owner()), { name: 'x', scopes: ['read'] }),
    ];
    for (const answer of await Promise.all(requests)) expect(answer).toMatchObject({ status: 403, body: DENIED });
  });
});

describe('a token with single permissions', () => {
  it.each(['admin', 'editor'] as const)(
    'of an %s is limited to them, regardless of overrides and roles',
    async (who) => {
      const book = await openBook();
      const { api } = await narrowed(who === 'admin' ? admin : editor, [
        'book-view-all',
        'page-view-all',
        'page-create-all',
      ]);
      expect((await api.get(`/api/books/${book.id}`)).status).toBe(200);
      expect((await api.post('/api/pages', { book_id: book.id, name: 'x', html: '<p>x</p>' })).status).toBe(200);
      for (const request of [
        api.put(`/api/books/${book.id}`, { name: 'x' }),
        api.delete(`/api/books/${book.id}`),
        api.post('/api/books', { name: 'x' }),
      ])
        expect(await request).toMatchObject({ status: 403, body: DENIED });
      const chapter = await app.given.chapter({ bookId: book.id });
      expect((await api.get(`/api/chapters/${chapter.id}`)).status).toBe(404);
      expect((await api.get('/api/chapters')).body).toEqual({ data: [], total: 0 });
    },
  );

  it('for own items cannot access other items, even for an administrator', async () => {
    const [own, other] = [await app.given.book({ ownedBy: admin.id }), await app.given.book()];
    const { api } = await narrowed(admin, ['book-view-own', 'book-update-own']);
    expect(each((await api.get('/api/books')).body, 'id')).toEqual([own.id]);
    expect((await api.put(`/api/books/${own.id}`, { name: 'Mine' })).status).toBe(200);
    expect((await api.put(`/api/books/${other.id}`, { name: 'Not mine' })).status).toBe(404);
  });

  it('grants no permissions that its user lacks', async () => {
    const viewer = await app.given.viewer();
    const { api } = await narrowed(viewer, ['book-view-all', 'book-create-all', 'users-manage']);
    expect((await api.get('/api/books')).status).toBe(200);
    expect((await api.post('/api/books', { name: 'x' })).status).toBe(403);
    expect((await api.get(tokensOf(admin))).status).toBe(403);
  });
});

describe('a token with limited scopes', () => {
  it.each<[string[] | null]>([[null], [['write']], [['users-manage', 'settings-manage']], [['read']]])(
    'cannot create a token with the wider scopes %j',
    async (scopes) => {
      const { api } = await narrowed(admin, ['users-manage', 'page-view-all']);
      for (const owner of [admin, editor])
        expect(await api.post(tokensOf(owner), { name: 'Wider', scopes })).toMatchObject({ status: 403, body: DENIED });
    },
  );

  it('cannot create a token without scopes', async () => {
    const { api } = await narrowed(admin, ['users-manage']);
    expect((await api.post(tokensOf(admin), { name: 'Wider' })).status).toBe(403);
  });

  it('can create a token with narrower scopes', async () => {
    const { api } = await narrowed(admin, ['page-view-all', 'book-view-all']);
    expect((await api.post(tokensOf(admin), { name: 'Same', scopes: ['page-view-all'] })).status).toBe(200);
  });

  it.each([{ scopes: null }, { scopes: ['write'] }, { scopes: ['page-view-all', 'users-manage'] }])(
    'cannot widen its own scopes: %j',
    async (change) => {
      const { api, path } = await narrowed(admin, ['page-view-all']);
      expect(await api.put(path, change)).toMatchObject({ status: 403, body: DENIED });
      expect((await api.put(path, { name: 'Renamed' })).body).toMatchObject({
        name: 'Renamed',
        scopes: ['page-view-all'],
      });
    },
  );

  it('cannot change or revoke tokens with wider scopes', async () => {
    const { api } = await narrowed(admin, ['users-manage']);
    for (const owner of [admin, editor]) {
      const { path, api: other } = await narrowed(owner, null);
      for (const change of [{ name: 'x' }, { scopes: ['users-manage'] }, { expires_at: '2999-01-01' }])
        expect(await api.put(path, change)).toMatchObject({ status: 403, body: DENIED });
      expect((await api.delete(path)).status).toBe(403);
      expect((await other.get('/api/system')).status).toBe(200);
    }
  });

  it('cannot list tokens of other users without the scope users-manage', async () => {
    const { api } = await narrowed(admin, ['read', 'settings-manage']);
    expect((await api.get(tokensOf(editor))).status).toBe(403);
    expect((await api.get(tokensOf(admin))).status).toBe(200);
  });
});
