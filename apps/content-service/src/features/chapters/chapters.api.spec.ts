import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, idOf, member, problem } from '../../testing/answers';
import type { Person } from '../../testing/given';

let app: ContentApp;
let editor: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  editor = await app.given.editor();
  api = app.api.as(editor);
});
afterAll(() => app.close());

const read = async (id: number) => (await api.get(`/api/chapters/${id}`)).body;
const CONTENT_RIGHTS = ['book', 'chapter', 'page'].flatMap((type) =>
  ['view', 'create', 'update', 'delete'].map((action) => `${type}-${action}-all`),
);
const without = (...missing: string[]) =>
  app.given.user({ permissions: CONTENT_RIGHTS.filter((name) => !missing.includes(name)) });

describe('POST /api/chapters', () => {
  it('creates a chapter and returns users as ids, without pages', async () => {
    const [book, template] = [await app.given.book(), await app.given.page({ template: true })];
    const input = {
      name: 'My Chapter',
      book_id: book.id,
      description: 'd',
      priority: 15,
      default_template_id: template.id,
      tags: [{ name: 't', value: 'v' }],
    };
    const { status, body } = await api.post('/api/chapters', input);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{
          id: idOf(body),
          type: 'chapter',
          name: 'My Chapter',
          slug: 'my-chapter',
          book_id: book.id,
          book_slug: book.slug,
          priority: 15,
        },
        ...{
          description: 'd',
          description_html: '<p>d</p>',
          default_template_id: template.id,
          tags: [{ name: 't', value: 'v', order: 0 }],
        },
        ...{ created_by: editor.id, updated_by: editor.id, owned_by: editor.id },
        ...{ created_at: expect.stringMatching(/\.\d{6}Z$/), updated_at: expect.stringMatching(/\.\d{6}Z$/) },
      },
    });
  });

  it('places the chapter last in the book; the first chapter gets priority 2', async () => {
    const { id: book_id } = await app.given.book();
    const places = [];
    for (const priority of [undefined, undefined, 7, undefined, -3, undefined])
      places.push(member((await api.post('/api/chapters', { name: 'x', book_id, priority })).body, 'priority'));
    expect(places).toEqual([2, 3, 7, 8, -3, 9]);
  });

  it('returns 403 without permission to create chapters in the book', async () => {
    const someone = await app.given.user({ permissions: ['book-view-all', 'chapter-view-all', 'chapter-create-own'] });
    const [mine, other] = [await app.given.book({ ownedBy: someone.id }), await app.given.book()];
    expect((await app.api.as(someone).post('/api/chapters', { name: 'x', book_id: mine.id })).status).toBe(200);
    expect((await app.api.as(someone).post('/api/chapters', { name: 'x', book_id: other.id })).status).toBe(403);
  });

  it('creates slugs that are unique among the chapters of one book', async () => {
    const [one, two] = [await app.given.book(), await app.given.book()];
    const slugIn = async (book_id: number) =>
      member((await api.post('/api/chapters', { name: 'Same', book_id })).body, 'slug');
    expect(await slugIn(one.id)).toBe('same');
    expect(await slugIn(two.id)).toBe('same');
    expect(await slugIn(one.id)).toMatch(/^same-[A-Za-z0-9]{3}$/);
    expect((await api.post('/api/pages', { name: 'Same', html: 'x', book_id: one.id })).body).toMatchObject({
      slug: 'same',
    });
  });
});

describe('GET /api/chapters/{id}', () => {
  it('returns the visible pages by priority, drafts first', async () => {
    const chapter = await app.given.chapter();
    const [second, first, draft] = [
      await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, priority: 5 }),
      await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, priority: 1 }),
      await app.given.page({
        bookId: chapter.bookId,
        chapterId: chapter.id,
        priority: 9,
        draft: true,
        ownedBy: editor.id,
      }),
    ];
    await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, draft: true });
    await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, deletedAt: new Date() });
    const body = await read(chapter.id);
    expect(each(body, 'id', 'pages')).toEqual([draft.id, first.id, second.id]);
    expect(Object.keys(Object(member(body, 'pages.1'))).sort()).toEqual([
      'book_id',
      'book_slug',
      'chapter_id',
      'created_at',
      'created_by',
      'draft',
      'editor',
      'id',
      'name',
      'owned_by',
      'priority',
      'revision_count',
      'slug',
      'template',
      'updated_at',
      'updated_by',
    ]);
    expect(body).toMatchObject({ owned_by: { id: 1 }, description_html: '<p></p>' });
  });
});

describe('PUT /api/chapters/{id}', () => {
  it('changes the given fields and keeps the others', async () => {
    const chapter = await app.given.chapter({ description: 'kept', priority: 4 });
    expect((await api.put(`/api/chapters/${chapter.id}`, { priority: 9 })).body).toMatchObject({
      name: chapter.name,
      slug: chapter.slug,
      description: 'kept',
      priority: 9,
      updated_by: editor.id,
      created_by: 1,
    });
  });

  it('keeps the old slug and the book slug in the slug history', async () => {
    const book = await app.given.book();
    const chapter = await app.given.chapter({ bookId: book.id });
    expect((await api.put(`/api/chapters/${chapter.id}`, { name: 'Renamed' })).body).toMatchObject({ slug: 'renamed' });
    expect(
      await app.database.query('SELECT slug, parent_slug FROM slug_history WHERE chapter_id = $1', [chapter.id]),
    ).toEqual([{ slug: chapter.slug, parent_slug: book.slug }]);
  });
});

