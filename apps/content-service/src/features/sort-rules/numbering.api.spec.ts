import { selectColumns, sql } from '@almanac/database';
import { nonEmpty, type TestApi, until } from '@almanac/testing';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { Page } from '../../content/items/page.entity';
import { SORT_OPERATIONS } from '../../content/sorting/book-order';
import { idOf, member, numberAt } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
  api = app.api.as(admin);
});
afterAll(() => app.close());

const newRule = async (...operations: string[]) =>
  idOf((await api.post('/api/sort-rules', { name: 'Rule', operations })).body);
const newBook = async (...operations: string[]) => {
  const sort_rule_id = operations.length > 0 ? await newRule(...operations) : null;
  return idOf((await api.post('/api/books', { name: 'Book', sort_rule_id })).body);
};
const addPage = async (parent: object, name: string) =>
  (await api.post('/api/pages', { ...parent, name, html: '<p>x</p>' })).body;
const addChapter = async (book_id: number, name: string) =>
  idOf((await api.post('/api/chapters', { book_id, name })).body);

type Row = Pick<Page, 'name' | 'priority'>;
const rowsOf = (book: number, where = 'chapter_id IS NULL') =>
  app.database.query(
    sql`SELECT ${selectColumns(Page, 'item', 'name', 'priority')} FROM (
       SELECT name, priority, book_id, NULL::int AS chapter_id FROM chapters WHERE deleted_at IS NULL
       UNION ALL SELECT name, priority, book_id, chapter_id FROM pages WHERE deleted_at IS NULL) item
     WHERE book_id = $1 AND ${where} ORDER BY priority, name`,
    [book],
  );
const numbered = (...names: string[]): Row[] => names.map((name, index) => ({ name, priority: index + 1 }));

/** Two pages and two chapters of a book with different names and times. */
const ITEMS = [
  { kind: 'page', name: 'Page 10', created: 1, updated: 8 },
  { kind: 'chapter', name: 'éclair', created: 2, updated: 7 },
  { kind: 'page', name: 'page 9', created: 3, updated: 6 },
  { kind: 'chapter', name: 'Zebra', created: 4, updated: 5 },
] as const;

describe('the operations of a sort rule', () => {
  let book: number;
  beforeAll(async () => {
    ({ id: book } = await app.given.book());
    for (const { kind, name, created, updated } of ITEMS) {
      const times = {
        createdAt: new Date(Date.UTC(2020, 0, created)),
        updatedAt: new Date(Date.UTC(2021, 0, updated)),
      };
      await app.given[kind]({ bookId: book, name, priority: 5, ...times });
    }
  });

  const ORDERS: Record<string, string[]> = {
    name_asc: ['éclair', 'Page 10', 'page 9', 'Zebra'],
    name_desc: ['Zebra', 'page 9', 'Page 10', 'éclair'],
    name_numeric_asc: ['éclair', 'page 9', 'Page 10', 'Zebra'],
    name_numeric_desc: ['Zebra', 'Page 10', 'page 9', 'éclair'],
    created_date_asc: ['Page 10', 'éclair', 'page 9', 'Zebra'],
    created_date_desc: ['Zebra', 'page 9', 'éclair', 'Page 10'],
    updated_date_asc: ['Zebra', 'page 9', 'éclair', 'Page 10'],
    updated_date_desc: ['Page 10', 'éclair', 'page 9', 'Zebra'],
    chapters_first: ['éclair', 'Zebra', 'page 9', 'Page 10'],
    chapters_last: ['page 9', 'Page 10', 'éclair', 'Zebra'],
  };

  it.each(SORT_OPERATIONS)('number by %s', async (operation) => {
    // A first step makes the order of equal items known.
    const sort_rule_id = await newRule(
      ...(operation.startsWith('chapters') ? ['name_numeric_asc', operation] : [operation]),
    );
    expect((await api.put(`/api/books/${book}`, { sort_rule_id })).status).toBe(200);
    expect(await rowsOf(book)).toEqual(numbered(...(ORDERS[operation] ?? [])));
  });

  it('are applied one after the other, so that the last one decides first', async () => {
    await api.put(`/api/books/${book}`, { sort_rule_id: await newRule('name_numeric_desc', 'chapters_last') });
    expect(await rowsOf(book)).toEqual(numbered('Page 10', 'page 9', 'Zebra', 'éclair'));
  });
});

