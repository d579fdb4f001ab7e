import type { TestApi, TestResponse } from '@almanac/testing';
import { each, idOf, member, numberAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ DATABASE_POOL_SIZE: '20' });
  api = app.api.as(await app.given.admin()).repeatingWhenBusy();
});
afterAll(() => app.close());
afterEach(async () => expect(await oddities()).toEqual([]));

const AT_ONCE = 50;
const ROUNDS = [1, 2, 3];
const many = (work: (index: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
const statuses = (answers: TestResponse[]) => [...new Set(answers.map(({ status }) => status))].sort();
const withStatus = (answers: TestResponse[], status: number) => answers.filter((answer) => answer.status === status);
const deletionOf = async (type: string, id: number) =>
  numberAt(
    (await api.get(`/api/recycle-bin?filter[deletable_type]=${type}&filter[deletable_id]=${id}`)).body,
    'data.0.id',
  );

const RECORDED = (type: string, id: string) =>
  `EXISTS (SELECT 1 FROM deletions WHERE deletable_type = '${type}' AND deletable_id = ${id})`;

/** Inconsistencies that no combination of concurrent requests may leave behind. */
async function oddities(): Promise<unknown[]> {
  return app.database.query(`
    SELECT 'living page in a dead chapter' AS oddity, page.id FROM pages page JOIN chapters parent ON parent.id = page.chapter_id
      WHERE page.deleted_at IS NULL AND parent.deleted_at IS NOT NULL
    UNION ALL SELECT 'living page in a dead book', page.id FROM pages page JOIN books parent ON parent.id = page.book_id
      WHERE page.deleted_at IS NULL AND parent.deleted_at IS NOT NULL
    UNION ALL SELECT 'living chapter in a dead book', chapter.id FROM chapters chapter JOIN books parent ON parent.id = chapter.book_id
      WHERE chapter.deleted_at IS NULL AND parent.deleted_at IS NOT NULL
    UNION ALL SELECT 'dead page without a way back', page.id FROM pages page WHERE deleted_at IS NOT NULL
      AND NOT (${RECORDED('page', 'page.id')} OR ${RECORDED('chapter', 'page.chapter_id')} OR ${RECORDED('book', 'page.book_id')})
    UNION ALL SELECT 'dead chapter without a way back', chapter.id FROM chapters chapter WHERE deleted_at IS NOT NULL
      AND NOT (${RECORDED('chapter', 'chapter.id')} OR ${RECORDED('book', 'chapter.book_id')})
    UNION ALL SELECT 'dead book without a way back', book.id FROM books book WHERE deleted_at IS NOT NULL AND NOT ${RECORDED('book', 'book.id')}
    UNION ALL SELECT 'record of a living or missing item', deletion.id FROM deletions deletion WHERE NOT EXISTS (
      SELECT 1 FROM pages WHERE deletable_type = 'page' AND id = deletable_id AND deleted_at IS NOT NULL
      UNION ALL SELECT 1 FROM chapters WHERE deletable_type = 'chapter' AND id = deletable_id AND deleted_at IS NOT NULL
      UNION ALL SELECT 1 FROM books WHERE deletable_type = 'book' AND id = deletable_id AND deleted_at IS NOT NULL)`);
}

describe('comments', () => {
  it('get the numbers from 1 to 50 when fifty are created at once', async () => {
    const { id: page_id } = await app.given.page();
    const made = await many((index) =>
      api.post('/api/comments', { page_id, html: '<p>x</p>', reply_to: index % 2 ? 1 : null }),
    );
    expect(statuses(made)).toEqual([200]);
    const numbers = made.map(({ body }) => numberAt(body, 'local_id')).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: AT_ONCE }, (_, index) => index + 1));
  });

  it('are refused or hidden when their page is deleted at the same time', async () => {
    const { id: page_id } = await app.given.page();
    const answers = await many((index) =>
      index === 20 ? api.delete(`/api/pages/${page_id}`) : api.post('/api/comments', { page_id, html: '<p>x</p>' }),
    );
    expect(statuses(answers).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
    expect(member((await api.get(`/api/comments?filter[commentable_id]=${page_id}`)).body, 'total')).toBe(0);
  });

  it('are deleted once during concurrent updates and deletions', async () => {
    const { id: page_id } = await app.given.page();
    const id = idOf((await api.post('/api/comments', { page_id, html: '<p>x</p>' })).body);
    const at = `/api/comments/${id}`;
    const answers = await many((index) =>
      index % 5 === 4 ? api.delete(at) : api.put(at, { html: `<p>${index}</p>`, archived: index % 2 }),
    );
    expect(statuses(answers).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
    expect(withStatus(answers, 204)).toHaveLength(1);
    expect((await api.get(at)).status).toBe(404);
  });
});

describe('deleting', () => {
  it.each(['books', 'chapters', 'pages'])(
    'one of the %s during updates succeeds once, and later requests get 404',
    async (kind) => {
      const chapter = await app.given.chapter();
      const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
      const id = kind === 'books' ? chapter.bookId : kind === 'chapters' ? chapter.id : page.id;
      const at = `/api/${kind}/${id}`;
      const answers = await many((index) =>
        index % 10 === 9 ? api.delete(at) : api.put(at, { name: `Name ${index}`, tags: [{ name: 't' }] }),
      );
      expect(statuses(answers).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
      expect(withStatus(answers, 204)).toHaveLength(1);
      expect((await api.get(at)).status).toBe(404);
    },
  );

  it('pages, their chapter and their book during additions leaves a restorable book', async () => {
    const chapter = await app.given.chapter();
    const pages: number[] = [];
    for (let made = 0; made < 20; made++)
      pages.push((await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id })).id);
    const answers = await many((index) => {
      if (index === 15) return api.delete(`/api/chapters/${chapter.id}`);
      if (index === 30) return api.delete(`/api/books/${chapter.bookId}`);
      const page = pages[index % 25];
      return page === undefined
        ? api.post('/api/pages', { chapter_id: chapter.id, name: 'New', html: '<p>x</p>' })
        : api.delete(`/api/pages/${page}`);
    });
    expect(statuses(answers).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
    expect(await restoreAll('book', chapter.bookId)).toBe(200);
  });
});

const restoreAll = async (type: string, id: number) =>
  (await api.put(`/api/recycle-bin/${await deletionOf(type, id)}`)).status;

describe('the recycle bin', () => {
  it('restores an item once for many concurrent requests', async () => {
    const { id, bookId } = await app.given.chapter();
    await api.delete(`/api/books/${bookId}`);
    const deletion = await deletionOf('book', bookId);
    const answers = await many(() => api.put(`/api/recycle-bin/${deletion}`));
    expect(statuses(answers)).toEqual([200, 404]);
    expect(withStatus(answers, 200).map(({ body }) => body)).toEqual([{ restore_count: 2 }]);
    expect((await api.get(`/api/chapters/${id}`)).status).toBe(200);
  });

  it.each(ROUNDS)('either restores or destroys an item that receives both requests (%i)', async () => {
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    await api.delete(`/api/pages/${page.id}`);
    await api.delete(`/api/books/${chapter.bookId}`);
    const [inner, outer] = [await deletionOf('page', page.id), await deletionOf('book', chapter.bookId)];
    const answers = await many((index) =>
      api.send(index % 3 === 0 ? 'DELETE' : 'PUT', `/api/recycle-bin/${index % 2 ? inner : outer}`),
    );
    expect(statuses(answers)).toEqual([200, 404]);
    expect(
      withStatus(
        answers.filter((_, index) => index % 2 === 0),
        200,
      ),
    ).toHaveLength(1);
    const [left] = await app.database.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM deletions WHERE id = ANY($1)',
      [[inner, outer]],
    );
    expect(left).toEqual({ left: 0 });
  });

  it.each(ROUNDS)('restores a chapter while pages with the same names are created in its book (%i)', async () => {
    const { id: book_id } = await app.given.book();
    const chapter = await app.given.chapter({ bookId: book_id, name: 'Same', slug: 'same' });
    for (let made = 0; made < 3; made++)
      await app.given.page({
        bookId: book_id,
        chapterId: chapter.id,
        name: 'Same',
        slug: made === 0 ? 'same' : `same-${made}`,
      });
    await api.delete(`/api/chapters/${chapter.id}`);
    const deletion = await deletionOf('chapter', chapter.id);
    const answers = await many((index) => {
      if (index === 10) return api.put(`/api/recycle-bin/${deletion}`);
      if (index % 7 === 3) return api.post('/api/chapters', { book_id, name: 'Same' });
      return api.post('/api/pages', {
        ...(index % 2 ? { book_id } : { chapter_id: chapter.id }),
        name: 'Same',
        html: '<p>x</p>',
      });
    });
    expect(statuses(answers).filter((status) => ![200, 404].includes(status))).toEqual([]);
    expect(answers[10]?.body).toEqual({ restore_count: 4 });
    const slugs = each((await api.get(`/api/pages?filter[book_id]=${book_id}&count=500`)).body, 'slug');
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it.each(ROUNDS)('destroys a book while its page is restored and its template is used (%i)', async () => {
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, template: true });
    const other = await app.given.book({ defaultTemplateId: page.id });
    for (const path of [`pages/${page.id}`, `chapters/${chapter.id}`, `books/${chapter.bookId}`])
      await api.delete(`/api/${path}`);
    const records = [
      await deletionOf('page', page.id),
      await deletionOf('chapter', chapter.id),
      await deletionOf('book', chapter.bookId),
    ];
    const answers = await many((index) => {
      if (index === 25) return api.delete(`/api/recycle-bin/${records[2]}`);
      if (index % 5 === 0) return api.put(`/api/books/${other.id}`, { description: `${index}` });
      return api.put(`/api/recycle-bin/${records[index % 2]}`);
    });
    expect(statuses(answers).filter((status) => ![200, 404].includes(status))).toEqual([]);
    expect(answers[25]?.body).toEqual({ delete_count: 3 });
    expect((await api.get(`/api/books/${other.id}`)).body).toMatchObject({ default_template_id: null });
  });
});
