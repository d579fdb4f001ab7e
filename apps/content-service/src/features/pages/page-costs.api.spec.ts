import { Socket } from 'node:net';
import { type TestApi, until } from '@almanac/testing';
import { Client } from 'pg';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { RenderedHtmlCache } from '../../text/rendering/rendered-html-cache';

const BODY_BYTES = 300_000;

let app: ContentApp;
let api: TestApi;
let page: { id: number; bookId: number; chapterId: number | null };
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.viewer());
  const chapter = await app.given.chapter();
  const html = `<p id="bkmrk-x">${'long '.repeat(BODY_BYTES / 5)}</p>`;
  page = await app.given.page({ bookId: chapter.bookId, chapterId: chapter.id, html, text: html, markdown: html });
});
afterAll(() => app.close());

/** Observes the queries of all connections. */
const listener = jest.spyOn(Client.prototype, 'query');

/** Bytes that all connections have received so far. */
function received(): number {
  const callers: unknown[] = listener.mock.contexts;
  const sockets = new Set(callers.map((client) => (client instanceof Client ? client.connection.stream : undefined)));
  return [...sockets].reduce((sum, socket) => sum + (socket instanceof Socket ? socket.bytesRead : Number.NaN), 0);
}

/** Queries during `work`, and bytes of the answers of the database. */
async function measured(work: () => Promise<unknown>): Promise<{ queries: number; bytes: number }> {
  const [queries, bytes] = [listener.mock.calls.length, received()];
  await work();
  return { queries: listener.mock.calls.length - queries, bytes: received() - bytes };
}

/** Invalidates cached answers, as any commit does. */
const changeElsewhere = () => app.database.query(`UPDATE settings SET value = value WHERE name = 'instance-id'`);

/** Background work adds queries to some reads, but not to all. */
async function leastCost(work: () => Promise<unknown>, before: () => Promise<unknown>) {
  const costs: Awaited<ReturnType<typeof measured>>[] = [];
  for (let n = 0; n < 5; n += 1) {
    await before();
    costs.push(await measured(work));
  }
  const least = (key: 'queries' | 'bytes') => Math.min(...costs.map((cost) => cost[key]));
  return { queries: least('queries'), bytes: least('bytes') };
}

const readPage = async () => expect((await api.get(`/api/pages/${page.id}`)).status).toBe(200);

it('reading a rendered page after a change costs its query and two snapshots', async () => {
  await readPage();
  const { queries, bytes } = await leastCost(readPage, changeElsewhere);
  expect(queries).toBe(3);
  // The tests of lists rely on this: fetching the body shows in the number of bytes.
  expect(bytes).toBeGreaterThan(BODY_BYTES);
});

it('reading a page again costs one snapshot while nothing changes', async () => {
  let again = await measured(readPage);
  // Commits in the databases of other tests invalidate cached answers too.
  await until(async () => (again = await measured(readPage)).queries === 1);
  expect(again.bytes).toBeLessThan(1_000);
});

/** The texts of the statements that all connections sent during `work`. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const before = listener.mock.calls.length;
  await work();
  return listener.mock.calls.slice(before).map(([query]: unknown[]) => JSON.stringify(query));
}

it.each([false, true])('a change of a page reads its row and body once (with If-Match: %s)', async (isConditional) => {
  const editor = app.api.as(await app.given.editor());
  const { id } = await app.given.page();
  const etag = (await editor.get(`/api/pages/${id}`)).headers.get('etag') ?? '';
  const caller = isConditional ? editor.with({ 'if-match': etag }) : editor;
  const sent = await statements(async () => {
    expect((await caller.put(`/api/pages/${id}`, { html: '<p>New</p>' })).status).toBe(200);
  });
  expect(sent.filter((sql) => sql.includes('JOIN page_contents'))).toHaveLength(1);
  expect(sent.filter((sql) => sql.includes('UPDATE \\"pages\\"'))).toHaveLength(1);
});

it('writes of a page need few statements', async () => {
  const editor = app.api.as(await app.given.editor());
  const input = { book_id: page.bookId, html: '<h2>New</h2><p>text</p>', tags: [{ name: 'Team', value: 'harbour' }] };
  const costs: Record<'create' | 'update', number[]> = { create: [], update: [] };
  // Periodic tasks add statements to some writes, but not to all.
  for (let n = 1; n <= 5; n += 1) {
    const create = () => editor.post('/api/pages', { ...input, name: `Cheap ${n}` });
    let id = 0;
    const created = await measured(async () => (id = idOf((await create()).body)));
    const updated = await measured(() => editor.put(`/api/pages/${id}`, { html: `<p>Changed ${n}</p>` }));
    costs.create.push(created.queries);
    costs.update.push(updated.queries);
  }
  // Both read a snapshot, and they begin and commit. No commit but one of accounts makes them look up the caller again.
  // A creation locks the parent and the slug, and finds slug and place by one statement.
  expect(Math.min(...costs.create)).toBe(8);
  expect(Math.min(...costs.update)).toBe(7);
});

it.each([
  ['while PostgreSQL stores it', '<p>A text of its own</p>', true],
  ['after the commit, when it includes pages', '<p>{{@7}} and more</p>', false],
])('a saved page is rendered %s', async (_when, html, isBefore) => {
  const rendering = jest.spyOn(RenderedHtmlCache.prototype, 'render');
  const editor = app.api.as(await app.given.editor());
  const saves: [method: 'post' | 'put', path: string, input: object][] = [
    ['post', '/api/pages', { book_id: page.bookId, name: 'Rendered', html }],
    ['put', `/api/pages/${(await app.given.page()).id}`, { html: `${html}<p>changed</p>` }],
  ];
  for (const [method, path, input] of saves) {
    const [rendered, sent] = [rendering.mock.calls.length, listener.mock.calls.length];
    expect((await editor[method](path, input)).status).toBe(200);
    const commit = listener.mock.calls.findIndex(([query]: unknown[], at) => at >= sent && query === 'COMMIT');
    const [first = Number.NaN] = rendering.mock.invocationCallOrder.slice(rendered);
    expect(first < (listener.mock.invocationCallOrder[commit] ?? Number.NaN)).toBe(isBefore);
  }
  rendering.mockRestore();
});

/** Of a plan and all plans below it, as `EXPLAIN (ANALYZE, FORMAT JSON)` writes them. */
interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
/** A statement as `Database` passes it to the driver. */
interface Statement {
  text?: string;
  values?: unknown[];
}
const rowsRead = ({ Plans = [], ...plan }: Plan): number =>
  plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) +
  Plans.reduce((sum, below) => sum + rowsRead(below), 0);

