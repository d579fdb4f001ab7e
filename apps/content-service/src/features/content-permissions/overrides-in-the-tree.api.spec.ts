import { until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import type { Person } from '../../testing/given';

const DENY = { inheriting: false, view: false, create: false, update: false, delete: false };
const HIDDEN = { fallback_permissions: DENY };
const READ_ONLY = { fallback_permissions: { ...DENY, view: true } };
const INHERITING = { fallback_permissions: { inheriting: true } };

let app: ContentApp;
let admin: Person;
let editor: Person;
beforeAll(async () => {
  app = await startContent();
  admin = await app.given.admin();
  editor = await app.given.editor();
});
afterAll(() => app.close());

const override = async (type: string, id: number, body: object) => {
  expect((await app.api.as(admin).put(`/api/content-permissions/${type}/${id}`, body)).status).toBe(200);
};
const statusFor = async (person: Person, path: string) => (await app.api.as(person).get(`/api/${path}`)).status;
const idOf = ({ body }: { body: unknown }): number =>
  typeof body === 'object' && body !== null && 'id' in body ? Number(body.id) : 0;

describe('permissions other than view', () => {
  it('a view-only override rejects updates, deletions and new children with 403', async () => {
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    await override('chapter', chapter.id, READ_ONLY);
    const caller = app.api.as(editor);
    expect((await caller.put(`/api/chapters/${chapter.id}`, { name: 'x' })).status).toBe(403);
    expect((await caller.delete(`/api/chapters/${chapter.id}`)).status).toBe(403);
    expect((await caller.put(`/api/pages/${page.id}`, { name: 'x' })).status).toBe(403);
    expect((await caller.delete(`/api/pages/${page.id}`)).status).toBe(403);
    expect((await caller.post('/api/pages', { chapter_id: chapter.id, name: 'x', html: 'x' })).status).toBe(403);
  });

  it('an override grants permissions that no role grants', async () => {
    const [reader, book] = [await app.given.viewer(), await app.given.book()];
    await override('book', book.id, {
      fallback_permissions: { inheriting: false, view: true, create: true, update: true, delete: true },
    });
    const caller = app.api.as(reader);
    const chapter = await caller.post('/api/chapters', { book_id: book.id, name: 'Mine' });
    expect(chapter.status).toBe(200);
    expect((await caller.post('/api/pages', { chapter_id: idOf(chapter), name: 'Mine', html: 'x' })).status).toBe(200);
    expect((await caller.put(`/api/books/${book.id}`, { name: 'Ours' })).status).toBe(200);
    expect((await caller.delete(`/api/books/${book.id}`)).status).toBe(204);
  });

  it('creating a page requires the role permission and the create permission of the book', async () => {
    const author = await app.given.user({ permissions: ['book-view-all', 'page-view-all', 'page-create-own'] });
    const [own, other] = [await app.given.book({ ownedBy: author.id }), await app.given.book()];
    const create = (bookId: number) => app.api.as(author).post('/api/pages', { book_id: bookId, name: 'x', html: 'x' });
    expect((await create(own.id)).status).toBe(200);
    expect((await create(other.id)).status).toBe(403);
    await override('book', own.id, READ_ONLY);
    expect((await create(own.id)).status).toBe(403);
  });
});

describe('an override', () => {
  it('applies to chapters and pages created below it later', async () => {
    const book = await app.given.book();
    await override('book', book.id, HIDDEN);
    const caller = app.api.as(admin);
    const chapter = idOf(await caller.post('/api/chapters', { book_id: book.id, name: 'Later' }));
    const inChapter = idOf(await caller.post('/api/pages', { chapter_id: chapter, name: 'Later', html: 'x' }));
    const inBook = idOf(await caller.post('/api/pages', { book_id: book.id, name: 'Later still', html: 'x' }));
    expect(await statusFor(editor, `chapters/${chapter}`)).toBe(404);
    expect(await statusFor(editor, `pages/${inChapter}`)).toBe(404);
    expect(await statusFor(editor, `pages/${inBook}`)).toBe(404);
  });

  it('applies to a moved page until the page moves out again', async () => {
    const hidden = await app.given.chapter();
    await override('chapter', hidden.id, HIDDEN);
    const page = await app.given.page();
    const move = (target: object) => app.api.as(admin).put(`/api/pages/${page.id}`, target);
    await move({ chapter_id: hidden.id });
    expect(await statusFor(editor, `pages/${page.id}`)).toBe(404);
    await move({ book_id: hidden.bookId });
    expect(await statusFor(editor, `pages/${page.id}`)).toBe(200);
  });

  it('moves with its page to another book', async () => {
    const [page, book] = [await app.given.page(), await app.given.book()];
    await override('page', page.id, HIDDEN);
    await app.api.as(admin).put(`/api/pages/${page.id}`, { book_id: book.id });
    expect(await statusFor(editor, `pages/${page.id}`)).toBe(404);
    await override('page', page.id, INHERITING);
    expect(await statusFor(editor, `pages/${page.id}`)).toBe(200);
  });

  it('applies to a moved chapter and all its pages', async () => {
    const [chapter, hidden, open] = [await app.given.chapter(), await app.given.book(), await app.given.book()];
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    await override('book', hidden.id, HIDDEN);
    const move = (bookId: number) => app.api.as(admin).put(`/api/chapters/${chapter.id}`, { book_id: bookId });
    for (const [target, status] of [
      [hidden.id, 404],
      [open.id, 200],
    ] as const) {
      await move(target);
      expect(await statusFor(editor, `chapters/${chapter.id}`)).toBe(status);
      expect(await statusFor(editor, `pages/${page.id}`)).toBe(status);
    }
  });

  it('applies to pages in the recycle bin', async () => {
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    await app.api.as(admin).delete(`/api/pages/${page.id}`);
    await override('book', chapter.bookId, HIDDEN);
    await app.database.query('UPDATE pages SET deleted_at = NULL WHERE id = $1', [page.id]);
    expect(await statusFor(editor, `pages/${page.id}`)).toBe(404);
  });

  it('does not apply to the books of a shelf', async () => {
    const [shelf, book] = [await app.given.shelf(), await app.given.book()];
    await app.api.as(admin).put(`/api/shelves/${shelf.id}`, { books: [book.id] });
    await override('bookshelf', shelf.id, HIDDEN);
    expect(await statusFor(editor, `shelves/${shelf.id}`)).toBe(404);
    expect(await statusFor(editor, `books/${book.id}`)).toBe(200);
  });
});

describe('a hidden item', () => {
  it('is missing from the contents of books, chapters and shelves', async () => {
    const [shelf, chapter] = [await app.given.shelf(), await app.given.chapter()];
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    await app.api.as(admin).put(`/api/shelves/${shelf.id}`, { books: [chapter.bookId] });
    await override('page', page.id, HIDDEN);
    expect((await app.api.as(editor).get(`/api/chapters/${chapter.id}`)).body).toMatchObject({ pages: [] });
    await override('chapter', chapter.id, HIDDEN);
    expect((await app.api.as(editor).get(`/api/books/${chapter.bookId}`)).body).toMatchObject({ contents: [] });
    await override('book', chapter.bookId, HIDDEN);
    expect((await app.api.as(editor).get(`/api/shelves/${shelf.id}`)).body).toMatchObject({ books: [] });
  });

  it('returns 404 as the target of moved or new items', async () => {
    const [hidden, page] = [await app.given.book(), await app.given.page()];
    await override('book', hidden.id, HIDDEN);
    expect((await app.api.as(editor).put(`/api/pages/${page.id}`, { book_id: hidden.id })).status).toBe(404);
    expect((await app.api.as(editor).post('/api/chapters', { book_id: hidden.id, name: 'x' })).status).toBe(404);
  });

  it('leaves no permission scopes behind when its row is deleted', async () => {
    const chapter = await app.given.chapter();
    const page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id });
    for (const [type, id] of [
      ['book', chapter.bookId],
      ['chapter', chapter.id],
      ['page', page.id],
    ] as const)
      await override(type, id, HIDDEN);
    await app.database.query('DELETE FROM books WHERE id = $1', [chapter.bookId]);
    expect(await app.database.query('SELECT 1 FROM permission_scopes WHERE book_id = $1', [chapter.bookId])).toEqual(
      [],
    );
  });
});

