import { SilencingProxy, type TestResponse, until, withoutDatabase } from '@almanac/testing';
import { problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import { countLockWaits } from '../../testing/count-lock-waits';
import type { Person } from '../../testing/given';

let app: ContentApp;
let editor: Person;
beforeAll(async () => {
  app = await startContent({ LOG_LEVEL: 'silent' });
  editor = await app.given.editor();
});
afterAll(() => app.close());

const UNREACHABLE = problem(503, 'The data cannot be reached at the moment. Try again in a few seconds.');
const BUSY = problem(503, 'The data is too busy for this request at the moment. Try again in a few seconds.');

const answer = ({ status, headers, body }: TestResponse) => ({ status, retryAfter: headers.get('retry-after'), body });

describe('without its database', () => {
  it('requests get 503 with Retry-After and succeed again once the database is back', async () => {
    const book = await app.given.book();
    const api = app.api.as(editor);
    await withoutDatabase(app.databaseUrl, async () => {
      expect((await app.api.get('/readyz')).status).toBe(503);
      for (const request of [
        api.get(`/api/books/${book.id}`),
        api.put(`/api/books/${book.id}`, { name: 'New' }),
        api.get('/api/search?query=x'),
      ])
        expect(answer(await request)).toEqual({ status: 503, retryAfter: '5', body: UNREACHABLE });
      const page = await app.api.with({ accept: 'text/html' }).get('/register/invite/some-secret');
      expect(page).toMatchObject({ status: 503, text: expect.stringContaining('Please try again in a moment') });
    });
    expect((await app.api.get('/readyz')).status).toBe(200);
    expect((await api.put(`/api/books/${book.id}`, { name: 'New' })).status).toBe(200);
  });
});

describe('after database connections stop responding', () => {
  it('requests get 503, and new requests succeed without a restart', async () => {
    const proxy = await SilencingProxy.start(app.databaseUrl);
    const behind = await startContent({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
    try {
      const read = () => behind.api.as(editor).get('/api/books');
      expect((await Promise.all([read(), read(), read()])).map(({ status }) => status)).toEqual([200, 200, 200]);
      proxy.silence();
      expect(answer(await read())).toEqual({ status: 503, retryAfter: '5', body: UNREACHABLE });
      expect((await read()).status).toBe(200);
    } finally {
      await behind.close();
      proxy.stop();
    }
  });
});

describe('a browser with a session', () => {
  it('gets 503 after database connections stop responding, and stays logged in', async () => {
    const proxy = await SilencingProxy.start(app.databaseUrl);
    const behind = await startContent({ DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
    try {
      const browser = await loggedIn(behind, editor);
      expect((await browser.get('/api/books')).status).toBe(200);
      proxy.silence();
      expect(await browser.get('/api/books')).toMatchObject({ status: 503, body: UNREACHABLE });
      expect((await browser.get('/api/books')).status).toBe(200);
    } finally {
      await behind.close();
      proxy.stop();
    }
  });

  it('gets 503 while all database connections are in use, like a request with a token', async () => {
    const browser = await loggedIn(app, editor);
    const { pool } = app.database;
    if (!pool) throw new Error('the database is not connected');
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const [withSession, withToken] = await Promise.all([
      browser.get('/api/books'),
      app.api.as(editor).get('/api/books'),
    ]);
    for (const connection of held) connection.release();
    expect([withSession, withToken]).toMatchObject([
      { status: 503, body: BUSY },
      { status: 503, body: BUSY },
    ]);
    expect((await browser.get('/api/books')).status).toBe(200);
  });
});

describe('a book with a locked row', () => {
  it('causes 503 for its writers, while other books stay readable', async () => {
    const [book, other] = [await app.given.book(), await app.given.book()];
    const api = app.api.as(editor);
    const holder = app.database.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM books WHERE id = $1 FOR UPDATE', [book.id]);
    const writers = Array.from({ length: 30 }, (_, n) =>
      api.post('/api/pages', { book_id: book.id, name: `Page ${n}`, html: '<p>x</p>' }),
    );
    await until(async () => (await countLockWaits(app.database)) >= 5);
    const readers = await Promise.all(Array.from({ length: 10 }, () => api.get(`/api/books/${other.id}`)));
    expect(readers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await app.api.get('/readyz')).status).toBe(200);
    expect((await Promise.all(writers)).map(answer)).toEqual(
      Array(30).fill({ status: 503, retryAfter: '5', body: BUSY }),
    );
    await holder.rollbackTransaction();
    await holder.release();
    expect((await api.post('/api/pages', { book_id: book.id, name: 'Page', html: '<p>x</p>' })).status).toBe(200);
  });
});

describe('a caller that disconnects', () => {
  it('cancels a write that waits for a lock', async () => {
    const book = await app.given.book({ name: 'Old' });
    const holder = app.database.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM books WHERE id = $1 FOR UPDATE', [book.id]);
    const impatient = new AbortController();
    const write = fetch(`${app.api.baseUrl}/api/books/${book.id}`, {
      method: 'PUT',
      headers: { authorization: `Token ${editor.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'New' }),
      signal: impatient.signal,
    });
    await until(async () => (await countLockWaits(app.database)) === 1);
    impatient.abort();
    await expect(write).rejects.toThrow('abort');
    // The service notices the closed connection a moment later; the response to another request shows that it had the time.
    await app.api.get('/healthz');
    await holder.rollbackTransaction();
    await holder.release();
    await until(async () => (await inTransactions()) === 0);
    expect((await app.api.as(editor).get(`/api/books/${book.id}`)).body).toMatchObject({ name: 'Old' });
  });
});

/** The number of database sessions with an open transaction, except the session of this query. */
async function inTransactions(): Promise<number> {
  const sql = `SELECT count(*)::int AS amount FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;
  return (await app.database.query<{ amount: number }>(sql))[0]?.amount ?? 0;
}

describe('with a full database disk', () => {
  it('writes get 507 and change nothing, and reads still succeed', async () => {
    await app.database.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await app.database.query(
      `CREATE TRIGGER disk_full BEFORE INSERT ON activities FOR EACH STATEMENT EXECUTE FUNCTION disk_full()`,
    );
    const api = app.api.as(editor);
    expect(answer(await api.post('/api/books', { name: 'Too much' }))).toEqual({
      status: 507,
      retryAfter: '60',
      body: problem(507, 'There is no room left to store this. Nothing was changed.'),
    });
    expect((await api.get('/api/books?filter[name]=Too much')).body).toMatchObject({ total: 0 });
    await app.database.query('DROP FUNCTION disk_full CASCADE');
    expect((await api.post('/api/books', { name: 'Too much' })).status).toBe(200);
  });
});
