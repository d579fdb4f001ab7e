import { selectColumns, sql } from '@almanac/database';
import { until } from '@almanac/testing';
import { Client } from 'pg';
import { Page, PageContent } from '../../content/items/page.entity';
import { each, idOf, member } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const waiting = async (data: unknown) => idOf((await uploadArchive(app, admin, await archiveOf(data))).body);
const run = (id: number, parent: object = {}) => app.api.as(admin).post(`/api/imports/${id}`, parent);
const chaptersWith = (chapters: number, pages: number) =>
  Array.from({ length: chapters }, (_, at) => ({
    name: `Chapter ${at}`,
    pages: Array.from({ length: pages }, () => ({ name: 'Page' })),
  }));

it('an import creates 2,100 pages with the same name in 700 chapters', async () => {
  const { status, body } = await run(await waiting({ book: { name: 'Wide', chapters: chaptersWith(700, 3) } }));
  expect(status).toBe(200);
  const [counts] = await app.database.query(
    `SELECT count(*)::int AS pages, count(DISTINCT slug)::int AS slugs, count(DISTINCT chapter_id)::int AS chapters, count(scope_id)::int AS scoped FROM pages WHERE book_id = $1`,
    [idOf(body)],
  );
  expect(counts).toEqual({ pages: 2_100, slugs: 2_100, chapters: 700, scoped: 2_100 });
  const search = await app.api.as(admin).get('/api/search?query={type:page}%20Page&count=1');
  expect(member(search.body, 'total')).toBeGreaterThanOrEqual(2_100);
});

it('an import creates a page with 5,000 link attachments in order', async () => {
  const book = await app.given.book();
  const attachments = Array.from({ length: 5_000 }, (_, at) => ({
    id: at + 1,
    name: `Link ${at}`,
    link: `https://example.com/${at}`,
  }));
  const page = { name: 'Links', html: '<p><a href="[[bsexport:attachment:5000]]">last</a></p>', attachments };
  const { status, body } = await run(await waiting({ page }), { parent_type: 'book', parent_id: book.id });
  expect(status).toBe(200);
  const list = await app.api.as(admin).get(`/api/attachments?filter[uploaded_to]=${idOf(body)}&sort=-order&count=2`);
  expect([member(list.body, 'total'), each(list.body, 'name'), each(list.body, 'order')]).toEqual([
    5_000,
    ['Link 4999', 'Link 4998'],
    [5_000, 4_999],
  ]);
  const { body: read } = await app.api.as(admin).get(`/api/pages/${idOf(body)}`);
  expect(member(read, 'raw_html')).toContain(`/attachments/${Number(member(list.body, 'data.0.id'))}"`);
});

it('the number of SQL statements does not grow with the imported pages', async () => {
  const statements = async (chapters: number) => {
    const id = await waiting({ book: { name: 'Counted', chapters: chaptersWith(chapters, 3) } });
    const query = jest.spyOn(Client.prototype, 'query');
    expect((await run(id)).status).toBe(200);
    const { length } = query.mock.calls;
    query.mockRestore();
    return length;
  };
  const few = await statements(2);
  // Looking for the end of a longer import takes a few statements, too.
  expect(await statements(80)).toBeLessThan(few + 40);
});

it.each(['chapter', 'page'] as const)('other callers can change a book during the import of a %s', async (kind) => {
  const book = await app.given.book();
  const id = await waiting({ [kind]: { name: 'Guest', ...(kind === 'chapter' && { pages: [{ name: 'p' }] }) } });
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query('LOCK TABLE page_revisions IN EXCLUSIVE MODE');
    const running = run(id, { parent_type: 'book', parent_id: book.id });
    await until(async () => (await countLockWaits(app.database)) > 0);
    const other = await app.api.as(admin).post('/api/chapters', { book_id: book.id, name: 'Meanwhile' });
    expect(other.status).toBe(200);
    await holder.rollbackTransaction();
    const { status, body } = await running;
    expect(status).toBe(200);
    expect(member(body, 'priority')).toBe(Number(member(other.body, 'priority')) + 1);
  } finally {
    await holder.release();
  }
});

it('an import chooses another slug when a concurrent change takes its slug', async () => {
  const book = await app.given.book();
  const id = await waiting({
    chapter: { name: 'Same', pages: [{ id: 1, name: 'Same', html: '<p><a href="[[bsexport:page:1]]">me</a></p>' }] },
  });
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query(`INSERT INTO chapters (name, slug, book_id, priority) VALUES ('Same', 'same', $1, 2)`, [
      book.id,
    ]);
    await holder.query(`INSERT INTO pages (name, slug, book_id, priority) VALUES ('Same', 'same', $1, 2)`, [book.id]);
    const running = run(id, { parent_type: 'book', parent_id: book.id });
    await until(async () => (await countLockWaits(app.database)) > 0);
    await holder.commitTransaction();
    const { status, body } = await running;
    expect(status).toBe(200);
    const [page] = await app.database.query(
      sql`SELECT ${selectColumns(Page, 'page', 'slug')}, ${selectColumns(PageContent, 'content', 'html')}
        FROM pages page JOIN page_contents content ON page_id = id WHERE chapter_id = $1`,
      [idOf(body)],
    );
    expect(page?.slug).toMatch(/^same-\w{3}$/);
    expect(page?.html).toContain(`/page/${page?.slug}"`);
  } finally {
    await holder.release();
  }
});