describe('a change in a book with a sort rule', () => {
  it('numbers new items, and answers with their number', async () => {
    const book = await newBook('name_asc');
    expect(member(await addPage({ book_id: book }, 'c'), 'priority')).toBe(1);
    expect(member(await addPage({ book_id: book }, 'a'), 'priority')).toBe(1);
    expect(member((await api.post('/api/chapters', { book_id: book, name: 'b' })).body, 'priority')).toBe(2);
    expect(await rowsOf(book)).toEqual(numbered('a', 'b', 'c'));
  });

  it('numbers the pages of each chapter on their own', async () => {
    const book = await newBook('name_desc');
    const chapter = await addChapter(book, 'Chapter');
    for (const name of ['a', 'c', 'b']) await addPage({ chapter_id: chapter }, name);
    expect(await rowsOf(book, `chapter_id = ${chapter}`)).toEqual(numbered('c', 'b', 'a'));
    expect(await rowsOf(book)).toEqual(numbered('Chapter'));
  });

  it('numbers after a new name, keeps the times of other items, and answers with the version of the next read', async () => {
    const book = await newBook('name_asc');
    const [a, b] = [await addPage({ book_id: book }, 'a'), await addPage({ book_id: book }, 'b')];
    const updatedAt = async () => member((await api.get(`/api/pages/${idOf(b)}`)).body, 'updated_at');
    const before = await updatedAt();
    const changed = await api.put(`/api/pages/${idOf(a)}`, { name: 'c' });
    expect(changed.body).toMatchObject({ priority: 2 });
    expect((await api.get(`/api/pages/${idOf(a)}`)).headers.get('etag')).toBe(changed.headers.get('etag'));
    expect(await rowsOf(book)).toEqual(numbered('b', 'c'));
    expect(await updatedAt()).toBe(before);
  });

  it('overrides a given priority', async () => {
    const book = await newBook('name_asc');
    const chapter = await addChapter(book, 'a');
    await addChapter(book, 'b');
    expect((await api.put(`/api/chapters/${chapter}`, { priority: 9 })).body).toMatchObject({ priority: 1 });
  });

  it('numbers both books of a moved page or chapter', async () => {
    const [from, to] = [await newBook('name_asc'), await newBook('name_desc')];
    const moved = await addPage({ book_id: from }, 'a');
    const chapter = await addChapter(from, 'b');
    await addPage({ chapter_id: chapter }, 'x');
    await addPage({ book_id: from }, 'c');
    await addPage({ book_id: to }, 'aa');
    expect((await api.put(`/api/pages/${idOf(moved)}`, { book_id: to })).body).toMatchObject({ priority: 2 });
    expect(await rowsOf(from)).toEqual(numbered('b', 'c'));
    expect((await api.put(`/api/chapters/${chapter}`, { book_id: to })).body).toMatchObject({ priority: 1 });
    expect(await rowsOf(from)).toEqual(numbered('c'));
    expect(await rowsOf(to)).toEqual(numbered('b', 'aa', 'a'));
  });

  it('numbers after a restored revision', async () => {
    const book = await newBook('name_asc');
    const page = idOf(await addPage({ book_id: book }, 'a'));
    await addPage({ book_id: book }, 'b');
    await api.put(`/api/pages/${page}`, { name: 'c', html: '<p>y</p>' });
    expect(await rowsOf(book)).toEqual(numbered('b', 'c'));
    const first = numberAt((await api.get(`/api/pages/${page}/revisions?sort=id`)).body, 'data.0.id');
    expect((await api.post(`/api/pages/${page}/revisions/${first}/restore`)).body).toMatchObject({ priority: 1 });
    expect(await rowsOf(book)).toEqual(numbered('a', 'b'));
  });

  it.each(['page', 'chapter'] as const)('numbers after a %s comes back from the recycle bin', async (kind) => {
    const book = await newBook('name_asc');
    const gone = kind === 'page' ? idOf(await addPage({ book_id: book }, 'b')) : await addChapter(book, 'b');
    await addPage({ book_id: book }, 'c');
    await api.delete(`/api/${kind}s/${gone}`);
    await addPage({ book_id: book }, 'a');
    expect(await rowsOf(book)).toEqual(numbered('a', 'c'));
    const deletion = numberAt((await api.get('/api/recycle-bin?sort=-id')).body, 'data.0.id');
    expect((await api.put(`/api/recycle-bin/${deletion}`)).status).toBe(200);
    expect(await rowsOf(book)).toEqual(numbered('a', 'b', 'c'));
  });

  it('numbers after an import into the book', async () => {
    const book = await newBook('name_asc');
    await addPage({ book_id: book }, 'b');
    const id = idOf((await uploadArchive(app, admin, await archiveOf({ page: { name: 'a', html: '<p>x</p>' } }))).body);
    const { status, body } = await api.post(`/api/imports/${id}`, { parent_type: 'book', parent_id: book });
    expect({ status, body }).toMatchObject({ status: 200, body: { priority: 1 } });
    expect(await rowsOf(book)).toEqual(numbered('a', 'b'));
  });

  it('keeps the order when two pages of the book are changed at once', async () => {
    const book = await newBook('name_asc');
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) ids.push(idOf(await addPage({ book_id: book }, name)));
    const renamed = ids.map((id, index) => api.put(`/api/pages/${id}`, { name: `${9 - index}` }));
    expect((await Promise.all(renamed)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rowsOf(book)).toEqual(numbered('6', '7', '8', '9'));
  });
});

