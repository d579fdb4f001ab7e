import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { idOf, member, problem } from '../../testing/answers';
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

const read = async (id: number) => (await api.get(`/api/pages/${id}`)).body;
const put = async (id: number, input: object) => (await api.put(`/api/pages/${id}`, input)).body;
const activities = async (id: number) =>
  app.database.query(`SELECT type FROM activities WHERE loggable_type = 'page' AND loggable_id = $1 ORDER BY id`, [id]);

describe('POST /api/pages', () => {
  it('returns the whole page with users as objects', async () => {
    const book = await app.given.book();
    const { status, body } = await api.post('/api/pages', {
      name: 'My Page',
      html: '<p>Hello</p>',
      book_id: book.id,
      priority: 15,
      tags: [{ name: 't' }],
    });
    const person = { id: editor.id, name: editor.name, slug: editor.slug };
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{
          id: idOf(body),
          type: 'page',
          name: 'My Page',
          slug: 'my-page',
          book_id: book.id,
          chapter_id: null,
          priority: 15,
        },
        ...{
          draft: false,
          template: false,
          revision_count: 1,
          editor: 'wysiwyg',
          markdown: '',
          tags: [{ name: 't', value: '', order: 0 }],
        },
        ...{ html: '<p id="bkmrk-hello">Hello</p>', raw_html: '<p id="bkmrk-hello">Hello</p>' },
        ...{ created_by: person, updated_by: person, owned_by: person },
        ...{ created_at: expect.stringMatching(/\.\d{6}Z$/), updated_at: expect.stringMatching(/\.\d{6}Z$/) },
      },
    });
    expect(await activities(idOf(body))).toEqual([{ type: 'page_create' }]);
  });

  it('prefers Markdown over HTML', async () => {
    const { id: book_id } = await app.given.book();
    const { body } = await api.post('/api/pages', {
      name: 'x',
      markdown: '# A new\n[link](https://example.com)',
      html: '<p>no</p>',
      book_id,
    });
    expect(body).toMatchObject({ markdown: '# A new\n[link](https://example.com)', editor: 'markdown' });
    expect(member(body, 'html')).toMatch(
      /<h1 id="bkmrk-a-new">A new<\/h1>[^]*<a href="https:\/\/example.com">link<\/a>/,
    );
    expect(member(body, 'html')).not.toContain('no</p>');
  });

  it('creates the page in the chapter and its book when both parents are given', async () => {
    const [book, chapter] = [await app.given.book(), await app.given.chapter()];
    const { body } = await api.post('/api/pages', { name: 'x', html: 'x', book_id: book.id, chapter_id: chapter.id });
    expect(body).toMatchObject({ book_id: chapter.bookId, chapter_id: chapter.id });
  });

  it('gives the page the next priority: 2 in an empty book, 1 in an empty chapter', async () => {
    const chapter = await app.given.chapter({ priority: 6 });
    const place = async (input: object) =>
      member((await api.post('/api/pages', { name: 'x', html: 'x', ...input })).body, 'priority');
    expect(await place({ book_id: (await app.given.book()).id })).toBe(2);
    expect([await place({ chapter_id: chapter.id }), await place({ chapter_id: chapter.id })]).toEqual([1, 2]);
    expect(await place({ book_id: chapter.bookId })).toBe(7);
  });

  it('creates a page after a neighbour with the highest possible priority', async () => {
    const chapter = await app.given.chapter();
    await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, priority: 2_147_483_647 });
    await app.given.page({ bookId: chapter.bookId, priority: 2_147_483_647 });
    for (const parent of [{ chapter_id: chapter.id }, { book_id: chapter.bookId }])
      expect((await api.post('/api/pages', { name: 'x', html: 'x', ...parent })).status).toBe(200);
  });

  it('returns 404 and names the missing parent', async () => {
    expect((await api.post('/api/pages', { name: 'x', html: 'x', book_id: 999_999 })).body).toEqual(
      problem(404, 'Book not found'),
    );
    expect((await api.post('/api/pages', { name: 'x', html: 'x', chapter_id: '99999999999' })).body).toEqual(
      problem(404, 'Chapter not found'),
    );
  });

  it('allows callers with page-create-own to create pages only in their own chapters', async () => {
    const someone = await app.given.user({
      permissions: ['book-view-all', 'chapter-view-all', 'page-view-all', 'page-create-own'],
    });
    const [mine, other] = [await app.given.chapter({ ownedBy: someone.id }), await app.given.chapter()];
    const make = async (chapter_id: number) =>
      (await app.api.as(someone).post('/api/pages', { name: 'x', html: 'x', chapter_id })).status;
    expect([await make(mine.id), await make(other.id)]).toEqual([200, 403]);
  });
});

