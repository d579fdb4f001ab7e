import files, { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { metrics } from '@almanac/observability';
import { type Caller, until } from '@almanac/testing';
import JSZip from 'jszip';
import { Client } from 'pg';
import { problem, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

const READING = ['bookshelf-view-all', 'book-view-all', 'chapter-view-all', 'page-view-all', 'content-export'];
const TEXTS = ['html', 'plaintext', 'markdown'];
const FORMATS = [...TEXTS, 'zip'];

/** Headers that differ between two equal requests. `fetch` closes the connection after HEAD. */
const CHANGING = /^(date|connection|keep-alive|x-request-id|x-ratelimit-remaining|ratelimit)$/;

/** Observes the statements of all connections. */
const listener = jest.spyOn(Client.prototype, 'query');

let app: ContentApp;
let other: ContentApp;
let admin: Person;
let reader: Person;
beforeAll(async () => {
  app = await startContent();
  other = await startContent({ DATABASE_URL: app.databaseUrl });
  [admin, reader] = [await app.given.admin(), await app.given.user({ permissions: READING })];
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** The file as text, of a ZIP its `data.json`. */
async function exported(what: string, format: string, { token }: Caller & { token: string } = reader) {
  const answer = await fetch(new URL(`/api/${what}/export/${format}`, app.api.baseUrl), {
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.status).toBe(200);
  const bytes = await answer.arrayBuffer();
  if (format !== 'zip') return Buffer.from(bytes).toString();
  return (await (await JSZip.loadAsync(bytes)).file('data.json')?.async('string')) ?? '';
}

/** An export that was repeated, so that later ones may use a cached file. */
async function repeatedly(what: string, format: string): Promise<string> {
  await exported(what, format);
  return exported(what, format);
}

async function statements(work: () => Promise<unknown>): Promise<number> {
  const before = listener.mock.calls.length;
  await work();
  return listener.mock.calls.length - before;
}

describe.each(FORMATS)('a repeated export as %s', (format) => {
  it('shows the change of another process', async () => {
    const { id } = await app.given.page({ name: 'Old name', html: '<p>old text</p>' });
    const before = await repeatedly(`pages/${id}`, format);
    expect(before).toContain('old text');
    await other.api.as(admin).put(`/api/pages/${id}`, { name: 'New name', html: '<p>new text</p>' });
    const after = await exported(`pages/${id}`, format);
    expect(after).toContain('New name');
    expect(after).toContain('new text');
    expect(after).not.toContain('old text');
  });

  it('is refused when the caller can no longer see the page', async () => {
    const { id } = await app.given.page();
    await repeatedly(`pages/${id}`, format);
    await other.api.as(admin).put(`/api/content-permissions/page/${id}`, {
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    });
    const { status, body } = await app.api.as(reader).get(`/api/pages/${id}/export/${format}`);
    expect({ status, body }).toEqual({ status: 404, body: problem(404, 'Page not found') });
  });

  it('is refused for a caller without the export permission', async () => {
    const { id } = await app.given.page();
    await repeatedly(`pages/${id}`, format);
    const viewer = await app.given.viewer();
    expect((await app.api.as(viewer).get(`/api/pages/${id}/export/${format}`)).status).toBe(403);
  });

  // The time in a ZIP may change its length.
  it('has the headers of the first one, and its length for HEAD', async () => {
    const { id } = await app.given.page({ slug: `again-${format}`, html: '<p>text</p>' });
    const ask = (method: string) =>
      fetch(new URL(`/api/pages/${id}/export/${format}`, app.api.baseUrl), {
        method,
        headers: { authorization: `Token ${reader.token}` },
      });
    const answers = [await ask('GET'), await ask('GET'), await ask('HEAD')];
    const isComparable = (name: string) => !CHANGING.test(name) && (format !== 'zip' || name !== 'content-length');
    const ownHeaders = (answer: Response) =>
      Object.fromEntries([...answer.headers].filter(([name]) => isComparable(name)));
    const [first, ...again] = answers.map(ownHeaders);
    expect(first).toMatchObject({ 'content-disposition': expect.stringContaining(`again-${format}.`) });
    expect(again).toEqual([first, first]);
    expect((await answers[2]?.text()) ?? '').toBe('');
  });
});

it.each(['html', 'plaintext', 'zip'])(
  'a repeated export as %s shows a change of an included page, and hides one that the caller can no longer see',
  async (format) => {
    const included = await app.given.page({ html: '<p>first part</p>' });
    const { id } = await app.given.page({ html: `<p>{{@${included.id}}}</p>` });
    expect(await repeatedly(`pages/${id}`, format)).toContain('first part');
    await other.api.as(admin).put(`/api/pages/${included.id}`, { html: '<p>second part</p>' });
    expect(await repeatedly(`pages/${id}`, format)).toContain('second part');
    await other.api.as(admin).put(`/api/content-permissions/page/${included.id}`, {
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    });
    expect(await exported(`pages/${id}`, format)).not.toContain('second part');
  },
);

it('callers with different rights get different files', async () => {
  const { id } = await app.given.page();
  const auditor = await app.given.user({ permissions: [...READING, 'revision-view-all'] });
  expect(await repeatedly(`pages/${id}`, 'html')).not.toContain('Revision #');
  expect(await exported(`pages/${id}`, 'html', auditor)).toContain('Revision #1');
  expect(await exported(`pages/${id}`, 'html')).not.toContain('Revision #');
});

describe('a repeated export', () => {
  const store = async (name: string, content: string): Promise<string> => {
    const folder = path.join(app.storage, 'uploads/images/gallery/2026-11');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, name), content);
    return `/uploads/images/gallery/2026-11/${name}`;
  };
  const inBase64 = (text: string) => Buffer.from(text).toString('base64');

  it('as HTML has the present content of an image, whose file changes without a commit', async () => {
    const image = await store('changing.png', 'first');
    const { id } = await app.given.page({ html: `<p><img src="${image}"></p>` });
    expect(await repeatedly(`pages/${id}`, 'html')).toContain(inBase64('first'));
    await store('changing.png', 'second');
    expect(await exported(`pages/${id}`, 'html')).toContain(inBase64('second'));
  });

  it('as HTML shows an image whose file was missing before', async () => {
    const { id } = await app.given.page({ html: '<p><img src="/uploads/images/gallery/2026-11/late.png"></p>' });
    expect(await repeatedly(`pages/${id}`, 'html')).not.toContain('data:image');
    await store('late.png', 'late');
    expect(await exported(`pages/${id}`, 'html')).toContain(inBase64('late'));
  });

  it('as ZIP has an attachment whose file was missing before', async () => {
    const { id } = await app.given.page();
    const sql = `INSERT INTO attachments (page_id, name, extension, external, path, "order") VALUES ($1, 'late', 'txt', false, 'uploads/files/late.txt', 1)`;
    await app.database.query(sql, [id]);
    expect(await repeatedly(`pages/${id}`, 'zip')).toContain('"attachments":[]');
    await mkdir(path.join(app.storage, 'uploads/files'), { recursive: true });
    await writeFile(path.join(app.storage, 'uploads/files/late.txt'), 'late');
    expect(await exported(`pages/${id}`, 'zip')).toContain('"name":"late"');
  });

  it.each(TEXTS)('of a book as %s shows a new page of another process', async (format) => {
    const { bookId } = await app.given.page({ name: 'Earlier page' });
    expect(await repeatedly(`books/${bookId}`, format)).toContain('Earlier page');
    await other.api.as(admin).post('/api/pages', { book_id: bookId, name: 'Later page', html: '<p>text</p>' });
    expect(await exported(`books/${bookId}`, format)).toContain('Later page');
  });

  it('as ZIP has the time of the request', async () => {
    const { id } = await app.given.page();
    const before = await repeatedly(`pages/${id}`, 'zip');
    await until(async () => (await exported(`pages/${id}`, 'zip')) !== before);
    const times = [before, await exported(`pages/${id}`, 'zip')].map((data) => textAt(JSON.parse(data), 'exported_at'));
    expect(new Set(times).size).toBe(2);
  });

  it.each([
    ['html', 1],
    ['plaintext', 1],
    ['markdown', 1],
    ['zip', 2],
  ])('as %s costs %d statements while nothing changes', async (format, cost) => {
    const { id } = await app.given.page();
    await repeatedly(`pages/${id}`, format);
    // Commits in the databases of other tests make cached answers useless too.
    await until(async () => (await statements(() => exported(`pages/${id}`, format))) === cost);
  });
});

it('callers of an export that is too long for the cache do not wait for each other', async () => {
  const html = `<p>${'long '.repeat(300_000)}</p>`;
  const [{ id }, another] = [await app.given.page({ html }), await app.given.page({ html })];
  const { promise: opened, resolve: open } = Promise.withResolvers<string>();
  const folders = jest.spyOn(files, 'mkdtemp').mockReturnValueOnce(opened);
  const first = exported(`pages/${id}`, 'plaintext');
  await until(() => folders.mock.calls.length === 1);
  const end = jest.fn();
  const second = exported(`pages/${id}`, 'plaintext').finally(end);
  const hasEnded = () => end.mock.calls.length > 0;
  for (let others = 0; others < 10 && !hasEnded(); others += 1) await exported(`pages/${another.id}`, 'plaintext');
  const endedFirst = hasEnded();
  folders.mockRestore();
  open(await mkdtemp(path.join(app.storage, 'held-')));
  expect(await first).toBe(await second);
  expect(endedFirst).toBe(true);
});

it.each(TEXTS)('an export as %s after a change costs one query, two snapshots and the token', async (format) => {
  const { id } = await app.given.page();
  await repeatedly(`pages/${id}`, format);
  await until(async () => {
    await app.database.query(`UPDATE settings SET value = value WHERE name = 'instance-id'`);
    return (await statements(() => exported(`pages/${id}`, format))) === 4;
  });
});

it('a Markdown export after a change converts the changed page of a book only', async () => {
  const { bookId } = await app.given.page({ html: '<p>one</p>' });
  const changed = await app.given.page({ bookId, html: '<p>two</p>' });
  await exported(`books/${bookId}`, 'markdown');
  await other.api.as(admin).put(`/api/pages/${changed.id}`, { html: '<p>three</p>' });
  const before = await converted();
  expect(await exported(`books/${bookId}`, 'markdown')).toMatch(/one[^]*three/);
  expect((await converted()) - before).toBe(1);
});

/** Texts that were converted to Markdown so far. */
async function converted(): Promise<number> {
  const text = await metrics.getSingleMetricAsString('almanac_cache_lookups_total');
  return Number(/\{cache="exported Markdown",outcome="miss"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