describe('concurrent requests', () => {
  it('keep a scope that a moved page is about to get', async () => {
    const [page, chapter] = [await app.given.page(), await app.given.chapter()];
    await override('page', page.id, READ_ONLY);
    await override('chapter', chapter.id, READ_ONLY);
    const [scope] = await app.database.query<{ id: number }>(
      'INSERT INTO permission_scopes (book_id, chapter_id, page_id) VALUES ($1, $2, $3) RETURNING id',
      [chapter.bookId, chapter.id, page.id],
    );
    const holder = app.database.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM permission_scopes WHERE id = $1 FOR UPDATE', [scope?.id]);
    const caller = app.api.as(admin);
    const move = caller.put(`/api/pages/${page.id}`, { chapter_id: chapter.id });
    await until(async () => (await countLockWaits(app.database)) === 1);
    const overriding = caller.put(`/api/content-permissions/book/${chapter.bookId}`, HIDDEN);
    await Promise.race([overriding, until(async () => (await countLockWaits(app.database)) === 2)]);
    await holder.rollbackTransaction();
    await holder.release();
    expect([(await move).status, (await overriding).status]).toEqual([200, 200]);
  });

  it('change the same books without deadlocks and without lost changes', async () => {
    const [left, right] = [await app.given.chapter(), await app.given.chapter()];
    const pages = await Promise.all(
      [left, right, left, right].map(({ id, bookId }) => app.given.page({ bookId, chapterId: id })),
    );
    const [caller, target] = [app.api.as(admin), (round: number) => (round % 2 ? left : right)];
    const rounds = [0, 1, 2].flatMap((round) => [
      ...pages.map(({ id }) => caller.put(`/api/pages/${id}`, { chapter_id: target(round).id })),
      caller.put(`/api/content-permissions/book/${left.bookId}`, round % 2 ? HIDDEN : INHERITING),
      caller.put(`/api/content-permissions/book/${right.bookId}`, round % 2 ? INHERITING : HIDDEN),
      caller.put(`/api/content-permissions/chapter/${left.id}`, round % 2 ? INHERITING : HIDDEN),
      ...[left, right].map(({ id }) => caller.put(`/api/chapters/${id}`, { book_id: target(round).bookId })),
      ...[left, right].map(({ id }) =>
        caller.post('/api/pages', { chapter_id: id, name: `Meanwhile ${round} in ${id}`, html: 'x' }),
      ),
      caller.put(`/api/content-permissions/page/${pages[round]?.id}`, HIDDEN),
    ]);
    expect((await Promise.all(rounds)).map(({ status }) => status)).toEqual(rounds.map(() => 200));
    await override('book', left.bookId, HIDDEN);
    await override('book', right.bookId, HIDDEN);
    await override('chapter', left.id, INHERITING);
    for (const { bookId } of [left, right]) {
      expect((await app.api.as(editor).get(`/api/pages?filter[book_id]=${bookId}`)).body).toMatchObject({ total: 0 });
      expect((await app.api.as(editor).get(`/api/chapters?filter[book_id]=${bookId}`)).body).toMatchObject({
        total: 0,
      });
    }
  });

  it('apply a new override to every page created in or moved into the book', async () => {
    const chapter = await app.given.chapter();
    const strays = await Promise.all(Array.from({ length: 6 }, () => app.given.page()));
    const caller = app.api.as(admin);
    const results = await Promise.all([
      ...strays.slice(0, 3).map(({ id }) => caller.put(`/api/pages/${id}`, { chapter_id: chapter.id })),
      ...[1, 2, 3].map((number) =>
        caller.post('/api/pages', { chapter_id: chapter.id, name: `New ${number}`, html: 'x' }),
      ),
      caller.put(`/api/content-permissions/book/${chapter.bookId}`, HIDDEN),
      caller.put(`/api/content-permissions/chapter/${chapter.id}`, READ_ONLY),
      caller.put(`/api/content-permissions/chapter/${chapter.id}`, INHERITING),
      ...strays.slice(3).map(({ id }) => caller.put(`/api/pages/${id}`, { book_id: chapter.bookId })),
      ...[4, 5, 6].map((number) =>
        caller.post('/api/pages', { book_id: chapter.bookId, name: `New ${number}`, html: 'x' }),
      ),
    ]);
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 200));
    await override('chapter', chapter.id, INHERITING);
    expect((await app.api.as(editor).get(`/api/pages?filter[book_id]=${chapter.bookId}`)).body).toMatchObject({
      total: 0,
    });
    expect((await caller.get(`/api/pages?filter[book_id]=${chapter.bookId}`)).body).toMatchObject({ total: 12 });
  });
});
