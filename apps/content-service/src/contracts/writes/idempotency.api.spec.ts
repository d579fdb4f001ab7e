import { type Caller, ServiceProcess, type TestApi, until } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import { filesOf, multipart } from '../../testing/uploads';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

const GIF = Buffer.from('R0lGODdhBAAEAIAAAMweHAAAACwAAAAABAAEAAACBISPCQUAOw==', 'base64');
const GIF_FILE = { content: GIF, name: 'picture.gif' };
const keyed = (key: string) => api.with({ 'idempotency-key': key });

describe('a POST with an Idempotency-Key', () => {
  it('is carried out once and repeats its answer for every kind', async () => {
    const { id: book_id } = await app.given.book();
    const { id: page_id } = await app.given.page();
    const creations: [path: string, fields: object][] = [
      ['shelves', { name: 'A' }],
      ['books', { name: 'A' }],
      ['chapters', { name: 'A', book_id }],
      ['pages', { name: 'A', book_id, html: '<p>a</p>' }],
      ['comments', { page_id, html: '<p>a</p>' }],
      ['attachments', { uploaded_to: page_id, name: 'a', link: 'https://a.example' }],
      ['roles', { display_name: 'Writers' }],
      ['sort-rules', { name: 'By name', operations: ['name_asc'] }],
    ];
    for (const [path, fields] of creations) {
      const first = await keyed(path).post(`/api/${path}`, fields);
      const again = await keyed(path).post(`/api/${path}`, fields);
      expect({
        path,
        status: again.status,
        body: again.body,
        replayed: again.headers.get('idempotency-replayed'),
      }).toEqual({ path, status: 200, body: first.body, replayed: 'true' });
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    }
  });

  it('repeats an answer of several megabytes', async () => {
    const { id: book_id } = await app.given.book();
    const create = () =>
      keyed('long').post('/api/pages', { name: 'Long', book_id, html: `<p>${'long '.repeat(300_000)}</p>` });
    const [first, again] = [await create(), await create()];
    expect(first.text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect([again.status, again.text.length, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      first.text.length,
      'true',
    ]);
  });

  it('keeps no more large answers of a user than the limit allows', async () => {
    const { id: book_id } = await app.given.book();
    const noise = (length: number) => Array.from({ length }, (_, n) => Math.sin(n).toString(36).slice(2)).join(' ');
    const writer = await app.given.admin();
    // The text is made once, of parts that do not repeat.
    await app.database.withLongTimeouts(() =>
      app.database.query(
        `WITH long AS MATERIALIZED (SELECT string_agg(md5(n::text), '') AS text FROM generate_series(1, 130000) n)
          INSERT INTO kept_answers (user_id, key, fingerprint, status, headers, body, is_too_large)
            SELECT $1, 'full ' || n, '', 200, '{}', text, false FROM generate_series(1, 9) n, long`,
        [writer.id],
      ),
    );
    const create = (html: string) =>
      app.api
        .as(writer)
        .with({ 'idempotency-key': `of ${html.length}` })
        .post('/api/pages', { name: 'New', book_id, html });
    for (const [html, status] of [
      ['<p>short</p>', 200],
      [`<p>${noise(10_000)}</p>`, 409],
    ] as const)
      expect([(await create(html)).status, (await create(html)).status]).toEqual([200, status]);
  });

  it('compares uploaded files by their content', async () => {
    const { id } = await app.given.page();
    const upload = (content: Buffer) => {
      const form = new FormData();
      for (const [field, value] of Object.entries({ type: 'gallery', uploaded_to: String(id), name: 'x' }))
        form.append(field, value);
      form.append('image', new Blob([content]), 'picture.gif');
      return keyed('upload').post('/api/image-gallery', form);
    };
    const [first, again] = [await upload(GIF), await upload(GIF)];
    expect([first.status, idOf(again.body)]).toEqual([200, idOf(first.body)]);
    expect((await upload(Buffer.concat([GIF, GIF]))).status).toBe(422);
  });

  it.each<[string, (page: number) => [path: string, fields: Record<string, string | number>, field: string]]>([
    ['an attachment', (page) => ['attachments', { uploaded_to: page, name: 'a' }, 'file']],
    ['an image', (page) => ['image-gallery', { uploaded_to: page, type: 'gallery' }, 'image']],
    ['the cover of a book', () => ['books', { name: 'Covered' }, 'image']],
    ['the cover of a shelf', () => ['shelves', { name: 'Covered' }, 'image']],
  ])('stores the file of %s once, and leaves none of a refused request', async (name, request) => {
    const page = await app.given.page();
    const before = await filesOf(app);
    const [path, fields, field] = request(page.id);
    const send = (key: string, more = {}) =>
      keyed(key).post(`/api/${path}`, multipart({ ...fields, ...more }, { [field]: GIF_FILE }));
    const refused = await send(`${name} refused`, { tags: 'no list', uploaded_to: '0', name: 'x'.repeat(300) });
    expect({ status: refused.status, files: await filesOf(app) }).toEqual({ status: 422, files: before });
    const [first, again] = [await send(name), await send(name)];
    expect([first.status, again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      first.body,
      'true',
    ]);
    expect(await app.database.query('SELECT key FROM file_removals')).toEqual([]);
  });

  it('stores the images in the text of a page once', async () => {
    const { id: book_id } = await app.given.book();
    const html = `<img src="data:image/gif;base64,${GIF.toString('base64')}">`;
    const create = () => keyed('embedded').post('/api/pages', { name: 'With an image', book_id, html });
    const [first, again] = [await create(), await create()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    const sql = `SELECT path FROM images WHERE type = 'gallery' AND uploaded_to = $1`;
    const images = await app.database.query<{ path: string }>(sql, [idOf(first.body)]);
    expect(images).toHaveLength(1);
    expect(await filesOf(app)).toContain(images[0]?.path.slice(1));
  });

  it('makes one record when its process is killed before the commit and the request is sent again', async () => {
    const service = await ServiceProcess.start('content-service', app.environment);
    const admin = { authorization: `Token ${(await app.given.admin()).token}`, 'idempotency-key': 'killed' };
    const create = (target: TestApi) => target.with(admin).post('/api/books', { name: 'Killed' });
    const books = async () => (await app.database.query(`SELECT FROM books WHERE name = 'Killed'`)).length;
    const holder = app.database.source.createQueryRunner();
    await holder.startTransaction();
    try {
      await holder.query('LOCK TABLE kept_answers IN EXCLUSIVE MODE');
      const running = create(service.api).catch(() => 'cut off');
      await until(async () => (await countLockWaits(app.database)) > 0);
      await service.kill();
      expect(await running).toBe('cut off');
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    await until(async () => (await countLockWaits(app.database)) === 0);
    expect(await books()).toBe(0);
    const answers = [await create(app.api), await create(app.api)];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [200, null],
      [200, 'true'],
    ]);
    expect(await books()).toBe(1);
  });

  it('has its key for its user alone', async () => {
    const create = async (key: string, caller: Caller, name: string) =>
      app.api.as(caller).with({ 'idempotency-key': key }).post('/api/books', { name });
    const [mine, other] = [await app.given.admin(), await app.given.admin()];
    for (const name of ['Same', 'Another']) {
      const [first, second] = [await create(name, mine, 'Same'), await create(name, other, name)];
      expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, null]);
      expect(idOf(second.body)).not.toBe(idOf(first.body));
    }
  });

  it.each([
    ['limits', null, ['read', 'book-create-all']],
    ['narrower limits', ['book-create-all', 'book-view-all'], ['book-create-all', 'book-view-own']],
  ])('answers 422 to a token of the same user with %s', async (key, scopes, fewer) => {
    const user = await app.given.admin();
    const create = (caller: Caller) =>
      app.api.as(caller).with({ 'idempotency-key': key }).post('/api/books', { name: 'Mine' });
    const wide = scopes ? await app.given.narrowed(user, scopes) : user;
    const [first, refused] = [await create(wide), await create(await app.given.narrowed(user, fewer))];
    expect([first.status, refused.status]).toEqual([200, 422]);
    expect(refused.text).not.toContain('Mine');
    expect((await create(wide)).body).toEqual(first.body);
  });

  it('keeps no answer with a secret', async () => {
    const body = { name: 'A', expires_at: '2030-01-01' };
    expect((await keyed('token').post('/api/users/1/tokens', body)).status).toBe(400);
  });

  it('does not keep refusals', async () => {
    expect((await keyed('refused').post('/api/books', {})).status).toBe(422);
    expect((await keyed('refused').post('/api/books', { name: 'A' })).status).toBe(200);
  });
});
