import type { TestApi, TestResponse } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, member } from '../../testing/answers';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ DATABASE_POOL_SIZE: '12' });
  api = app.api.as(await app.given.editor()).repeatingWhenBusy();
});
afterAll(() => app.close());

const AT_ONCE = 20;
const many = (work: (index: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
const statuses = (answers: TestResponse[]) => [...new Set(answers.map(({ status }) => status))];
const distinct = (answers: TestResponse[], key: string) => new Set(answers.map(({ body }) => member(body, key))).size;

describe('at the same time', () => {
  it('twenty new pages with one name in one book get unique slugs and priorities', async () => {
    const { id: book_id } = await app.given.book();
    const made = await many(() => api.post('/api/pages', { name: 'Same', html: '<p>x</p>', book_id }));
    expect(statuses(made)).toEqual([200]);
    expect([distinct(made, 'slug'), distinct(made, 'priority')]).toEqual([AT_ONCE, AT_ONCE]);
  });

  it('twenty new pages with one name in two chapters of a book get unique slugs', async () => {
    const { id: bookId } = await app.given.book();
    const chapters = [await app.given.chapter({ bookId }), await app.given.chapter({ bookId })];
    const made = await many((index) =>
      api.post('/api/pages', { name: 'Same', html: '<p>x</p>', chapter_id: chapters[index % 2]?.id }),
    );
    expect(statuses(made)).toEqual([200]);
    expect(distinct(made, 'slug')).toBe(AT_ONCE);
    for (const { id } of chapters) {
      const places = each((await api.get(`/api/chapters/${id}`)).body, 'priority', 'pages');
      expect(places).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  it('new chapters and pages of one book get unique priorities', async () => {
    const { id: book_id } = await app.given.book();
    const made = await many((index) =>
      index % 2
        ? api.post('/api/chapters', { name: 'Same', book_id })
        : api.post('/api/pages', { name: 'Same', markdown: 'x', book_id }),
    );
    expect(statuses(made)).toEqual([200]);
    expect(distinct(made, 'priority')).toBe(AT_ONCE);
  });

  it.each(['books', 'shelves'])('twenty new %s with one name get unique slugs', async (kind) => {
    const made = await many(() => api.post(`/api/${kind}`, { name: `Same ${kind}` }));
    expect({ statuses: statuses(made), slugs: distinct(made, 'slug') }).toEqual({ statuses: [200], slugs: AT_ONCE });
  });

  it('two chapters swap books together with their pages', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await app.given.book(), await app.given.book()];
      const [a, b] = [
        await app.given.chapter({ bookId: one.id, name: 'Swap', slug: 'swap' }),
        await app.given.chapter({ bookId: two.id, name: 'Swap', slug: 'swap' }),
      ];
      for (const chapter of [a, b])
        await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, name: 'Page', slug: 'page' });
      const moved = await Promise.all([
        api.put(`/api/chapters/${a.id}`, { book_id: two.id }),
        api.put(`/api/chapters/${b.id}`, { book_id: one.id }),
      ]);
      expect(statuses(moved)).toEqual([200]);
      for (const [chapter, book] of [
        [a, two],
        [b, one],
      ] as const) {
        const { body } = await api.get(`/api/chapters/${chapter.id}`);
        expect({ book: member(body, 'book_id'), pages: each(body, 'book_id', 'pages') }).toEqual({
          book: book.id,
          pages: [book.id],
        });
      }
    }
  });

  it('pages that are moved into, created in and renamed in one book get unique slugs', async () => {
    const [from, to] = [await app.given.book(), await app.given.book()];
    const existing: { id: number }[] = [];
    for (let i = 0; i < 12; i++)
      existing.push(await app.given.page({ bookId: i < 6 ? from.id : to.id, name: i < 6 ? 'Same' : `Page ${i}` }));
    const answers = await many((index) => {
      const page = existing[index];
      if (!page) return api.post('/api/pages', { name: 'Same', html: '<p>x</p>', book_id: to.id });
      return api.put(`/api/pages/${page.id}`, index < 6 ? { book_id: to.id } : { name: 'Same' });
    });
    expect(statuses(answers)).toEqual([200]);
    expect(distinct(answers, 'slug')).toBe(AT_ONCE);
  });

  it('updates of one page each increment its revision count and keep a revision', async () => {
    const page = await app.given.page();
    const answers = await many((index) => api.put(`/api/pages/${page.id}`, { html: `<p>version ${index}</p>` }));
    expect(statuses(answers)).toEqual([200]);
    expect((await api.get(`/api/pages/${page.id}`)).body).toMatchObject({ revision_count: AT_ONCE + 1 });
    const [row] = await app.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM page_revisions WHERE page_id = $1',
      [page.id],
    );
    expect(row?.count).toBe(AT_ONCE);
  });

  it.each(['shelves', 'books', 'chapters'])(
    'updates of different fields of one of the %s do not undo each other',
    async (kind) => {
      for (let round = 0; round < 5; round++) {
        const { id } =
          kind === 'shelves'
            ? await app.given.shelf()
            : kind === 'books'
              ? await app.given.book()
              : await app.given.chapter();
        const at = `/api/${kind}/${id}`;
        await Promise.all([
          api.put(at, { name: `Renamed ${kind} ${round}` }),
          api.put(at, { tags: [{ name: 'a' }] }),
          api.put(at, { description: 'described' }),
        ]);
        expect((await api.get(at)).body).toMatchObject({
          name: `Renamed ${kind} ${round}`,
          description: 'described',
          tags: [{ name: 'a' }],
        });
      }
    },
  );

  it('replacements of tags leave the tags of one request', async () => {
    const { id } = await app.given.book();
    await many((index) => api.put(`/api/books/${id}`, { tags: [{ name: `tag ${index}` }] }));
    expect(each((await api.get(`/api/books/${id}`)).body, 'name', 'tags')).toHaveLength(1);
  });

  it('books that many requests put on one shelf are on it once', async () => {
    const [shelf, a, b] = [await app.given.shelf(), await app.given.book(), await app.given.book()];
    const answers = await many((index) =>
      api.put(`/api/shelves/${shelf.id}`, { books: index % 2 ? [a.id, b.id] : [b.id, a.id] }),
    );
    expect(statuses(answers)).toEqual([200]);
    expect(
      each((await api.get(`/api/shelves/${shelf.id}`)).body, 'id', 'books')
        .map(Number)
        .sort((x, y) => x - y),
    ).toEqual([a.id, b.id]);
  });

  it('one of many deletions of a book returns 204 and the others 404', async () => {
    const { id } = await app.given.book();
    const answers = await many(() => api.delete(`/api/books/${id}`));
    expect(statuses(answers).sort()).toEqual([204, 404]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it('a new page follows its chapter into another book and its book into the recycle bin', async () => {
    const [one, two] = [await app.given.book(), await app.given.book()];
    const chapter = await app.given.chapter({ bookId: one.id });
    const answers = await many((index) =>
      index === 5
        ? api.put(`/api/chapters/${chapter.id}`, { book_id: two.id })
        : api.post('/api/pages', { name: 'Late', markdown: 'x', chapter_id: chapter.id }),
    );
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(each((await api.get(`/api/chapters/${chapter.id}`)).body, 'book_id', 'pages'))).toEqual(
      new Set([two.id]),
    );
    const late = await many((index) =>
      index === 5
        ? api.delete(`/api/books/${two.id}`)
        : api.post('/api/pages', { name: 'Late', markdown: 'x', book_id: two.id }),
    );
    expect(statuses(late).filter((status) => ![200, 204, 404].includes(status))).toEqual([]);
    const [row] = await app.database.query<{ alive: number }>(
      'SELECT count(*)::int AS alive FROM pages WHERE book_id = $1 AND deleted_at IS NULL',
      [two.id],
    );
    expect(row?.alive).toBe(0);
  });
});
