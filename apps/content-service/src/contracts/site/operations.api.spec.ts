import { until, type VisitingBrowser } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import type { Person } from '../../testing/given';

let app: ContentApp;
let admin: Person;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
  browser = await loggedIn(app, admin);
});
afterAll(() => app.close());

const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr>[^]*?<\/tr>/g)].map(([row]) => row).filter((row) => row.includes('<th scope="row">'));
const page = async (path: string) => (await browser.get(path)).text;
const api = () => app.api.as(admin);

describe('the audit log', () => {
  beforeAll(async () => {
    const entry = (type: string, days: number, ip: string, user: number | null) =>
      app.database.query(
        `INSERT INTO activities (type, detail, user_id, ip, created_at) VALUES ($1, $2, $3, $4, '2020-05-05 12:00:00Z'::timestamptz - make_interval(days => $5))`,
        [type, `Old <${type}> ${days}`, user, ip, days],
      );
    await entry('role_create', 0, '198.51.100.7', admin.id);
    await entry('role_update', 1, '198.51.100.8', admin.id);
    await entry('role_delete', 2, '203.0.113.7', null);
  });

  const found = async (query: string) =>
    rowsOf(await page(`/settings/audit-log?to=2020-12-31&${query}`)).map((row) => /<code>(\w+)/.exec(row)?.[1]);

  it.each([
    ['', ['role_create', 'role_update', 'role_delete']],
    ['sort=created_at', ['role_delete', 'role_update', 'role_create']],
    ['type=role_update', ['role_update']],
    ['from=2020-05-04', ['role_create', 'role_update']],
    ['from=2020-05-04&to=2020-05-04', ['role_update']],
    ['ip=198.51.100.', ['role_create', 'role_update']],
    ['ip=198%25', []],
    ['from=nonsense', ['role_create', 'role_update', 'role_delete']],
    ['page=2', []],
    ['user=no such user', []],
  ])('shows the entries of %j', async (query, types) => {
    expect(await found(query)).toEqual(types);
  });

  it('finds the entries of users by a part of their name', async () => {
    expect(await found(`user=${encodeURIComponent(admin.name.slice(1).toUpperCase())}`)).toEqual([
      'role_create',
      'role_update',
    ]);
  });

  it('names deleted users by their ids, and finds their entries by them', async () => {
    const leaver = await app.given.admin();
    expect((await app.api.as(leaver).post('/api/books', { name: 'Of a leaver' })).status).toBe(200);
    expect((await api().delete(`/api/users/${leaver.id}`)).status).toBe(204);
    const rows = rowsOf(await page(`/settings/audit-log?user=${leaver.id}`));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`<td data-column="User">Deleted user (${leaver.id})</td>`);
    expect(rows[0]).toContain('Of a leaver');
    expect(rowsOf(await page(`/settings/audit-log?user=${'9'.repeat(30)}`))).toEqual([]);
  });

  it('escapes details', async () => {
    expect(await page('/settings/audit-log?type=role_create')).toContain('Old &lt;role_create&gt; 0');
  });

  it('is paged, and keeps the filters in the links of its pages', async () => {
    await app.database.query(
      `INSERT INTO activities (type, detail, ip) SELECT 'import_run', number::text, '192.0.2.1' FROM generate_series(1, 51) number`,
    );
    const first = await page('/settings/audit-log?type=import_run');
    expect(rowsOf(first)).toHaveLength(50);
    expect(first).toContain('href="/settings/audit-log?type=import_run&amp;sort=-created_at&amp;page=2"');
    expect(rowsOf(await page('/settings/audit-log?type=import_run&page=2'))).toHaveLength(1);
  });
});