describe('GET /api/pages/{id}', () => {
  it('returns sanitized html and unchanged raw_html', async () => {
    const { id } = await app.given.page({ html: '<p id="bkmrk-a">ok</p><script>alert(1)</script>' });
    const body = await read(id);
    expect(member(body, 'html')).toBe('<p id="bkmrk-a">ok</p>');
    expect(member(body, 'raw_html')).toBe('<p id="bkmrk-a">ok</p><script>alert(1)</script>');
  });

  it('returns comments as trees and archived comments separately', async () => {
    const { id } = await app.given.page();
    const comment = (local: number, parent: number | null, archived = false) =>
      app.database.query(
        `INSERT INTO comments (page_id, local_id, parent_id, html, archived, created_by, updated_by) VALUES ($1, $2, $3, '<p>c</p>', $4, $5, $5)`,
        [id, local, parent, archived, editor.id],
      );
    await comment(1, null);
    await comment(2, 1);
    await comment(3, 2);
    await comment(4, null, true);
    await comment(5, 77);
    const body = await read(id);
    expect(member(body, 'comments')).toMatchObject({
      active: [
        {
          depth: 0,
          comment: { local_id: 1, created_by: { id: editor.id }, updated_by: editor.id, html: '<p>c</p>' },
          children: [{ depth: 1, children: [{ depth: 2, comment: { local_id: 3 }, children: [] }] }],
        },
        { depth: 0, comment: { local_id: 5, parent_id: 77 } },
      ],
      archived: [{ depth: 0, comment: { local_id: 4, archived: true } }],
    });
  });

  it('returns own drafts and 404 for drafts of other users', async () => {
    const [mine, other] = [
      await app.given.page({ draft: true, ownedBy: editor.id }),
      await app.given.page({ draft: true }),
    ];
    expect((await api.get(`/api/pages/${mine.id}`)).body).toMatchObject({ draft: true });
    expect(await api.get(`/api/pages/${other.id}`)).toMatchObject({
      status: 404,
      body: problem(404, 'Page not found'),
    });
  });
});

describe('PUT /api/pages/{id}', () => {
  it('keeps the content when the request contains none', async () => {
    const page = await app.given.page({ html: '<p>kept<!-- raw --></p>', markdown: 'kept' });
    expect(await put(page.id, { name: 'Renamed', tags: [{ name: 'a' }] })).toMatchObject({
      raw_html: '<p>kept<!-- raw --></p>',
      markdown: 'kept',
      name: 'Renamed',
    });
  });

  it('increments revision_count and sets updated_at even without changes', async () => {
    const page = await app.given.page({ updatedAt: new Date('2020-01-01') });
    expect(await put(page.id, {})).toMatchObject({
      revision_count: 2,
      updated_at: expect.not.stringMatching(/^2020/),
      updated_by: { id: editor.id },
    });
    expect(await put(page.id, { tags: [] })).toMatchObject({ revision_count: 3 });
    expect(await activities(page.id)).toEqual([{ type: 'page_update' }, { type: 'page_update' }]);
  });

  it.each([{ html: '' }, { markdown: '' }, { html: '', markdown: '' }])(
    'empties the page when only empty content is given (%j)',
    async (input) => {
      const page = await app.given.page({ html: '<p>x</p>', markdown: 'x' });
      expect(await put(page.id, input)).toMatchObject({ raw_html: '', html: '', markdown: '' });
    },
  );

  it('replaces HTML by Markdown and Markdown by HTML', async () => {
    const page = await app.given.page();
    expect(await put(page.id, { markdown: '**b**' })).toMatchObject({
      markdown: '**b**',
      raw_html: expect.stringContaining('<strong>b</strong>'),
    });
    expect(await put(page.id, { html: '<p>plain</p>', markdown: '' })).toMatchObject({
      markdown: '',
      raw_html: '<p id="bkmrk-plain">plain</p>',
    });
  });

  it('gives a renamed page a new slug and stores the old one in the slug history', async () => {
    const book = await app.given.book();
    const page = await app.given.page({ bookId: book.id });
    expect(await put(page.id, { name: 'Renamed' })).toMatchObject({ slug: 'renamed' });
    expect(await put(page.id, { name: 'Renamed' })).toMatchObject({ slug: 'renamed' });
    expect(
      await app.database.query('SELECT slug, parent_slug FROM slug_history WHERE page_id = $1', [page.id]),
    ).toEqual([{ slug: page.slug, parent_slug: book.slug }]);
  });
});

describe('the editor of a page', () => {
  const save = async (current: 'wysiwyg' | 'wysiwyg2024' | 'markdown', input: object, caller = editor) => {
    const { id } = await app.given.page({ editor: current });
    return member((await app.api.as(caller).put(`/api/pages/${id}`, input)).body, 'editor');
  };

  it.each([
    ['wysiwyg', { markdown: 'x' }, 'markdown'],
    ['wysiwyg2024', { markdown: 'x' }, 'markdown'],
    ['wysiwyg2024', { html: 'x' }, 'wysiwyg2024'],
    ['markdown', { html: 'x' }, 'wysiwyg'],
    ['markdown', { name: 'x' }, 'markdown'],
    ['markdown', { markdown: 'x' }, 'markdown'],
  ] as const)('that starts as %s is, after a save of %j, %s', async (current, input, next) => {
    expect(await save(current, input)).toBe(next);
  });

  it('stays the same for callers without the permission to change editors', async () => {
    const someone = await app.given.user({ permissions: ['page-view-all', 'page-update-all'] });
    expect(await save('wysiwyg', { markdown: 'x' }, someone)).toBe('wysiwyg');
    expect(await save('markdown', { html: 'x' }, someone)).toBe('markdown');
  });
});

it('DELETE /api/pages/{id} moves the page to the recycle bin and keeps its body', async () => {
  const { id } = await app.given.page();
  expect((await api.delete(`/api/pages/${id}`)).status).toBe(204);
  expect(
    await app.database.query(`SELECT deleted_by FROM deletions WHERE deletable_type = 'page' AND deletable_id = $1`, [
      id,
    ]),
  ).toEqual([{ deleted_by: editor.id }]);
  expect(await app.database.query('SELECT html FROM page_contents WHERE page_id = $1', [id])).toHaveLength(1);
  expect(await activities(id)).toEqual([{ type: 'page_delete' }]);
});
