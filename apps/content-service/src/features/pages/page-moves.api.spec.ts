import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { member, problem, refused } from '../../testing/answers';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ REVISION_LIMIT: '3' });
  api = app.api.as(await app.given.editor());
});
afterAll(() => app.close());

const put = (id: number, input: object) => api.put(`/api/pages/${id}`, input);

describe('a page that is moved', () => {
  it('to a chapter of another book gets that book', async () => {
    const [page, chapter] = [await app.given.page({ priority: 8 }), await app.given.chapter()];
    expect(await put(page.id, { chapter_id: chapter.id })).toMatchObject({
      status: 200,
      body: { book_id: chapter.bookId, chapter_id: chapter.id, priority: 8, slug: page.slug },
    });
    const rows = await app.database.query(
      `SELECT type FROM activities WHERE loggable_id = $1 AND loggable_type = 'page' ORDER BY id`,
      [page.id],
    );
    expect(rows).toEqual([{ type: 'page_move' }, { type: 'page_update' }]);
  });

  it('to the book of its chapter leaves the chapter', async () => {
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    expect((await put(page.id, { book_id: chapter.bookId })).body).toMatchObject({
      book_id: chapter.bookId,
      chapter_id: null,
    });
  });

  it('goes to the chapter when both parents are given', async () => {
    const [page, chapter, book] = [await app.given.page(), await app.given.chapter(), await app.given.book()];
    expect((await put(page.id, { chapter_id: chapter.id, book_id: book.id })).body).toMatchObject({
      chapter_id: chapter.id,
    });
  });

  it('to its current book is not recorded as a move', async () => {
    const page = await app.given.page();
    await put(page.id, { book_id: page.bookId });
    expect(
      await app.database.query(`SELECT 1 FROM activities WHERE type = 'page_move' AND loggable_id = $1`, [page.id]),
    ).toEqual([]);
  });

  it('gets a new slug when its own is taken, and the plain one when it is free', async () => {
    const [target, page] = [await app.given.book(), await app.given.page({ name: 'Intro', slug: 'intro' })];
    await app.given.page({ bookId: target.id, name: 'Intro', slug: 'intro' });
    const moved = (await put(page.id, { book_id: target.id })).body;
    expect(member(moved, 'slug')).toMatch(/^intro-\w{3}$/);
    expect((await put(page.id, { book_id: page.bookId })).body).toMatchObject({ slug: 'intro' });
    expect(await app.database.query('SELECT 1 FROM slug_history WHERE page_id = $1', [page.id])).toEqual([]);
  });

  it('to a missing parent stays unchanged, and the response names the parent', async () => {
    const page = await app.given.page();
    expect(await put(page.id, { book_id: 999_999 })).toMatchObject({
      status: 404,
      body: problem(404, 'Book not found'),
    });
    expect(await put(page.id, { chapter_id: 999_999, name: 'Changed' })).toMatchObject({
      status: 404,
      body: problem(404, 'Chapter not found'),
    });
    expect((await api.get(`/api/pages/${page.id}`)).body).toMatchObject({
      name: page.name,
      revision_count: page.revisionCount,
    });
  });

  it('to the chapter null is refused', async () => {
    const page = await app.given.page();
    expect((await put(page.id, { chapter_id: null })).body).toEqual(
      refused({ chapter_id: ['The chapter id must be an integer.'] }),
    );
  });

  it.each(['page-update-all', 'page-delete-all', 'page-create-all'])('needs %s', async (missing) => {
    const permissions = [
      'book-view-all',
      'chapter-view-all',
      'page-view-all',
      'page-update-all',
      'page-delete-all',
      'page-create-all',
    ];
    const someone = await app.given.user({ permissions: permissions.filter((name) => name !== missing) });
    const [page, chapter] = [await app.given.page(), await app.given.chapter()];
    expect((await app.api.as(someone).put(`/api/pages/${page.id}`, { chapter_id: chapter.id })).status).toBe(403);
    expect((await api.get(`/api/pages/${page.id}`)).body).toMatchObject({ book_id: page.bookId, chapter_id: null });
  });
});

const revisions = (pageId: number) =>
  app.database.query(
    'SELECT revision_number AS number, name, html, markdown, summary FROM page_revisions WHERE page_id = $1 ORDER BY revision_number',
    [pageId],
  );

describe('the revisions of a page', () => {
  const make = async (input: object = {}) =>
    Number(
      member(
        (
          await api.post('/api/pages', {
            name: 'Revised',
            html: '<p>1</p>',
            book_id: (await app.given.book()).id,
            ...input,
          })
        ).body,
        'id',
      ),
    );

  it('begin with the first save', async () => {
    expect(await revisions(await make())).toEqual([
      { number: 1, name: 'Revised', html: '<p id="bkmrk-1">1</p>', markdown: '', summary: 'Initial publish' },
    ]);
    expect(await revisions(await make({ changelog: 'Why' }))).toMatchObject([{ summary: 'Why' }]);
  });

  it('are stored only for a new name, new content or a changelog', async () => {
    const id = await make();
    for (const input of [{}, { tags: [{ name: 'a' }] }, { priority: 7 }, { html: '<p>1</p>' }]) await put(id, input);
    expect(await revisions(id)).toHaveLength(1);
    await put(id, { name: 'Renamed' });
    await put(id, { changelog: 'Only a note' });
    expect(await revisions(id)).toMatchObject([
      { number: 1 },
      { number: 6, name: 'Renamed', summary: null },
      { number: 7, name: 'Renamed', html: '<p id="bkmrk-1">1</p>', summary: 'Only a note' },
    ]);
  });

  it('beyond the limit are dropped, the oldest first', async () => {
    const id = await make();
    for (let version = 2; version <= 6; version++) await put(id, { markdown: `version ${version}` });
    expect(await revisions(id)).toMatchObject([{ number: 4 }, { number: 5 }, { number: 6, markdown: 'version 6' }]);
  });

  it('beyond a lowered limit are removed ten at a time', async () => {
    const { id } = await app.given.page({ revisionCount: 30 });
    await app.database.query(
      `INSERT INTO page_revisions (page_id, revision_number, name, slug, book_slug, html) SELECT $1, number, 'old', 'old', 'old', '' FROM generate_series(1, 30) number`,
      [id],
    );
    await put(id, { html: '<p>new</p>' });
    expect(await revisions(id)).toHaveLength(21);
  });
});

it('without a limit every revision is kept', async () => {
  const unlimited = await startContent({ REVISION_LIMIT: 'false' });
  const page = await unlimited.given.page({ revisionCount: 200 });
  await unlimited.database.query(
    `INSERT INTO page_revisions (page_id, revision_number, name, slug, book_slug, html) SELECT $1, number, 'old', 'old', 'old', '' FROM generate_series(1, 200) number`,
    [page.id],
  );
  await unlimited.api.as(await unlimited.given.editor()).put(`/api/pages/${page.id}`, { html: '<p>new</p>' });
  const kept = 'SELECT 1 FROM page_revisions WHERE page_id = $1';
  expect(await unlimited.database.query(kept, [page.id])).toHaveLength(201);
  await unlimited.close();
});
