import type { TestApi } from '@almanac/testing';
import { each, member, numberAt, problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
  api = app.api.as(admin);
});
afterAll(() => app.close());

const times = { created_at: expect.stringMatching(/\.\d{6}Z$/), updated_at: expect.stringMatching(/\.\d{6}Z$/) };
const people = { created_by: 1, updated_by: 1, owned_by: 1 };
const MISSING = { status: 404, body: problem(404, 'Deletion not found') };

const remove = (path: string) => api.delete(`/api/${path}`);
const listed = async (type: string, id: number) =>
  (await api.get(`/api/recycle-bin?filter[deletable_type]=${type}&filter[deletable_id]=${id}`)).body;
const deletionOf = async (type: string, id: number) => numberAt(await listed(type, id), 'data.0.id');
const restore = async (type: string, id: number) =>
  (await api.put(`/api/recycle-bin/${await deletionOf(type, id)}`)).body;
const statusOf = async (path: string) => (await api.get(`/api/${path}`)).status;

/** A book with a chapter with a page, and a page of its own. */
async function library() {
  const book = await app.given.book();
  const chapter = await app.given.chapter({ bookId: book.id });
  const inside = await app.given.page({ bookId: book.id, chapterId: chapter.id, priority: 1 });
  const direct = await app.given.page({ bookId: book.id, priority: 3 });
  return { book, chapter, inside, direct };
}

describe('GET /api/recycle-bin', () => {
  it('returns each kind of item with its parent and the counts of its contents', async () => {
    const { book, chapter, inside } = await library();
    const shelf = await app.given.shelf({ description: 'About' });
    for (const path of [`pages/${inside.id}`, `chapters/${chapter.id}`, `books/${book.id}`, `shelves/${shelf.id}`])
      await remove(path);
    const inBin = (deletable_type: string, { id, ...more }: Record<string, unknown>) => ({
      ...{
        id: expect.any(Number),
        deleted_by: admin.id,
        ...times,
        deletable_type,
        deletable_id: id,
        deletable: { id, ...more },
      },
    });
    const item = ({ id, name, slug }: { id: number; name: string; slug: string }, type: string) => ({
      id,
      name,
      slug,
      type,
      ...times,
      ...people,
    });
    const described = { description: '', default_template_id: null };
    const bookRow = { ...item(book, 'book'), ...described };
    const chapterRow = { ...item(chapter, 'chapter'), ...described, book_id: book.id, priority: 2 };
    const { body } = await api.get('/api/recycle-bin');
    expect(body).toEqual({
      data: [
        inBin('page', {
          ...{
            ...item(inside, 'page'),
            book_id: book.id,
            chapter_id: chapter.id,
            priority: 1,
            draft: false,
            template: false,
          },
          ...{ revision_count: 1, editor: 'wysiwyg', parent: chapterRow },
        }),
        inBin('chapter', { ...chapterRow, pages_count: 1, parent: bookRow }),
        inBin('book', { ...bookRow, pages_count: 2, chapters_count: 1 }),
        inBin('bookshelf', { ...item(shelf, 'bookshelf'), description: 'About' }),
      ],
      total: 4,
    });
    expect(each((await api.get('/api/recycle-bin?sort=-id&count=2')).body, 'deletable_type')).toEqual([
      'bookshelf',
      'book',
    ]);
    expect(each((await api.get(`/api/recycle-bin?filter[deleted_by:ne]=${admin.id}`)).body, 'id')).toEqual([]);
  });

  it('returns the book of a page without a chapter', async () => {
    const { direct, book } = await library();
    await remove(`pages/${direct.id}`);
    expect(member(await listed('page', direct.id), 'data.0.deletable')).toMatchObject({
      chapter_id: null,
      parent: { id: book.id, type: 'book' },
    });
  });
});

