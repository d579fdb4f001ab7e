import { type ContentApp, startContent } from '../../testing/content-app';
import { problem } from '../../testing/answers';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const FORBIDDEN = problem(403, 'You do not have permission to perform the requested action.');
const INVALID = { name: ['no', 'text'] };
const VIEWING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all'];
const KINDS = ['shelves', 'books', 'chapters', 'pages'] as const;
type Kind = (typeof KINDS)[number];

const itemOf = (kind: Kind, ownedBy?: number): Promise<{ id: number }> => {
  const fields = ownedBy === undefined ? {} : { ownedBy };
  if (kind === 'shelves') return app.given.shelf(fields);
  if (kind === 'books') return app.given.book(fields);
  return kind === 'chapters' ? app.given.chapter(fields) : app.given.page(fields);
};
const permissionOf = (kind: Kind, rest: string) =>
  `${{ shelves: 'bookshelf', books: 'book', chapters: 'chapter', pages: 'page' }[kind]}-${rest}`;

describe.each(['shelves', 'books'] as const)('for %s', (kind) => {
  it('POST checks the permission before the input', async () => {
    expect(await app.api.as(await app.given.viewer()).post(`/api/${kind}`, INVALID)).toMatchObject({
      status: 403,
      body: FORBIDDEN,
    });
  });

  it('PUT checks the item, then the permission, then the input', async () => {
    const viewer = app.api.as(await app.given.viewer());
    const editor = app.api.as(await app.given.editor());
    expect((await editor.put(`/api/${kind}/999999`, INVALID)).status).toBe(404);
    expect((await viewer.put(`/api/${kind}/${(await itemOf(kind)).id}`, INVALID)).status).toBe(403);
    expect((await editor.put(`/api/${kind}/${(await itemOf(kind)).id}`, INVALID)).status).toBe(422);
  });
});

describe.each(['chapters', 'pages'] as const)('for %s', (kind) => {
  const input = (book_id: number) => ({ name: 'x', html: '<p>x</p>', book_id });

  it('POST checks the input, then the parent, then the permission', async () => {
    const viewer = app.api.as(await app.given.viewer());
    const { id } = await app.given.book();
    expect((await viewer.post(`/api/${kind}`, INVALID)).status).toBe(422);
    expect(await viewer.post(`/api/${kind}`, input(999_999))).toMatchObject({
      status: 404,
      body: problem(404, 'Book not found'),
    });
    expect(await viewer.post(`/api/${kind}`, input(id))).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it('PUT checks the input, then the item, then the permission', async () => {
    const viewer = app.api.as(await app.given.viewer());
    expect((await viewer.put(`/api/${kind}/999999`, INVALID)).status).toBe(422);
    expect((await viewer.put(`/api/${kind}/999999`, { name: 'x' })).status).toBe(404);
    expect((await viewer.put(`/api/${kind}/${(await itemOf(kind)).id}`, { name: 'x' })).status).toBe(403);
  });

  it('POST returns 404 for a parent that the caller cannot see', async () => {
    const { id } = await app.given.book();
    const blind = await app.given.user({ permissions: [permissionOf(kind, 'create-all')] });
    expect((await app.api.as(blind).post(`/api/${kind}`, input(id))).status).toBe(404);
  });
});

describe.each(KINDS)('for %s', (kind) => {
  it('GET, PUT and DELETE return 404 for an item that the caller cannot see', async () => {
    const { id } = await itemOf(kind);
    const blind = app.api.as(
      await app.given.user({ permissions: [permissionOf(kind, 'update-all'), permissionOf(kind, 'delete-all')] }),
    );
    expect((await blind.get(`/api/${kind}/${id}`)).status).toBe(404);
    expect((await blind.put(`/api/${kind}/${id}`, { name: 'x' })).status).toBe(404);
    expect((await blind.delete(`/api/${kind}/${id}`)).status).toBe(404);
    expect((await blind.get(`/api/${kind}`)).body).toEqual({ data: [], total: 0 });
  });

  it('PUT and DELETE return 403 for an item that the caller can only view', async () => {
    const { id } = await itemOf(kind);
    const viewer = app.api.as(await app.given.viewer());
    expect(await viewer.put(`/api/${kind}/${id}`, { name: 'x' })).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await viewer.delete(`/api/${kind}/${id}`)).toMatchObject({ status: 403, body: FORBIDDEN });
    expect((await viewer.get(`/api/${kind}/${id}`)).status).toBe(200);
  });

  it('permissions for own items do not apply to items of other users', async () => {
    const owner = await app.given.user({
      permissions: ['update-own', 'delete-own'].map((rest) => permissionOf(kind, rest)).concat(VIEWING),
    });
    const [mine, other] = [await itemOf(kind, owner.id), await itemOf(kind)];
    const api = app.api.as(owner);
    expect((await api.put(`/api/${kind}/${mine.id}`, { name: 'Mine' })).status).toBe(200);
    expect((await api.put(`/api/${kind}/${other.id}`, { name: 'Mine' })).status).toBe(403);
    expect((await api.delete(`/api/${kind}/${other.id}`)).status).toBe(403);
    expect((await api.delete(`/api/${kind}/${mine.id}`)).status).toBe(204);
  });

  it('the permission to view own items hides all others, also in lists and totals', async () => {
    const owner = await app.given.user({ permissions: [permissionOf(kind, 'view-own')] });
    const [mine, other] = [await itemOf(kind, owner.id), await itemOf(kind)];
    const api = app.api.as(owner);
    expect((await api.get(`/api/${kind}/${mine.id}`)).status).toBe(200);
    expect((await api.get(`/api/${kind}/${other.id}`)).status).toBe(404);
    expect((await api.get(`/api/${kind}`)).body).toMatchObject({ data: [{ id: mine.id }], total: 1 });
  });

  it('GET, PUT and DELETE return 404 for a deleted item', async () => {
    const { id } = await itemOf(kind);
    const editor = app.api.as(await app.given.editor());
    const { status, text } = await editor.delete(`/api/${kind}/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await editor.send(method, `/api/${kind}/${id}`)).status).toBe(404);
  });
});
