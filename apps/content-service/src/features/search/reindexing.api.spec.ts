import { until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { requestReindexing, workOffReindexing } from './reindexing';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
  const book = await app.given.book({ name: 'Almond', description: 'kernels' });
  await app.given.chapter({ name: 'Brazil', bookId: book.id });
  await app.given.shelf({ name: 'Nuts' });
  // More than are indexed at a time.
  await app.database.query(
    `WITH added AS (
       INSERT INTO pages (book_id, scope_id, name, slug, priority) SELECT $1, scope_id, 'Walnut ' || n, 'walnut-' || n, n FROM books, generate_series(1, 120) n WHERE id = $1
       RETURNING id
     ) INSERT INTO page_contents (page_id, html, text) SELECT id, '<div>shell</div><div>kernel</div>', 'shellkernel' FROM added`,
    [book.id],
  );
});
afterAll(() => app.close());

const entries = () =>
  app.database.query(
    'SELECT item_type, item_id, part, term, score FROM search_terms ORDER BY item_type, item_id, part, term',
  );
const left = () => app.database.query('SELECT item_type FROM search_reindexing');

/** As after an upgrade from other words: entries are missing, or wrong. */
async function spoil(): Promise<void> {
  await app.database.query(`DELETE FROM search_terms WHERE part = 'n' OR term = 'kernel'`);
  await app.database.query(`UPDATE search_terms SET term = 'shellkernel' WHERE term = 'shell'`);
}

describe('reindexing', () => {
  it('has nothing to do in a new library', async () => {
    expect(await left()).toEqual([]);
    expect(await workOffReindexing(app.database)).toBe(0);
  });

  it('builds the entries of all items anew, and can be repeated', async () => {
    const right = await entries();
    expect(right.length).toBeGreaterThan(400);
    for (let round = 1; round <= 2; round++) {
      await spoil();
      await requestReindexing(app.database);
      expect(await workOffReindexing(app.database)).toBe(123);
      expect(await entries()).toEqual(right);
      expect(await left()).toEqual([]);
    }
  });

  it('is shared by processes, and goes on after a stop', async () => {
    const right = await entries();
    await spoil();
    await requestReindexing(app.database);
    expect(await workOffReindexing(app.database, AbortSignal.abort())).toBe(0);
    const shares = await Promise.all([workOffReindexing(app.database), workOffReindexing(app.database)]);
    expect(shares.reduce((sum, items) => sum + items, 0)).toBe(123);
    expect(await entries()).toEqual(right);
  });

  it('runs at the start of a process with RUN_JOBS=true', async () => {
    const right = await entries();
    await spoil();
    await requestReindexing(app.database);
    const worker = await startContent({ ...app.environment, RUN_JOBS: 'true' });
    await until(async () => (await left()).length === 0);
    expect(await entries()).toEqual(right);
    await worker.close();
  });
});