describe('the recycle bin', () => {
  it('requires the permissions to manage settings and all item permissions', async () => {
    const { book } = await library();
    await remove(`books/${book.id}`);
    const at = `/api/recycle-bin/${await deletionOf('book', book.id)}`;
    for (const permissions of [
      ['settings-manage'],
      ['restrictions-manage-all'],
      ['restrictions-manage-own', 'book-delete-all'],
    ]) {
      const other = app.api.as(await app.given.user({ permissions }));
      for (const { status } of [
        await other.get('/api/recycle-bin'),
        await other.put(at),
        await other.delete(at),
        await other.delete('/api/recycle-bin/999999'),
      ])
        expect(status).toBe(403);
    }
    const both = app.api.as(await app.given.user({ permissions: ['settings-manage', 'restrictions-manage-all'] }));
    expect((await both.get('/api/recycle-bin')).status).toBe(200);
    expect((await both.put(at)).body).toEqual({ restore_count: 4 });
  });

  it.each(['999999', 'abc', '0', '99999999999'])('returns 404 for the deletion %s', async (id) => {
    expect(await api.put(`/api/recycle-bin/${id}`)).toMatchObject(MISSING);
    expect(await api.delete(`/api/recycle-bin/${id}`)).toMatchObject(MISSING);
  });

  it('records restored and destroyed items in the audit log', async () => {
    const { book } = await library();
    const shelf = await app.given.shelf();
    await remove(`books/${book.id}`);
    await remove(`shelves/${shelf.id}`);
    const [one, two] = [await deletionOf('book', book.id), await deletionOf('bookshelf', shelf.id)];
    await api.put(`/api/recycle-bin/${one}`);
    await api.delete(`/api/recycle-bin/${two}`);
    const sql = `SELECT type, detail, user_id, loggable_type, loggable_id FROM activities WHERE type LIKE 'recycle_bin%' ORDER BY id DESC LIMIT 2`;
    const none = { user_id: admin.id, loggable_type: null, loggable_id: null };
    expect(await app.database.query(sql)).toEqual([
      { type: 'recycle_bin_destroy', detail: `Deletion (${two}) for bookshelf (${shelf.id}) ${shelf.name}`, ...none },
      { type: 'recycle_bin_restore', detail: `Deletion (${one}) for book (${book.id}) ${book.name}`, ...none },
    ]);
  });
});

