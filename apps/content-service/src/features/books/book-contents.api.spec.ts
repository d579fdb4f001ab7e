import { nonEmpty, type TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, idOf, member } from '../../testing/answers';
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

const read = async (id: number) => (await api.get(`/api/books/${id}`)).body;
const history = (bookId: number) =>
  app.database.query(
    `SELECT history.slug, history.parent_slug AS parent FROM slug_history history
     LEFT JOIN chapters ON chapters.id = history.chapter_id LEFT JOIN pages ON pages.id = history.page_id
     WHERE $1 IN (history.book_id, chapters.book_id, pages.book_id) ORDER BY history.id`,
    [bookId],
  );

describe('GET /api/books/{id}', () => {
  it('returns chapters with their pages, and direct pages, by priority with drafts first', async () => {
    const { id: bookId, slug } = await app.given.book();
    const last = await app.given.page({ bookId, priority: 9 });
    const chapter = await app.given.chapter({ bookId, priority: 5 });
    const second = await app.given.page({ bookId, chapterId: chapter.id, priority: 2 });
    const first = await app.given.page({ bookId, chapterId: chapter.id, priority: 1, template: true });
    const draft = await app.given.page({ bookId, priority: 99, draft: true, ownedBy: editor.id });
    await app.given.page({ bookId, priority: 1, draft: true });
    const body = await read(bookId);
    expect(each(body, 'id', 'contents')).toEqual([draft.id, chapter.id, last.id]);
    expect(each(body, 'type', 'contents')).toEqual(['page', 'chapter', 'page']);
    expect(each(body, 'id', 'contents.1.pages')).toEqual([first.id, second.id]);
    expect(each(body, 'url', 'contents')).toEqual([
      `${app.baseUrl}/books/${slug}/draft/${draft.id}`,
      `${app.baseUrl}/books/${slug}/chapter/${chapter.slug}`,
      `${app.baseUrl}/books/${slug}/page/${last.slug}`,
    ]);
    expect(member(body, 'contents.1.pages.0')).toEqual({
      ...{ id: first.id, name: first.name, slug: first.slug, book_id: bookId, chapter_id: chapter.id, priority: 1 },
      ...{ draft: false, template: true, url: `${app.baseUrl}/books/${slug}/page/${first.slug}` },
      ...{ created_at: expect.any(String), updated_at: expect.any(String) },
    });
    expect(member(body, 'contents.2.chapter_id')).toBeNull();
  });

  it('returns pages of a hidden chapter at the top level, without the chapter', async () => {
    const chapter = await app.given.chapter({ name: 'A hidden chapter' });
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    const caller = await app.given.user({ permissions: ['book-view-all', 'page-view-all'] });
    const { body, text } = await app.api.as(caller).get(`/api/books/${chapter.bookId}`);
    expect(each(body, 'id', 'contents')).toEqual([page.id]);
    expect(text).not.toContain('A hidden chapter');
  });

  it('returns the id, name and slug of each shelf visible to the caller', async () => {
    const book = await app.given.book();
    const viewer = await app.given.user({ permissions: ['book-view-all', 'bookshelf-view-own'] });
    const [mine, other] = [await app.given.shelf({ ownedBy: viewer.id }), await app.given.shelf()];
    for (const { id } of [mine, other]) await api.put(`/api/shelves/${id}`, { books: [book.id] });
    const { body } = await app.api.as(viewer).get(`/api/books/${book.id}`);
    expect(member(body, 'shelves')).toEqual([{ id: mine.id, name: mine.name, slug: mine.slug }]);
  });

  it('returns users as objects and deleted users as null', async () => {
    const owner = await app.given.user();
    const { id } = await app.given.book({ ownedBy: owner.id, createdBy: null });
    expect(await read(id)).toMatchObject({
      owned_by: { id: owner.id, name: owner.name, slug: owner.slug },
      created_by: null,
    });
    await app.database.query('DELETE FROM users WHERE id = $1', [owner.id]);
    expect(await read(id)).toMatchObject({ owned_by: null });
  });
});

describe('the description of a book', () => {
  it.each([
    ['neither', {}, '', '<p></p>'],
    ['a text', { description: 'a <b>\nnew line' }, 'a <b>\nnew line', '<p>a &lt;b&gt;<br>\nnew line</p>'],
    [
      'HTML',
      { description_html: '<p>One <strong>two</strong></p><p>three</p>' },
      'One two\nthree',
      '<p>One <strong>two</strong></p><p>three</p>',
    ],
    ['both', { description: 'ignored', description_html: '<p>wins</p>' }, 'wins', '<p>wins</p>'],
    ['HTML that runs', { description_html: '<p>ok</p><script>alert(1)</script>' }, 'ok', '<p>ok</p>'],
    ['empty HTML', { description: 'ignored', description_html: '' }, '', '<p></p>'],
  ])('is returned as text and as HTML when given as %s', async (_what, input, description, description_html) => {
    expect((await api.post('/api/books', { name: 'Described', ...input })).body).toMatchObject({
      description,
      description_html,
    });
  });

  it('survives an update without a description, and an empty string clears it', async () => {
    const { body } = await api.post('/api/books', { name: 'Described', description: 'stays' });
    expect((await api.put(`/api/books/${idOf(body)}`, { name: 'Renamed' })).body).toMatchObject({
      description: 'stays',
    });
    expect((await api.put(`/api/books/${idOf(body)}`, { description: '' })).body).toMatchObject({
      description: '',
      description_html: '<p></p>',
    });
  });
});

