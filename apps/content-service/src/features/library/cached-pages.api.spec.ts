import { nonEmpty, type TestResponse, until, VisitingBrowser } from '@almanac/testing';
import { countLockWaits } from '../../testing/count-lock-waits';
import { loggedIn } from '../../testing/logged-in';
import { type ContentApp, startContent } from '../../testing/content-app';
import { type LibraryWorld, libraryWorld, makePublic, visitorsOf } from './testing/library-world';

let app: ContentApp;
let other: ContentApp;
let world: LibraryWorld;
beforeAll(async () => {
  app = await startContent();
  other = await startContent({ DATABASE_URL: app.databaseUrl });
  world = await libraryWorld(app);
  await makePublic(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const stranger = (headers: Record<string, string> = {}) => new VisitingBrowser(app.api, headers);
const admin = async () => other.api.as(await app.given.admin());
const sql = (text: string) => other.database.query(text);
const pages = () => [world.page, world.book, world.chapter, world.shelf, '/books', '/shelves'];
const readAll = async () => Promise.all(pages().map(async (path) => (await stranger().get(path)).text));

const idOf = async (path: string): Promise<number> => {
  const { body } = await (await admin()).get(path);
  return (body as { data: { id: number }[] }).data[0]?.id ?? 0;
};
const renamed = (kind: string) => async () => {
  const id = await idOf(`/api/${kind}?filter[slug]=${kind === 'shelves' ? 'harbour' : 'boat-guide'}`);
  await (await admin()).put(`/api/${kind}/${id}`, { description: `New words for ${kind}` });
};

/** Changes by another process, with the text that a page then shows or no longer shows. */
const CHANGES: [change: string, work: () => Promise<unknown>, path: () => string, text: string, isShown: boolean][] = [
  [
    'a new text',
    async () => (await admin()).put(`/api/pages/${world.pageId}`, { html: '<p>Quite new</p>' }),
    () => world.page,
    'Quite new',
    true,
  ],
  [
    'a new comment',
    async () => (await admin()).post('/api/comments', { page_id: world.pageId, html: '<p>Just said</p>' }),
    () => world.page,
    'Just said',
    true,
  ],
  ['a new description of a book', renamed('books'), () => world.book, 'New words for books', true],
  ['a new description of a shelf', renamed('shelves'), () => world.shelf, 'New words for shelves', true],
  [
    'a new name of the site',
    () => sql(`INSERT INTO settings (name, value) VALUES ('app-name', 'Harbour library')`),
    () => world.page,
    'Harbour library',
    true,
  ],
  ['a new name of a user', () => sql(`UPDATE users SET name = name || ' Newname'`), () => world.page, 'Newname', true],
  [
    'a right less of the guests',
    () =>
      sql(`DELETE FROM role_permissions WHERE permission = 'content-export'
        AND role_id IN (SELECT id FROM roles WHERE system_name = 'public')`),
    () => world.book,
    '/export/',
    false,
  ],
];

describe('a page that a stranger has read before', () => {
  it.each(CHANGES)('shows %s', async (_change, work, path, text, isShown) => {
    await readAll();
    await readAll();
    await work();
    const { text: page } = await stranger().get(path());
    expect(page.includes(text)).toBe(isShown);
  });

  it('is the same when it is read again', async () => {
    const first = await readAll();
    expect(await readAll()).toEqual(first);
  });

  it('has the theme of each reader', async () => {
    await stranger().get(world.page);
    const { text } = await stranger({ cookie: 'almanac-theme=dark' }).get(world.page);
    expect(text).toContain('<meta name="color-scheme" content="dark">');
    expect((await stranger().get(world.page)).text).toContain('content="light dark"');
  });

  it('leads back to its own address after the log-in', async () => {
    await stranger().get(world.book);
    expect((await stranger().get(`${world.book}?from=mail`)).text).toContain(
      encodeURIComponent(`${world.book}?from=mail`),
    );
  });

  it('leads back to its own address after the log-in, also when a program asked for its headers first', async () => {
    const path = `${world.book}?from=monitor`;
    expect((await stranger().send('HEAD', path)).status).toBe(200);
    expect((await stranger().get(path)).text).toContain(`/login?return=${encodeURIComponent(path)}`);
  });

  it.each<[string, () => Promise<VisitingBrowser>, string]>([
    [
      'a notice',
      async () => {
        const browser = await loggedIn(app, await app.given.viewer());
        await browser.submit('/my-account', {}, '/logout');
        return browser;
      },
      'You are logged out.',
    ],
    [
      'faults of a form',
      async () => {
        const browser = stranger();
        await browser.submit('/login', { email: '', password: '' });
        return browser;
      },
      'The email field is required.',
    ],
  ])('shows %s to one reader only', async (_message, sent, message) => {
    const sender = await sent();
    let own: Promise<TestResponse> | undefined;
    let others = '';
    await other.database.transaction(async () => {
      // The sender's session cannot forget the message yet, so the database is unchanged for other readers.
      await other.database.query('LOCK TABLE web_sessions IN SHARE MODE');
      own = sender.get(world.book);
      await until(async () => (await countLockWaits(app.database)) > 0);
      others = (await stranger().get(world.book)).text;
    });
    expect((await own)?.text).toContain(message);
    expect(others).toContain('</html>');
    expect(others).not.toContain(message);
  });

  it('shows a member the own account', async () => {
    await stranger().get(world.page);
    const { admin: member } = await visitorsOf(app);
    expect((await member?.get(world.page))?.text).toContain('href="/my-account"');
    expect((await stranger().get(world.page)).text).not.toContain('href="/my-account"');
  });

  it('gets a new nonce for each read when its text has colours', async () => {
    const page = await app.given.page({ html: '<p style="color: red">Red</p>', slug: 'coloured' });
    const path = (await stranger().get(`/link/${page.id}`)).headers.get('location') ?? '';
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => /nonce="([^"]+)"/.exec((await stranger().get(path)).text)?.[1]),
    );
    expect(new Set(nonces).size).toBe(3);
    expect(nonces).not.toContain(undefined);
  });

  it('is closed as soon as it is hidden, and as the library is closed', async () => {
    await readAll();
    await (
      await admin()
    ).put(`/api/content-permissions/page/${world.pageId}`, {
      fallback_permissions: { inheriting: false, view: false, create: false, update: false, delete: false },
    });
    expect((await stranger().get(world.page)).status).toBe(404);
    await sql(`UPDATE settings SET value = 'false' WHERE name = 'app-public'`);
    for (const path of nonEmpty(pages())) expect((await stranger().get(path)).status).toBe(303);
  });
});