describe('PUT /api/recycle-bin/{id}', () => {
  it('restores an item with all its contents, including items deleted before it', async () => {
    const { book, chapter, inside, direct } = await library();
    for (const path of [`pages/${inside.id}`, `chapters/${chapter.id}`, `books/${book.id}`]) await remove(path);
    const first = await deletionOf('book', book.id);
    expect(await restore('book', book.id)).toEqual({ restore_count: 4 });
    for (const path of [`books/${book.id}`, `chapters/${chapter.id}`, `pages/${inside.id}`, `pages/${direct.id}`])
      expect(await statusOf(path)).toBe(200);
    for (const [type, { id }] of [
      ['page', inside],
      ['chapter', chapter],
      ['book', book],
    ] as const)
      expect(member(await listed(type, id), 'total')).toBe(0);
    expect(await api.put(`/api/recycle-bin/${first}`)).toMatchObject(MISSING);
  });

  it('restores 0 items while the parent is deleted, and all of them with the parent', async () => {
    const { book, chapter, inside } = await library();
    for (const path of [`pages/${inside.id}`, `chapters/${chapter.id}`, `books/${book.id}`]) await remove(path);
    expect(await restore('page', inside.id)).toEqual({ restore_count: 0 });
    expect([member(await listed('page', inside.id), 'total'), await statusOf(`pages/${inside.id}`)]).toEqual([0, 404]);
    expect(await restore('chapter', chapter.id)).toEqual({ restore_count: 0 });
    expect(await restore('book', book.id)).toEqual({ restore_count: 4 });
    expect(await statusOf(`pages/${inside.id}`)).toBe(200);
  });

  it('restores a chapter with its pages only', async () => {
    const { chapter, direct, inside } = await library();
    await remove(`pages/${direct.id}`);
    await remove(`chapters/${chapter.id}`);
    expect(await restore('chapter', chapter.id)).toEqual({ restore_count: 2 });
    expect([await statusOf(`pages/${inside.id}`), await statusOf(`pages/${direct.id}`)]).toEqual([200, 404]);
  });

  it('restores a book to its shelf, and a shelf with its books', async () => {
    const { book } = await library();
    const shelf = await app.given.shelf();
    await api.put(`/api/shelves/${shelf.id}`, { books: [book.id] });
    const books = async () => each((await api.get(`/api/shelves/${shelf.id}`)).body, 'id', 'books');
    await remove(`books/${book.id}`);
    expect(await books()).toEqual([]);
    await restore('book', book.id);
    expect(await books()).toEqual([book.id]);
    await remove(`shelves/${shelf.id}`);
    expect(await restore('bookshelf', shelf.id)).toEqual({ restore_count: 1 });
    expect(await books()).toEqual([book.id]);
  });

  it('gives a restored item a new slug when its slug is taken', async () => {
    const slugOf = async (path: string) => member((await api.get(`/api/${path}`)).body, 'slug');
    const { book, chapter } = await library();
    const make = (kind: string, more: object) => api.post(`/api/${kind}`, { name: 'Taken', html: '<p>x</p>', ...more });
    const made = async (kind: string, more: object = {}) => numberAt((await make(kind, more)).body, 'id');
    const [page, one] = [await made('pages', { chapter_id: chapter.id }), await made('chapters', { book_id: book.id })];
    const [shelf, top] = [await made('shelves'), await made('books')];
    for (const [kind, type, id, more] of [
      ['pages', 'page', page, { book_id: book.id }],
      ['chapters', 'chapter', one, { book_id: book.id }],
      ['shelves', 'bookshelf', shelf, {}],
      ['books', 'book', top, {}],
    ] as const) {
      await remove(`${kind}/${id}`);
      const other = await made(kind, more);
      await restore(type, id);
      expect([await slugOf(`${kind}/${other}`), await slugOf(`${kind}/${id}`)]).toEqual([
        'taken',
        expect.stringMatching(/^taken-[a-z0-9]{3}$/),
      ]);
    }
  });

  it('lets the younger of two pages keep the slug when both are restored', async () => {
    const { id: bookId } = await app.given.book();
    const old = await app.given.page({ bookId, name: 'Twice', slug: 'twice' });
    await remove(`pages/${old.id}`);
    const young = await app.given.page({ bookId, name: 'Twice', slug: 'twice' });
    await remove(`books/${bookId}`);
    expect(await restore('book', bookId)).toEqual({ restore_count: 3 });
    const slugs = [(await api.get(`/api/pages/${young.id}`)).body, (await api.get(`/api/pages/${old.id}`)).body].map(
      (body) => member(body, 'slug'),
    );
    expect(slugs).toEqual(['twice', expect.stringMatching(/^twice-/)]);
  });

  it('applies the current overrides to restored items', async () => {
    const { book, inside, direct } = await library();
    const reader = app.api.as(await app.given.viewer());
    await remove(`pages/${inside.id}`);
    const nobody = {
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    };
    expect((await api.put(`/api/content-permissions/book/${book.id}`, nobody)).status).toBe(200);
    await restore('page', inside.id);
    expect([
      (await reader.get(`/api/pages/${inside.id}`)).status,
      (await reader.get(`/api/pages/${direct.id}`)).status,
    ]).toEqual([404, 404]);
    await api.put(`/api/content-permissions/book/${book.id}`, { fallback_permissions: { inheriting: true } });
    expect((await reader.get(`/api/pages/${inside.id}`)).status).toBe(200);
  });
});