describe('the recycle bin', () => {
  async function deletedBook() {
    const book = await app.given.book({ name: 'Almanac of <tides>' });
    const chapter = await app.given.chapter({ bookId: book.id });
    await app.given.page({ bookId: book.id, chapterId: chapter.id, priority: 1 });
    await app.given.page({ bookId: book.id, priority: 2 });
    await api().delete(`/api/books/${book.id}`);
    const [row] = await app.database.query<{ id: number }>(
      `SELECT id FROM deletions WHERE deletable_type = 'book' AND deletable_id = $1`,
      [book.id],
    );
    return { id: book.id, at: `/settings/recycle-bin/${row?.id}` };
  }

  it('lists an item, and names the items that its restoration brings back', async () => {
    const book = await deletedBook();
    expect(await page('/settings/recycle-bin')).toContain('Almanac of &lt;tides&gt;');
    const question = await page(`${book.at}/restore`);
    expect(question).toContain('<li>1 chapter</li>');
    expect(question).toContain('<li>2 pages</li>');
    expect((await browser.submitAndFollow(`${book.at}/restore`, {})).text).toContain('Restored: 4 items.');
    expect((await api().get(`/api/books/${book.id}`)).status).toBe(200);
    expect((await browser.get(`${book.at}/restore`)).status).toBe(404);
  });

  it('deletes an item for good after a question', async () => {
    const book = await deletedBook();
    expect(await page(`${book.at}/destroy`)).toContain('This cannot be undone.');
    expect((await browser.submitAndFollow(`${book.at}/destroy`, {})).text).toContain('Deleted for good: 4 items.');
    expect(await app.database.query('SELECT FROM books WHERE id = $1', [book.id])).toEqual([]);
  });

  it('shows that an item waits for its parent', async () => {
    const book = await app.given.book();
    const { id } = await app.given.page({ bookId: book.id });
    await api().delete(`/api/pages/${id}`);
    const [row] = await app.database.query<{ id: number }>('SELECT max(id) AS id FROM deletions');
    await api().delete(`/api/books/${book.id}`);
    const { text } = await browser.submitAndFollow(`/settings/recycle-bin/${row?.id}/restore`, {});
    expect(text).toContain('The item returns when that is restored.');
  });

  it('is emptied by a job, which leaves later deletions alone', async () => {
    await deletedBook();
    await browser.submitAndFollow('/settings/recycle-bin/empty', {});
    await until(async () => (await app.database.query('SELECT FROM deletions')).length === 0);
    expect(await page('/settings/recycle-bin')).toContain('The recycle bin is empty.');
    const log = 'SELECT detail, user_id FROM activities WHERE type = $1';
    expect(await app.database.query(log, ['recycle_bin_empty'])).toEqual([{ detail: '', user_id: admin.id }]);
    expect(await page('/settings/recycle-bin/empty')).not.toContain('<button class="danger"');
  });
});

describe('the API tokens of all users', () => {
  it('are listed without their secrets, found by token and user, and revoked', async () => {
    const owner = await app.given.editor();
    const input = { name: 'Weather <station>', expires_at: '2020-01-01', scopes: ['read'] };
    const { body } = await api().post(`/api/users/${owner.id}/tokens`, input);
    const { secret } = body as { secret: string };
    for (const search of ['weather', owner.name]) {
      const text = await page(`/settings/tokens?search=${encodeURIComponent(search)}`);
      expect(text).toContain('Weather &lt;station&gt;');
      expect(text).toContain('<span class="mark">expired</span>');
      expect(text).not.toContain(secret);
    }
    expect(rowsOf(await page('/settings/tokens?search=weather'))).toHaveLength(1);
    const action = `/settings/tokens/${owner.id}/${idOf(body)}/revoke`;
    expect((await browser.submitAndFollow(action, {})).text).toContain('The token is revoked.');
    expect(rowsOf(await page('/settings/tokens?search=weather'))).toEqual([]);
    expect((await browser.submit('/my-account', {}, action)).status).toBe(404);
  });
});

describe('the jobs', () => {
  it('show their queues, and failures with the reason and without data', async () => {
    await app.database.query(
      `INSERT INTO jobs.job (name, state, output, data, completed_on, retry_count)
       VALUES ('recycle-bin.empty', 'failed', '{"message": "The <disk> is full", "query": "hunter2"}', '{"upTo": 0, "key": "hunter2"}', now(), 5)`,
    );
    await app.database.query(
      `INSERT INTO job_runs (kind, created_by, input, state, outcome, ended_at)
       VALUES ('import', $1, '{}', 'failed', '{"failure": {"status": 500, "message": "No room", "details": {}}}', now())`,
      [admin.id],
    );
    const text = await page('/settings/jobs');
    for (const part of [
      'The &lt;disk&gt; is full',
      '<td data-column="Attempts">6</td>',
      'No room',
      '<code>files.sweep</code>',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('hunter2');
  });

  it('run a failed job once more', async () => {
    const [job] = await app.database.query<{ id: string }>(`SELECT id FROM jobs.job WHERE state = 'failed'`);
    const action = `/settings/jobs/content/${job?.id}/retry`;
    expect((await browser.submitAndFollow('/settings/jobs', {}, action)).text).toContain('The job runs once more.');
    const state = async () => app.database.query('SELECT state FROM jobs.job WHERE id = $1', [job?.id]);
    await until(async () => JSON.stringify(await state()) === '[{"state":"completed"}]');
    for (const other of [action, '/settings/jobs/content/x/retry'])
      expect((await browser.submit('/my-account', {}, other)).status).toBe(404);
  });
});