describe('a move of a chapter to another book', () => {
  it('includes all pages, even deleted ones, and replaces slugs that are taken', async () => {
    const target = await app.given.book();
    const chapter = await app.given.chapter({ name: 'Moving', slug: 'moving' });
    const at = { bookId: chapter.bookId, chapterId: chapter.id };
    const [clash, free, binned] = [
      await app.given.page({ ...at, name: 'Page', slug: 'page' }),
      await app.given.page({ ...at, name: 'Free', slug: 'free' }),
      await app.given.page({ ...at, deletedAt: new Date() }),
    ];
    await app.given.chapter({ bookId: target.id, name: 'Moving', slug: 'moving' });
    await app.given.page({ bookId: target.id, name: 'Page', slug: 'page' });

    const { status, body } = await api.put(`/api/chapters/${chapter.id}`, { book_id: target.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      book_id: target.id,
      book_slug: target.slug,
      slug: expect.stringMatching(/^moving-\w{3}$/),
      priority: chapter.priority,
    });
    const pages = await app.database.query(
      'SELECT id, book_id, chapter_id, slug FROM pages WHERE chapter_id = $1 ORDER BY id',
      [chapter.id],
    );
    expect(pages).toEqual([
      { id: clash.id, book_id: target.id, chapter_id: chapter.id, slug: expect.stringMatching(/^page-\w{3}$/) },
      { id: free.id, book_id: target.id, chapter_id: chapter.id, slug: 'free' },
      { id: binned.id, book_id: target.id, chapter_id: chapter.id, slug: binned.slug },
    ]);
  });

  it('writes a move and an update to the audit log', async () => {
    const [target, chapter] = [await app.given.book(), await app.given.chapter()];
    await api.put(`/api/chapters/${chapter.id}`, { book_id: target.id, name: 'There' });
    const rows = await app.database.query(
      `SELECT type FROM activities WHERE loggable_type = 'chapter' AND loggable_id = $1 ORDER BY id`,
      [chapter.id],
    );
    expect(rows).toEqual([{ type: 'chapter_move' }, { type: 'chapter_update' }]);
    expect(await read(chapter.id)).toMatchObject({ name: 'There', slug: 'there', book_id: target.id });
  });

  it('changes nothing when the target is its own book', async () => {
    const chapter = await app.given.chapter();
    expect((await api.put(`/api/chapters/${chapter.id}`, { book_id: chapter.bookId })).body).toMatchObject({
      slug: chapter.slug,
    });
    expect(
      await app.database.query(`SELECT 1 FROM activities WHERE type = 'chapter_move' AND loggable_id = $1`, [
        chapter.id,
      ]),
    ).toEqual([]);
  });

  it('returns 404 and changes nothing when the target book is missing or hidden', async () => {
    const [chapter, hidden] = [await app.given.chapter(), await app.given.book()];
    const someone = await app.given.user({
      permissions: [
        'book-view-own',
        'chapter-view-all',
        'chapter-update-all',
        'chapter-delete-all',
        'chapter-create-all',
      ],
    });
    for (const [caller, book_id] of [
      [editor, 999_999],
      [someone, hidden.id],
    ] as const) {
      const answer = await app.api.as(caller).put(`/api/chapters/${chapter.id}`, { book_id, name: 'Changed' });
      expect(answer).toMatchObject({ status: 404, body: problem(404, 'Book not found') });
    }
    expect(await read(chapter.id)).toMatchObject({ name: chapter.name, book_id: chapter.bookId });
  });

  it.each([['chapter-delete-all'], ['chapter-create-all'], ['chapter-update-all']])('requires %s', async (missing) => {
    const [target, chapter] = [await app.given.book(), await app.given.chapter()];
    const { status } = await app.api
      .as(await without(missing))
      .put(`/api/chapters/${chapter.id}`, { book_id: target.id });
    expect(status).toBe(403);
    expect(await read(chapter.id)).toMatchObject({ book_id: chapter.bookId });
  });
});

describe('DELETE /api/chapters/{id}', () => {
  it('moves the chapter and its pages to the recycle bin as one deletion', async () => {
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    const beside = await app.given.page({ bookId: chapter.bookId });
    expect((await api.delete(`/api/chapters/${chapter.id}`)).status).toBe(204);
    expect((await api.get(`/api/pages/${page.id}`)).status).toBe(404);
    expect((await api.get(`/api/pages/${beside.id}`)).status).toBe(200);
    expect(
      await app.database.query(
        `SELECT deletable_type FROM deletions WHERE deletable_id = ANY($1) AND deletable_type IN ('chapter', 'page') AND created_at >= (SELECT created_at FROM chapters WHERE id = $2)`,
        [[chapter.id], chapter.id],
      ),
    ).toEqual([{ deletable_type: 'chapter' }]);
    expect(each((await api.get(`/api/books/${chapter.bookId}`)).body, 'id', 'contents')).toEqual([beside.id]);
  });
});
