import { csrfIn, VisitingBrowser } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import type { Person } from '../../testing/given';
import { multipart } from '../../testing/uploads';

let app: ContentApp;
let admin: Person;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  admin = await app.given.admin();
  browser = await loggedIn(app, admin);
});
afterAll(() => app.close());

/** @returns the address of the page of a new import */
const uploaded = async (data: object, person = admin): Promise<string> =>
  `/settings/imports/${idOf((await uploadArchive(app, person, await archiveOf(data))).body)}`;

/** Loads the progress until the import is over. */
async function ended(path: string): Promise<string> {
  for (;;) {
    const { text } = await browser.get(`${path}/run`);
    if (text.includes('data-over="true"')) return text;
  }
}
/** Follows the link to the imported item. @returns its page */
async function opened(progress: string): Promise<string> {
  const { headers, text } = await browser.get(/class="button" href="([^"]+)"/.exec(progress)?.[1] ?? '');
  const target = headers.get('location');
  return target === null ? text : (await browser.get(target)).text;
}

describe('the form for uploads', () => {
  const send = async (visitor: VisitingBrowser, fields: Record<string, string>) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = multipart(fields, {
      file: { content: await archiveOf({ page: { name: 'Sent' } }), name: 'sent.zip' },
    });
    return app.api.with({ ...(cookie && { cookie }), accept: 'text/html' }).post('/settings/imports', form);
  };
  const count = async () => (await app.database.query('SELECT FROM imports')).length;

  it('stores the file of a member with the right, and leads to its contents', async () => {
    const { status, headers } = await send(browser, { _csrf: csrfIn((await browser.get('/settings/imports')).text) });
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/^\/settings\/imports\/\d+$/)]);
  });

  it('tells the fault of a file that is no import', async () => {
    const { text } = await browser.submitAndFollow('/settings/imports', {});
    expect(text).toMatch(/<p class="fault" id="file-fault">[^<]+<\/p>/);
  });

  it('is refused without the CSRF token, the right or a log-in, and stores nothing', async () => {
    const before = await count();
    const reader = await loggedIn(app, await app.given.viewer());
    const token = csrfIn((await reader.get('/my-account')).text);
    expect((await send(browser, {})).status).toBe(403);
    expect((await send(reader, { _csrf: token })).status).toBe(403);
    expect((await send(new VisitingBrowser(app.api), {})).headers.get('location')).toBe('/login');
    expect(await count()).toBe(before);
  });
});

describe('an import', () => {
  it('shows its contents, runs, and leads to the new book', async () => {
    const chapters = [{ name: 'Rowing', pages: [{ name: 'Oars <b>', tags: [{ name: 'a' }, { name: 'b' }] }] }];
    const path = await uploaded({ book: { name: 'Boats', chapters } });
    const { text } = await browser.get(path);
    expect(text).toContain('<li class="depth-2"><bdi>Oars &lt;b&gt;</bdi> <span class="hint">page, 2 tags</span></li>');
    expect((await browser.submit(path, {})).headers.get('location')).toBe(`${path}/run`);
    expect(await opened(await ended(path))).toContain('Rowing');
    expect((await browser.get(path)).status).toBe(404);
  });

  it('of a chapter or page needs a place, which can be searched', async () => {
    const book = await app.given.book({ name: 'Harbour book' });
    const search = await app.api.as(admin).put(`/api/books/${book.id}`, { name: 'Harbour handbook' });
    expect(search.status).toBe(200);
    const chapter = await uploaded({ chapter: { name: 'Knots' } });
    expect((await browser.submitAndFollow(chapter, {})).text).toContain('Choose a place for the import.');
    expect((await browser.get(`${chapter}?search=handbook`)).text).toContain(`value="book:${book.id}"`);
    expect((await browser.get(`${chapter}?search=nowhere`)).text).toContain('Nothing was found.');
    await browser.submit(chapter, { parent: `book:${book.id}` });
    expect(await opened(await ended(chapter))).toContain('Knots');
    const page = await uploaded({ page: { name: 'Bowline', html: '<p>Twist</p>' } });
    await browser.submit(page, { parent: `book:${book.id}` });
    expect(await opened(await ended(page))).toContain('Bowline');
  });

  it('shows why it failed, and can be deleted', async () => {
    const path = await uploaded({ page: { name: 'Lost' } });
    await browser.submit(path, { parent: 'book:2147483647' });
    expect(await ended(path)).toContain('The import failed.');
    expect((await browser.submitAndFollow(path, {}, `${path}/delete`)).text).toContain('The import is deleted.');
  });

  it('with many pages shows the first 200 entries of its contents', async () => {
    const pages = Array.from({ length: 250 }, (_, index) => ({ name: `Page ${index}` }));
    const { text } = await browser.get(await uploaded({ book: { name: 'Long', pages } }));
    expect(text.match(/<li class="depth-/g)).toHaveLength(200);
    expect(text).toContain('And 51 more.');
  });

  it('of another user stays hidden without the right to manage settings', async () => {
    const other = await loggedIn(app, await app.given.user({ permissions: ['content-import'], api: false }));
    const path = await uploaded({ page: { name: 'Foreign' } });
    expect((await other.get('/settings/imports')).text).not.toContain('Foreign');
    for (const address of [path, `${path}/run`]) expect((await other.get(address)).status).toBe(404);
    for (const address of [path, `${path}/cancel`, `${path}/delete`])
      expect((await other.submit('/settings/imports', {}, address)).status).toBe(404);
  });
});

it('a waiting import is canceled, and can be run again', async () => {
  const path = await uploaded({ book: { name: 'Later' } });
  const id = Number(path.split('/').at(-1));
  await app.database.query(`INSERT INTO job_runs (kind, subject, created_by, input) VALUES ('import', $1, $2, '{}')`, [
    id,
    admin.id,
  ]);
  expect((await browser.get(`${path}/run`)).text).toContain('The import waits for its turn.');
  const { text } = await browser.submitAndFollow(`${path}/cancel`, {});
  expect(text).toContain('The import was canceled.');
  expect((await browser.get(path)).status).toBe(200);
});
