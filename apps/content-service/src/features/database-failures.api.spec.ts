import { SilencingProxy, type TestResponse, withoutDatabase } from '@almanac/testing';
import { type ContentApp, startContent } from '../testing/content-app';
import type { Person } from '../testing/given';

let app: ContentApp;
let editor: Person;
beforeAll(async () => {
  app = await startContent({ LOG_LEVEL: 'silent' });
  editor = await app.given.editor();
});
afterAll(() => app.close());

const UNREACHABLE = { error: { code: 503, message: 'The data cannot be reached at the moment. Try again in a few seconds.' } };
const BUSY = { error: { code: 503, message: 'The data is too busy for this request at the moment. Try again in a few seconds.' } };

const answer = ({ status, headers, body }: TestResponse) => ({ status, retryAfter: headers.get('retry-after'), body });

describe('without its database', () => {
  it('every request is answered with 503 and when to come back, and served again as soon as it is there', async () => {
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

describe('behind connections that fell silent', () => {
  it('requests get 503, and new ones are served without a restart', async () => {
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

describe('a book that somebody keeps locked', () => {
  it('is refused to writers after a while, and can be read meanwhile', async () => {
    const book = await app.given.book();
    const holder = app.database.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM books WHERE id = $1 FOR UPDATE', [book.id]);
    const write = app.api.as(editor).put(`/api/books/${book.id}`, { name: 'New' });
    expect((await app.api.as(editor).get(`/api/books/${book.id}`)).status).toBe(200);
    expect(answer(await write)).toEqual({ status: 503, retryAfter: '5', body: BUSY });
    await holder.rollbackTransaction();
    await holder.release();
  });
});

describe('with a full disk of the database', () => {
  it('writes are answered with 507 and change nothing, reads go on', async () => {
    await app.database.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await app.database.query(`CREATE TRIGGER disk_full BEFORE INSERT ON activities FOR EACH STATEMENT EXECUTE FUNCTION disk_full()`);
    const api = app.api.as(editor);
    expect(answer(await api.post('/api/books', { name: 'Too much' }))).toEqual({
      status: 507,
      retryAfter: '60',
      body: { error: { code: 507, message: 'There is no room left to store this. Nothing was changed.' } },
    });
    expect((await api.get('/api/books?filter[name]=Too much')).body).toMatchObject({ total: 0 });
    await app.database.query('DROP FUNCTION disk_full CASCADE');
    expect((await api.post('/api/books', { name: 'Too much' })).status).toBe(200);
  });
});