describe('a change that waits for its sorted book', () => {
  const open: QueryRunner[] = [];
  // A test that failed must not keep its locks.
  afterEach(async () => {
    for (const session of open.splice(0).filter(({ isReleased }) => !isReleased)) {
      await session.rollbackTransaction();
      await session.release();
    }
  });

  /** A transaction of a test, which a request waits for. */
  async function begin() {
    const session = app.database.source.createQueryRunner();
    await session.startTransaction();
    open.push(session);
    const [own] = await session.manager.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
    const blocked = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
    return {
      run: (text: string, parameters: unknown[]) => session.manager.query<unknown>(text, parameters),
      lockBook: (id: number) =>
        session.manager.query<unknown>('SELECT 1 FROM books WHERE id = $1 FOR NO KEY UPDATE', [id]),
      isWaitedFor: (by = 1, orElse = () => false) =>
        until(async () => orElse() || (await app.database.query(blocked, [own?.pid])).length >= by),
      commit: async () => {
        await session.commitTransaction();
        await session.release();
      },
    };
  }

  const CHANGES: Record<string, (ids: { page: number; chapter: number }) => Promise<{ status: number }>> = {
    'a new name of a page': ({ page }) => api.put(`/api/pages/${page}`, { name: 'a' }),
    'a new name of a chapter': ({ chapter }) => api.put(`/api/chapters/${chapter}`, { name: 'a' }),
    'a new page of a chapter': ({ chapter }) => api.post('/api/pages', { chapter_id: chapter, name: 'x', html: 'x' }),
  };

  /** @returns undefined when the request got the second book first, as it may after the commit of the move */
  async function afterMoveAndRename(kind: string) {
    const [from, to] = [await newBook('name_asc'), await newBook('name_asc')];
    const page = idOf(await addPage({ book_id: from }, 'p'));
    const chapter = await addChapter(from, 'q');
    const [b, c, d] = await Promise.all(
      ['b', 'c', 'd'].map(async (name) => idOf(await addPage({ book_id: to }, name))),
    );
    // Leaves a gap, which the next numbering closes.
    await api.delete(`/api/pages/${c}`);

    const [move, rename] = [await begin(), await begin()];
    await move.lockBook(from);
    let isAnswered = false;
    const changed = CHANGES[kind]?.({ page, chapter }).finally(() => (isAnswered = true));
    await move.isWaitedFor();
    await move.run('UPDATE pages SET book_id = $2, priority = 3 WHERE id = $1', [page, to]);
    await move.run('UPDATE chapters SET book_id = $2, priority = 4 WHERE id = $1', [chapter, to]);
    // The move keeps both books, so the other change gets the book with the commit, and nearly always before the request asks for it.
    const locked = rename.lockBook(to);
    await move.isWaitedFor(2);
    await move.commit();
    await locked;
    await rename.run(`UPDATE pages SET name = 'e', priority = 2 WHERE id = $1`, [b]);
    await rename.run('UPDATE pages SET priority = 1 WHERE id = $1', [d]);
    const isFirst = () => isAnswered;
    await rename.isWaitedFor(1, isFirst);
    const wasFirst = isFirst();
    await rename.commit();
    const answer = await changed;
    return wasFirst ? undefined : { status: answer?.status, rows: await rowsOf(to) };
  }

  it.each(Object.keys(CHANGES))(
    'numbers after other changes of the book that the item moved into: %s',
    async (kind) => {
      let result = await afterMoveAndRename(kind);
      while (result === undefined) result = await afterMoveAndRename(kind);
      expect(result.status).toBe(200);
      expect(result.rows).toEqual(numbered(...result.rows.map(({ name }) => name).toSorted()));
    },
  );
});

