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

describe.each(['shelves', 'books'] as const)('of %s', (kind) => {
  it('a create asks for the right before it looks at the input', async () => {
    expect(await app.api.as(await app.given.viewer()).post(`/api/${kind}`, INVALID)).toMatchObject({
      status: 403,
      body: FORBIDDEN,
    });
  });

  it('an update looks for the item, then for the right, then at the input', async () => {
    const viewer = app.api.as(await app.given.viewer());
    const editor = app.api.as(await app.given.editor());
    expect((await editor.put(`/api/${kind}/999999`, INVALID)).status).toBe(404);
    expect((await viewer.put(`/api/${kind}/${(await itemOf(kind)).id}`, INVALID)).status).toBe(403);
    expect((await editor.put(`/api/${kind}/${(await itemOf(kind)).id}`, INVALID)).status).toBe(422);
  });
});

describe.each(['chapters', 'pages'] as const)('of %s', (kind) => {
  const input = (book_id: number) => ({ name: 'x', html: '<p>x</p>', book_id });

  it('a create looks at the input, then for the parent, then for the right', async () => {
    const viewer = app.api.as(await app.given.viewer());
    const { id } = await app.given.book();
    expect((await viewer.post(`/api/${kind}`, INVALID)).status).toBe(422);
    expect(await viewer.post(`/api/${kind}`, input(999_999))).toMatchObject({
      status: 404,
      body: problem(404, 'Book not found'),
    });
    expect(await viewer.post(`/api/${kind}`, input(id))).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it('an update looks at the input, then for the item, then for the right', async () => {
    const viewer = app.api.as(await app.given.viewer());
    expect((await viewer.put(`/api/${kind}/999999`, INVALID)).status).toBe(422);
    expect((await viewer.put(`/api/${kind}/999999`, { name: 'x' })).status).toBe(404);
    expect((await viewer.put(`/api/${kind}/${(await itemOf(kind)).id}`, { name: 'x' })).status).toBe(403);
  });

  it('a parent that the caller cannot see is a missing one', async () => {
    const { id } = await app.given.book();
    const blind = await app.given.user({ permissions: [permissionOf(kind, 'create-all')] });
    expect((await app.api.as(blind).post(`/api/${kind}`, input(id))).status).toBe(404);
  });
});

describe.each(KINDS)('of %s', (kind) => {
  it('an item that the caller cannot see is missing, whatever is asked of it', async () => {
    const { id } = await itemOf(kind);
    const blind = app.api.as(
      await app.given.user({ permissions: [permissionOf(kind, 'update-all'), permissionOf(kind, 'delete-all')] }),
    );
    expect((await blind.get(`/api/${kind}/${id}`)).status).toBe(404);
    expect((await blind.put(`/api/${kind}/${id}`, { name: 'x' })).status).toBe(404);
    expect((await blind.delete(`/api/${kind}/${id}`)).status).toBe(404);
    expect((await blind.get(`/api/${kind}`)).body).toEqual({ data: [], total: 0 });
  });

  it('an item that the caller sees but may not touch is forbidden', async () => {
    const { id } = await itemOf(kind);
    const viewer = app.api.as(await app.given.viewer());
    expect(await viewer.put(`/api/${kind}/${id}`, { name: 'x' })).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await viewer.delete(`/api/${kind}/${id}`)).toMatchObject({ status: 403, body: FORBIDDEN });
    expect((await viewer.get(`/api/${kind}/${id}`)).status).toBe(200);
  });

  it('the right to own items reaches to items of one’s own and no further', async () => {
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

  it('the right to see own items hides all others, in lists and totals too', async () => {
    const owner = await app.given.user({ permissions: [permissionOf(kind, 'view-own')] });
    const [mine, other] = [await itemOf(kind, owner.id), await itemOf(kind)];
    const api = app.api.as(owner);
    expect((await api.get(`/api/${kind}/${mine.id}`)).status).toBe(200);
    expect((await api.get(`/api/${kind}/${other.id}`)).status).toBe(404);
    expect((await api.get(`/api/${kind}`)).body).toMatchObject({ data: [{ id: mine.id }], total: 1 });
  });

  it('what was deleted is missing', async () => {
    const { id } = await itemOf(kind);
    const editor = app.api.as(await app.given.editor());
    const { status, text } = await editor.delete(`/api/${kind}/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await editor.send(method, `/api/${kind}/${id}`)).status).toBe(404);
  });
});