it('the place and the slug of a new page cost few rows in a large book and a larger library', async () => {
  const [first, other] = [await app.given.page(), await app.given.page()];
  await app.database.query(
    `INSERT INTO pages (created_by, updated_by, owned_by, name, slug, book_id, priority)
     SELECT created_by, updated_by, owned_by, 'Copy ' || n, 'copy-' || n, book_id, CASE id WHEN $1 THEN 0 ELSE 1000 END + n % 100
     FROM pages, generate_series(1, 3000) AS n WHERE id IN ($1, $2)`,
    [first.id, other.id],
  );
  await app.database.query('ANALYZE pages');
  const before = listener.mock.calls.length;
  const editor = app.api.as(await app.given.editor());
  const created = await editor.post('/api/pages', { book_id: first.bookId, name: 'Copy 7', html: '<p>New</p>' });
  expect(created.body).toMatchObject({ priority: 100, slug: expect.stringMatching(/^copy-7-\w{3}$/) });
  const measured = listener.mock.calls.slice(before).map(([query]: unknown[]) => Object(query) as Statement);
  const plans = measured.filter(({ text = '' }) => / AS "(?:next|priority)"/.test(text) && text.startsWith('SELECT'));
  expect(plans.length).toBeGreaterThanOrEqual(1);
  for (const { text, values } of plans) {
    const [row] = await app.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    expect(row && rowsRead(row['QUERY PLAN'][0].Plan)).toBeLessThan(20);
  }
});

it('a changed body reads only its own entries of the search index', async () => {
  const { id } = await app.given.page({ text: 'high tide' });
  await app.database.query(
    `INSERT INTO search_terms (term, score, item_id, item_type, part)
     SELECT 'word-' || n % 2000, 1, 1000000 + n / 100, 'p', 'b' FROM generate_series(1, 20000) AS n`,
  );
  await app.database.query('ANALYZE search_terms');
  // Of this connection; it also counts earlier statements that are not reported yet.
  const scanned = () =>
    app.database.query(`SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'search_terms'`);
  await app.database.transaction(async () => {
    const before = await scanned();
    await app.database.query(`UPDATE page_contents SET text = 'low tide' WHERE page_id = $1`, [id]);
    expect(await scanned()).toEqual(before);
  });
  const words = `SELECT term FROM search_terms WHERE item_id = $1 AND part = 'b' ORDER BY term`;
  expect(await app.database.query(words, [id])).toEqual([{ term: 'low' }, { term: 'tide' }]);
});

it.each([
  ['pages', () => '/api/pages'],
  ['pages by name', () => '/api/pages?sort=name&filter[name:like]=%25page%25'],
  ['chapters', () => '/api/chapters'],
  ['books', () => '/api/books'],
  ['shelves', () => '/api/shelves'],
  ['a chapter and its pages', () => `/api/chapters/${page.chapterId}`],
  ['a book with its contents', () => `/api/books/${page.bookId}`],
])('lists of %s fetch no body of a page', async (_what, path) => {
  const { queries, bytes } = await measured(async () => expect((await api.get(path())).status).toBe(200));
  expect(queries).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(BODY_BYTES / 10);
});
