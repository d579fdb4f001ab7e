import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, idOf, member } from '../../testing/answers';
import type { Person } from '../../testing/given';

let app: ContentApp;
let editor: Person;
let api: TestApi;
let books: number[];
beforeAll(async () => {
  app = await startContent();
  editor = await app.given.editor();
  api = app.api.as(editor);
  books = [];
  for (let i = 0; i < 4; i++) books.push((await app.given.book()).id);
});
afterAll(() => app.close());

const booksOn = async (id: number, caller = api) => each((await caller.get(`/api/shelves/${id}`)).body, 'id', 'books');
const shelfWith = async (input: unknown) =>
  idOf((await api.post('/api/shelves', { name: 'Shelf', books: input })).body);

describe('a shelf', () => {
  it('returns user ids on creation, and users as objects and books on reading', async () => {
    const [book] = books;
    const { status, body } = await api.post('/api/shelves', {
      name: 'My Shelf',
      description: 'd',
      books: [book],
      tags: [{ name: 't' }],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{
        id: idOf(body),
        name: 'My Shelf',
        slug: 'my-shelf',
        type: 'bookshelf',
        description: 'd',
        description_html: '<p>d</p>',
      },
      ...{
        created_by: editor.id,
        updated_by: editor.id,
        owned_by: editor.id,
        cover: null,
        tags: [{ name: 't', value: '', order: 0 }],
      },
      ...{ created_at: expect.stringMatching(/\.\d{6}Z$/), updated_at: expect.stringMatching(/\.\d{6}Z$/) },
    });
    const read = (await api.get(`/api/shelves/${idOf(body)}`)).body;
    expect(read).toMatchObject({ owned_by: { id: editor.id, name: editor.name, slug: editor.slug } });
    expect(Object.keys(Object(member(read, 'books.0'))).sort()).toEqual([
      'created_at',
      'created_by',
      'description',
      'id',
      'name',
      'owned_by',
      'slug',
      'type',
      'updated_at',
      'updated_by',
    ]);
    expect(member(read, 'books.0.owned_by')).toBe(1);
  });

  it('keeps its books in the given order', async () => {
    const [a, b, c] = books;
    const id = await shelfWith([c, a, b]);
    expect(await booksOn(id)).toEqual([c, a, b]);
    await api.put(`/api/shelves/${id}`, { books: [b, String(c)] });
    expect(await booksOn(id)).toEqual([b, c]);
    const rows = await app.database.query('SELECT position FROM shelf_books WHERE shelf_id = $1 ORDER BY position', [
      id,
    ]);
    expect(rows).toEqual([{ position: 0 }, { position: 1 }]);
  });

  it('ignores unknown, repeated and deleted books', async () => {
    const [a, b] = books;
    const gone = (await app.given.book({ deletedAt: new Date() })).id;
    expect(await booksOn(await shelfWith([b, 999_999, a, b, gone, -1, 99_999_999_999]))).toEqual([b, a]);
  });

  it('keeps its books unless an update lists others or none', async () => {
    const id = await shelfWith(books.slice(0, 2));
    await api.put(`/api/shelves/${id}`, { name: 'Renamed' });
    expect(await booksOn(id)).toEqual(books.slice(0, 2));
    await api.put(`/api/shelves/${id}`, { books: [] });
    expect(await booksOn(id)).toEqual([]);
  });

  it('keeps books that the caller cannot see, after the given ones', async () => {
    const someone = await app.given.user({
      permissions: ['bookshelf-view-all', 'bookshelf-update-all', 'book-view-own'],
    });
    const mine = (await app.given.book({ ownedBy: someone.id })).id;
    const [a, b] = books;
    const id = await shelfWith([a, mine, b]);
    expect(await booksOn(id, app.api.as(someone))).toEqual([mine]);
    await app.api.as(someone).put(`/api/shelves/${id}`, { books: [b, mine] });
    expect(await booksOn(id)).toEqual([mine, a, b]);
    await app.api.as(someone).put(`/api/shelves/${id}`, { books: [] });
    expect(await booksOn(id)).toEqual([a, b]);
  });

  it('hides deleted books, and its own deletion keeps its books', async () => {
    const [a] = books;
    const gone = (await app.given.book()).id;
    const id = await shelfWith([gone, a]);
    await api.delete(`/api/books/${gone}`);
    expect(await booksOn(id)).toEqual([a]);
    expect((await api.delete(`/api/shelves/${id}`)).status).toBe(204);
    expect((await api.get(`/api/books/${a}`)).status).toBe(200);
    expect((await api.get(`/api/books/${a}`)).body).toMatchObject({
      shelves: expect.not.arrayContaining([expect.objectContaining({ id })]),
    });
  });

  it('changes its slug with its name and stores the old one in the slug history', async () => {
    const { id, slug } = await app.given.shelf();
    expect((await api.put(`/api/shelves/${id}`, { name: 'New Name' })).body).toMatchObject({
      slug: 'new-name',
      updated_by: editor.id,
    });
    expect(await app.database.query('SELECT slug FROM slug_history WHERE shelf_id = $1', [id])).toEqual([{ slug }]);
  });

  it('may have the slug of a book', async () => {
    await api.post('/api/books', { name: 'Shared name' });
    expect((await api.post('/api/shelves', { name: 'Shared name' })).body).toMatchObject({ slug: 'shared-name' });
  });

  it('is moved to the recycle bin with a deletion record', async () => {
    const { id } = await app.given.shelf();
    await api.delete(`/api/shelves/${id}`);
    const rows = await app.database.query(
      `SELECT deleted_by FROM deletions WHERE deletable_type = 'bookshelf' AND deletable_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ deleted_by: editor.id }]);
    const logged = await app.database.query(
      `SELECT type FROM activities WHERE loggable_type = 'bookshelf' AND loggable_id = $1`,
      [id],
    );
    expect(logged).toEqual([{ type: 'bookshelf_delete' }]);
  });
});

describe('tags of an item', () => {
  it('are replaced as a whole, kept without a list, and cleared by an empty list', async () => {
    const { id } = await app.given.shelf();
    const tagsAfter = async (input: object) => member((await api.put(`/api/shelves/${id}`, input)).body, 'tags');
    expect(await tagsAfter({ tags: [{ name: 'b', value: '2' }, { name: 'a' }, { name: 'b', value: '2' }] })).toEqual([
      { name: 'b', value: '2', order: 0 },
      { name: 'a', value: '', order: 0 },
      { name: 'b', value: '2', order: 0 },
    ]);
    expect(await tagsAfter({ description: 'x' })).toHaveLength(3);
    expect(await tagsAfter({ tags: [{ name: 'only' }, { name: '', value: 'dropped' }] })).toEqual([
      { name: 'only', value: '', order: 0 },
    ]);
    expect(await tagsAfter({ tags: [] })).toEqual([]);
  });
});