describe('the slug of a book', () => {
  it('comes from the name and gets a random suffix when already taken', async () => {
    const slugs = [];
    for (let i = 0; i < 3; i++)
      slugs.push(member((await api.post('/api/books', { name: 'PartA / PartB / PartC' })).body, 'slug'));
    expect(slugs[0]).toBe('parta-partb-partc');
    for (const slug of nonEmpty(slugs.slice(1))) expect(slug).toMatch(/^parta-partb-partc-[A-Za-z0-9]{3}$/);
    expect(new Set(slugs).size).toBe(3);
  });

  it('is a random hexadecimal string when the name has no usable character', async () => {
    expect(member((await api.post('/api/books', { name: '؟!…' })).body, 'slug')).toMatch(/^[0-9a-f]{5}$/);
  });

  it('changes with the name, and the slug history keeps all old addresses', async () => {
    const book = await app.given.book();
    const chapter = await app.given.chapter({ bookId: book.id });
    const page = await app.given.page({ bookId: book.id, chapterId: chapter.id });
    expect((await api.put(`/api/books/${book.id}`, { name: 'Another Name' })).body).toMatchObject({
      slug: 'another-name',
    });
    expect(await history(book.id)).toEqual([
      { slug: book.slug, parent: null },
      { slug: chapter.slug, parent: book.slug },
      { slug: page.slug, parent: book.slug },
    ]);
  });

  it('stays the same when an update does not change the name', async () => {
    const book = await app.given.book();
    expect((await api.put(`/api/books/${book.id}`, { name: book.name, description: 'x' })).body).toMatchObject({
      slug: book.slug,
    });
    expect(await history(book.id)).toEqual([]);
  });

  it('becomes available again when its book is deleted', async () => {
    const book = await app.given.book({ name: 'Once', slug: 'once' });
    await api.delete(`/api/books/${book.id}`);
    expect((await api.post('/api/books', { name: 'Once' })).body).toMatchObject({ slug: 'once' });
  });
});

describe('the default template of a book', () => {
  it('is a template page visible to the caller; other ids become null', async () => {
    const [template, plain, hidden] = [
      await app.given.page({ template: true }),
      await app.given.page(),
      await app.given.page({ template: true, draft: true }),
    ];
    const { body } = await api.post('/api/books', { name: 'Templated', default_template_id: template.id });
    const set = async (id: unknown) =>
      member((await api.put(`/api/books/${idOf(body)}`, { default_template_id: id })).body, 'default_template_id');
    expect(member(body, 'default_template_id')).toBe(template.id);
    for (const id of [plain.id, hidden.id, 0, 999_999, 99_999_999_999, null]) {
      expect(await set(String(template.id))).toBe(template.id);
      expect(await set(id)).toBeNull();
    }
  });

  it('stays when the caller sends it again but can no longer see it', async () => {
    const template = await app.given.page({ template: true });
    const book = await app.given.book({ defaultTemplateId: template.id });
    await app.database.query('UPDATE pages SET draft = true WHERE id = $1', [template.id]);
    expect((await api.put(`/api/books/${book.id}`, { default_template_id: template.id })).body).toMatchObject({
      default_template_id: template.id,
    });
  });
});

describe('DELETE /api/books/{id}', () => {
  it('moves the book and its contents to the recycle bin as one deletion', async () => {
    const book = await app.given.book();
    const chapter = await app.given.chapter({ bookId: book.id });
    const page = await app.given.page({ bookId: book.id, chapterId: chapter.id });
    const earlier = await app.given.page({ bookId: book.id });
    await api.delete(`/api/pages/${earlier.id}`);
    await api.delete(`/api/books/${book.id}`);
    for (const [path, id] of [
      ['chapters', chapter.id],
      ['pages', page.id],
    ] as const)
      expect((await api.get(`/api/${path}/${id}`)).status).toBe(404);
    const deletions = await app.database.query(
      "SELECT deletable_type, deletable_id, deleted_by FROM deletions WHERE (deletable_type, deletable_id) IN (('book', $1), ('chapter', $2), ('page', $3), ('page', $4)) ORDER BY id",
      [book.id, chapter.id, page.id, earlier.id],
    );
    expect(deletions).toEqual([
      { deletable_type: 'page', deletable_id: earlier.id, deleted_by: editor.id },
      { deletable_type: 'book', deletable_id: book.id, deleted_by: editor.id },
    ]);
    const gone = 'SELECT 1 FROM pages WHERE book_id = $1 AND deleted_at IS NOT NULL';
    expect(await app.database.query(gone, [book.id])).toHaveLength(2);
  });
});

it('creating, renaming and deleting a book writes one audit log entry each', async () => {
  const id = idOf((await api.post('/api/books', { name: 'Watched' })).body);
  await api.put(`/api/books/${id}`, { name: 'Watched closely' });
  await api.delete(`/api/books/${id}`);
  const rows = await app.database.query(
    `SELECT type, detail, user_id FROM activities WHERE loggable_type = 'book' AND loggable_id = $1 ORDER BY id`,
    [id],
  );
  expect(rows).toEqual([
    { type: 'book_create', detail: `(${id}) Watched`, user_id: editor.id },
    { type: 'book_update', detail: `(${id}) Watched closely`, user_id: editor.id },
    { type: 'book_delete', detail: `(${id}) Watched closely`, user_id: editor.id },
  ]);
});