describe('a change of an item in a sorted book', () => {
  const listener = jest.spyOn(Client.prototype, 'query');
  const numberings = async (change: Promise<{ status: number }>) => {
    listener.mockClear();
    expect((await change).status).toBe(200);
    return listener.mock.calls.filter(([query]: unknown[]) => JSON.stringify(query).includes('placed AS')).length;
  };

  it.each<[count: number, operations: string[], change: object]>([
    [0, ['name_asc', 'chapters_first'], { tags: [{ name: 't' }], html: '<p>New</p>' }],
    [1, ['updated_date_asc'], { html: '<p>New</p>' }],
    [1, ['name_asc'], { name: 'z' }],
    [1, ['name_asc'], { priority: 9 }],
  ])('numbers the book %s times by %j after %j', async (count, operations, change) => {
    const page = idOf(await addPage({ book_id: await newBook(...operations) }, 'a'));
    expect(await numberings(api.put(`/api/pages/${page}`, change))).toBe(count);
  });
});

it('an imported book gets the sort rule of the settings, and its numbers', async () => {
  await api.put('/api/settings', { default_book_sort: await newRule('name_asc') });
  const pages = ['b', 'a'].map((name, index) => ({ name, html: '<p>x</p>', priority: index + 1 }));
  const id = idOf((await uploadArchive(app, admin, await archiveOf({ book: { name: 'Imported', pages } }))).body);
  const { body } = await api.post(`/api/imports/${id}`);
  await api.put('/api/settings', { default_book_sort: null });
  expect(member(body, 'sort_rule_id')).toEqual(expect.any(Number));
  expect(await rowsOf(idOf(body))).toEqual(numbered('a', 'b'));
});

it('a change in a book without a sort rule keeps all priorities', async () => {
  const book = await newBook();
  await addPage({ book_id: book }, 'b');
  await addPage({ book_id: book }, 'a');
  expect(await rowsOf(book)).toEqual([
    { name: 'b', priority: 2 },
    { name: 'a', priority: 3 },
  ]);
});

it.each([1, 21])('new operations of a rule number all of its %s books', async (count) => {
  const rule = await newRule('name_asc');
  const books: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const { id } = await app.given.book({ sortRuleId: rule });
    for (const name of ['a', 'b']) await app.given.page({ bookId: id, name, priority: 1 });
    books.push(id);
  }
  expect((await api.put(`/api/sort-rules/${rule}`, { operations: ['name_desc'] })).status).toBe(200);
  await until(async () => {
    const orders = await Promise.all(books.map(async (book) => (await rowsOf(book)).map(({ name }) => name).join('')));
    return orders.every((order) => order === 'ba');
  });
  for (const book of nonEmpty(books)) expect(await rowsOf(book)).toEqual(numbered('b', 'a'));
});
