import { nonEmpty, VisitingBrowser } from '@almanac/testing';
import { Client } from 'pg';
import { idOf, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import { type LibraryWorld, libraryWorld, makePublic, visitorsOf } from './testing/library-world';

let app: ContentApp;
let closed: ContentApp;
let world: LibraryWorld;
let browsers: Record<string, VisitingBrowser>;
beforeAll(async () => {
  [app, closed] = await Promise.all([startContent(), startContent()]);
  world = await libraryWorld(app);
  await makePublic(app);
  browsers = await visitorsOf(app);
});
afterAll(() => Promise.all([app.close(), closed.close()]));

const as = (name: string): VisitingBrowser => browsers[name]!;
const KINDS = ['shelf', 'book', 'chapter', 'page', 'nextPage'] as const;

describe('a page of the library', () => {
  it.each(KINDS)('shows a %s to each visitor who may see it', async (kind) => {
    for (const browser of nonEmpty(Object.values(browsers))) {
      const { status, headers } = await browser.get(world[kind]);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
  });

  it('reads the contents of a book once', async () => {
    const listener = jest.spyOn(Client.prototype, 'query');
    await as('admin').get(world.book);
    const sent = listener.mock.calls.map(([query]: unknown[]) => JSON.stringify(query));
    listener.mockRestore();
    expect(sent.filter((sql) => sql.includes('AS entry ORDER BY'))).toHaveLength(1);
  });

  it('answers 404 for a hidden page, and names it to nobody else', async () => {
    for (const name of ['stranger', 'reader', 'editor']) {
      expect((await as(name).get(world.hiddenPage)).status).toBe(404);
      expect((await as(name).get(world.book)).text).not.toContain('Secret place');
      expect((await as(name).get('/search?term=hush')).text).not.toContain('Secret place');
      expect((await as(name).get('/')).text).not.toContain('Secret place');
    }
    expect((await as('admin').get(world.hiddenPage)).status).toBe(200);
  });

  it('shows the contents, tags, comments, attachments and neighbours of a page', async () => {
    const { text } = await as('reader').get(world.page);
    for (const part of [
      '<h2 id="bkmrk-first-steps">First steps</h2>',
      '<a href="#bkmrk-second-steps"><bdi>Second steps</bdi></a>',
      '<bdi>Season</bdi>: <bdi>Summer</bdi>',
      'Very <strong>useful</strong>',
      'in reply to <a href="#comment1">#1</a>',
      '><bdi>Weather</bdi></a>',
      `class="next" href="${world.nextPage}"`,
      `href="${world.page}" aria-current="page"`,
    ])
      expect(text).toContain(part);
  });

  it.each(['book', 'chapter', 'page'] as const)(
    'tells author, dates and tags of a %s before its text',
    async (kind) => {
      const { text } = await as('reader').get(world[kind]);
      const before = text.slice(text.indexOf('<h1'), text.indexOf('class="prose"'));
      expect(before).toMatch(/Updated <time[^>]*>\d+ \w+ \d{4}<\/time> by <a href="\/user\//);
      expect(before).toContain('<bdi>Season</bdi>: <bdi>Summer</bdi>');
    },
  );

  it('tells the time of day of each revision', async () => {
    const { text } = await as('admin').get(`${world.page}/revisions`);
    expect(text.match(/>\d{4}-\d\d-\d\d \d\d:\d\d UTC<\/time>/g)).toHaveLength(2);
  });

  it.each([
    '/',
    '/shelves',
    '/books',
    '/tags',
    '/tags?name=Season',
    '/search?term=row&page=on&created_by=on',
    '/search?term=%22',
    '/books?page=99999999999999999999',
    '/books?page=-1',
  ])('opens %s', async (path) => {
    for (const browser of nonEmpty(Object.values(browsers))) expect((await browser.get(path)).status).toBe(200);
  });

  it.each(['/books/none', '/books/%00', '/shelves/none', '/books/none/page/none', '/link/0', '/link/x', '/user/none'])(
    'answers 404 as HTML at %s',
    async (path) => {
      const { status, headers } = await as('reader').get(path);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  it('stays hidden from programs', async () => {
    for (const path of ['/', '/shelves', '/books', world.page, '/search', '/user/admin']) {
      expect((await app.api.get(path)).status).toBe(401);
      const known = await app.api.as(await app.given.viewer()).get(path);
      expect([known.status, known.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });

  it('is escaped and runs no script of a text', async () => {
    const admin = app.api.as(await app.given.admin());
    const { body } = await admin.post('/api/books', { name: '<script>alert(1)</script>' });
    expect(body).toMatchObject({ slug: expect.any(String) });
    const { text, headers } = await as('reader').get('/books');
    expect(text).not.toContain('<script>alert');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('keeps the colours of a text without inline styles', async () => {
    const page = await app.given.page({ html: '<p style="color: red">Red</p>', slug: 'red' });
    const { headers } = await as('reader').get(`/link/${page.id}`);
    const { text, headers: sent } = await as('reader').get(headers.get('location') ?? '');
    const nonce = /<style nonce="([^"]+)">\.prose \.own-1\{color:#FF0000;\}<\/style>/.exec(text)?.[1] ?? 'none';
    expect(sent.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(text).not.toContain('style="');
  });

  it.each([
    ...KINDS.map((kind) => [kind, () => world[kind]] as const),
    ...['/', '/shelves', '/books', '/tags', '/search?term=row', '/user/admin'].map(
      (path) => [path, () => path] as const,
    ),
  ])('takes less than 50 KB in at most ten requests with everything that it loads: %s', async (_name, path) => {
    const { status, text } = await as('admin').get(path());
    expect(status).toBe(200);
    const files = new Set([...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file));
    const sizes = await Promise.all([...files].map(async (file) => (await app.api.get(file)).text.length));
    expect(files.size).toBeLessThan(10);
    expect(text.length + sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50_000);
  });
});

describe('a library that is not public', () => {
  it.each(['/shelves', '/books/none', '/search', '/link/1', '/user/none'])(
    'sends strangers from %s to the log-in and back',
    async (path) => {
      const { status, headers } = await new VisitingBrowser(closed.api).get(path);
      expect([status, headers.get('location')]).toEqual([303, `/login?return=${encodeURIComponent(path)}`]);
    },
  );

  it('has a home page that names the API of the calendar', async () => {
    const { headers, text } = await new VisitingBrowser(closed.api).get('/');
    const [origin] = String(headers.get('x-tec-api-root')).split('/calendar/events/v1/');
    expect(headers.get('x-tec-api-version')).toBe('v1');
    expect(headers.get('x-tec-api-origin')).toBe(origin);
    expect(text).toContain(`<link rel="alternate" type="application/json" href="${origin}/calendar/events/v1/">`);
  });

  it('offers to write on the home page to those who may', async () => {
    const offers = async (name: string) => {
      const { text } = await as(name).get('/');
      const part = /<nav class="item-actions" aria-label="Write something">.*?<\/nav>/s.exec(text)?.[0] ?? '';
      return [...part.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
    };
    expect(await offers('stranger')).toEqual([]);
    expect(await offers('reader')).toEqual([]);
    for (const name of ['editor', 'admin']) {
      expect(await offers(name)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^\/books\/[\w-]+\/create-page$/), '/create-book']),
      );
      expect((await offers(name)).includes('/events/community/add')).toBe(name === 'admin');
      const own = (await offers(name)).filter((path) => !path.startsWith('/events/'));
      for (const path of nonEmpty(own)) expect((await as(name).get(path)).status).toBe(200);
    }
  });

  it('shows strangers a home page without contents, and search engines nothing', async () => {
    const stranger = new VisitingBrowser(closed.api);
    expect((await stranger.get('/')).text).toContain('The library is not public.');
    expect((await stranger.get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    expect((await stranger.get('/sitemap.xml')).status).toBe(404);
  });
});

describe('an address', () => {
  let home: number | undefined;
  it('leads to a page by its permanent link', async () => {
    const { status, headers } = await as('reader').get(`/link/${world.pageId}`);
    expect([status, headers.get('location')]).toEqual([303, world.page]);
  });

  it('leads to the item after its book and itself were renamed', async () => {
    const admin = app.api.as(await app.given.admin());
    const made = async (path: string, body: object) =>
      (await admin.post(path, body)).body as { id: number; slug: string };
    const book = await made('/api/books', { name: 'Former name' });
    const page = await made('/api/pages', { book_id: book.id, name: 'Former page', html: '<p>x</p>' });
    await admin.put(`/api/books/${book.id}`, { name: 'Newer name' });
    await admin.put(`/api/pages/${page.id}`, { name: 'Newer page' });
    const visit = async (path: string) => (await as('admin').get(path)).headers.get('location');
    expect(await visit('/books/former-name')).toBe('/books/newer-name');
    expect(await visit('/books/former-name/page/former-page')).toBe('/books/newer-name/page/newer-page');
    expect(await visit('/books/newer-name/page/former-page/revisions')).toBe(
      '/books/newer-name/page/newer-page/revisions',
    );
  });

  it.each([
    ['shelves', '/shelves/'],
    ['books', '/books/'],
    ['chapters', '/books/home-of-heirs/chapter/'],
    ['pages', '/books/home-of-heirs/page/'],
  ])('that several of the %s had leads to the one that had it last', async (segment, path) => {
    const admin = app.api.as(await app.given.admin());
    home ??= idOf((await admin.post('/api/books', { name: 'Home of heirs' })).body);
    const more = { chapters: { book_id: home }, pages: { book_id: home, html: '<p>x</p>' } }[segment] ?? {};
    const make = async (name: string) => idOf((await admin.post(`/api/${segment}`, { ...more, name })).body);
    const ids = [await make('One'), await make('Two')];
    const rename = async (id: number, name: string) =>
      textAt((await admin.put(`/api/${segment}/${id}`, { name })).body, 'slug');
    // In both orders, because the later one could have been chosen by its id.
    for (const [time, order] of [ids, ids.toReversed()].entries()) {
      let present = '';
      for (const id of nonEmpty(order)) {
        expect(await rename(id, `Heirloom ${time}`)).toBe(`heirloom-${time}`);
        present = await rename(id, `Item ${id} of time ${time}`);
      }
      expect((await as('admin').get(`${path}heirloom-${time}`)).headers.get('location')).toBe(`${path}${present}`);
    }
  });

  it('of a draft opens for its owner only', async () => {
    const owner = await app.given.editor();
    const { id } = await app.given.page({ name: 'Unfinished', slug: 'unfinished', draft: true, ownedBy: owner.id });
    const browser = await loggedIn(app, owner);
    const path = (await browser.get(`/link/${id}`)).headers.get('location') ?? '';
    expect(path).toMatch(/\/draft\/\d+$/);
    expect((await browser.get(path)).text).toContain('This is a draft.');
    expect((await as('admin').get(path)).status).toBe(404);
  });

  it('of each user and avatar in an answer opens', async () => {
    const { body } = await app.api.as(await app.given.admin()).get('/api/users/1');
    const { profile_url, avatar_url } = body as Record<string, string>;
    const paths = [profile_url, avatar_url].map((url = '') => new URL(url).pathname);
    for (const path of paths) expect((await as('reader').get(path)).status).toBe(200);
    const avatar = await as('reader').get(`${paths[0] ?? ''}/avatar.svg`);
    expect(avatar.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  });
});

describe('the revisions of a page', () => {
  it('are listed, and show their changes', async () => {
    const { text } = await as('admin').get(`${world.page}/revisions`);
    const path = /href="([^"]+\/revisions\/\d+)"/.exec(text)?.[1] ?? '';
    const { text: changes } = await as('admin').get(path);
    expect(changes).toContain('<ins');
  });

  it('are refused to readers without the right', async () => {
    expect((await as('reader').get(`${world.page}/revisions`)).status).toBe(403);
  });
});

describe('a comment', () => {
  it('is written, answered and archived in forms', async () => {
    const { headers } = await as('admin').submit(`${world.nextPage}/comment`, { text: 'First <b>\n\nSecond' });
    expect(headers.get('location')).toBe(`${world.nextPage}#comment1`);
    await as('editor').submit(`${world.nextPage}/comment?reply=1`, { text: 'Answer' });
    const { text } = await as('reader').get(world.nextPage);
    expect(text).toContain('<p>First &lt;b&gt;</p><p>Second</p>');
    expect(text).toContain('in reply to <a href="#comment1">#1</a>');
    const archive = /href="([^"]+\/archive)"/.exec((await as('admin').get(world.nextPage)).text)?.[1] ?? '';
    // A form that is sent twice, e.g. by a double click, has the effect of one.
    const archived = () => as('admin').submit(archive, { archived: '1' });
    expect([(await archived()).status, (await archived()).status]).toEqual([303, 303]);
    expect((await as('reader').get(world.nextPage)).text).toContain('Archived comments (2)');
    expect((await as('admin').get(archive)).text).toContain('name="archived" value="0"');
    expect((await as('admin').submit(archive, { archived: '0' })).status).toBe(303);
    expect((await as('reader').get(world.nextPage)).text).not.toContain('Archived comments');
  });

  it('without text shows its form again', async () => {
    const { text } = await as('admin').submitAndFollow(`${world.page}/comment`, { text: '' });
    expect(text).toContain('The Comment field is required.');
  });

  it('is refused to visitors without the right, and without the token of a form', async () => {
    expect((await as('reader').get(`${world.page}/comment`)).status).toBe(403);
    expect((await as('stranger').get(`${world.page}/comment`)).status).toBe(403);
    expect((await as('admin').send('POST', `${world.page}/comment`, new URLSearchParams({ text: 'x' }))).status).toBe(
      403,
    );
  });
});

describe('an export', () => {
  it('of a book, chapter and page is a file for visitors with the right', async () => {
    for (const path of [world.book, world.chapter, world.page]) {
      const { status, headers } = await as('admin').get(`${path}/export/markdown`);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toContain('attachment');
      expect((await as('reader').get(`${path}/export/markdown`)).status).toBe(403);
      expect((await as('admin').get(`${path}/export/nothing`)).status).toBe(404);
    }
  });
});

describe('the files of a site', () => {
  it('name the public parts only', async () => {
    const { text } = await new VisitingBrowser(app.api).get('/sitemap.xml');
    expect(text).toContain(`<loc>${app.baseUrl}${world.page}</loc>`);
    expect(text).not.toContain('secret-place');
    expect((await app.api.get('/robots.txt')).text).toContain(`Sitemap: ${app.baseUrl}/sitemap.xml`);
  });

  it.each([
    ['/favicon.ico', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
  ])('have the type that browsers expect: %s', async (path, type) => {
    const { status, headers } = await app.api.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
  });
});
