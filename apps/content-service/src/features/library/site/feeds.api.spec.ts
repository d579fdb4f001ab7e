import { VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { type LibraryWorld, libraryWorld, makePublic, visitorsOf } from '../testing/library-world';

const BASE_URL = 'https://docs.example';

let app: ContentApp;
let closed: ContentApp;
let world: LibraryWorld;
let browsers: Record<string, VisitingBrowser>;
beforeAll(async () => {
  [app, closed] = await Promise.all([startContent({ BASE_URL }), startContent({ BASE_URL })]);
  world = await libraryWorld(app);
  await makePublic(app);
  browsers = await visitorsOf(app);
});
afterAll(() => Promise.all([app.close(), closed.close()]));

const titles = (xml: string) => [...xml.matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map(([, title]) => title);
/** Feed readers accept everything. */
const subscriber = () => app.api.with({ accept: '*/*' });

describe('a feed of recent changes', () => {
  it.each([
    ['/feed.atom', () => '/feed.atom', 'Almanac'],
    ['that of a book', () => `${world.book}/feed.atom`, 'Boat guide'],
  ])('names pages, newest first, with all that Atom requires: %s', async (_name, path, title) => {
    const { status, headers, text } = await subscriber().get(path());
    expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(titles(text)).toEqual(['Sailing', 'Before you row']);
    const updated = String.raw`<updated>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z</updated>`;
    for (const part of [
      `<id>${BASE_URL}${path()}</id>`,
      `<title>${title}: recent changes</title>\n${updated}\n<author><name>Almanac</name></author>`,
      `<link rel="self" type="application/atom\\+xml" href="${BASE_URL}${path()}"/>`,
      `<entry><id>${BASE_URL}/link/${world.pageId}</id><title>Before you row</title>${updated}` +
        `<link rel="alternate" type="text/html" href="${BASE_URL}${world.page}"/></entry>`,
    ])
      expect(text).toMatch(new RegExp(part));
  });

  it('shows each reader the pages that this reader may see', async () => {
    for (const name of ['stranger', 'reader', 'editor'])
      expect((await browsers[name]!.get('/feed.atom')).text).not.toContain('Secret place');
    expect((await browsers['admin']!.get('/feed.atom')).text).toContain('Secret place');
    expect((await browsers['admin']!.get(`${world.book}/feed.atom`)).text).toContain('Secret place');
  });

  it('answers 304 until a page changes', async () => {
    const first = await subscriber().get('/feed.atom');
    const again = () =>
      app.api.with({ accept: '*/*', 'if-none-match': first.headers.get('etag') ?? '' }).get('/feed.atom');
    const { status, text } = await again();
    expect([status, text]).toEqual([304, '']);
    const admin = app.api.as(await app.given.admin());
    await admin.put(`/api/pages/${world.pageId}`, { name: 'Before you row & sail' });
    expect(titles((await again()).text)[0]).toBe('Before you row &amp; sail');
    await admin.put(`/api/pages/${world.pageId}`, { name: 'Before you row' });
  });

  it('is named by the pages that show the same', async () => {
    for (const [page, feed] of [
      ['/', '/feed.atom'],
      [world.book, `${world.book}/feed.atom`],
    ] as const) {
      const { text } = await browsers['stranger']!.get(page);
      expect(text).toContain(
        `<link rel="alternate" type="application/atom+xml" title="Recent changes" href="${feed}">`,
      );
      expect(text).toContain(`<a href="${feed}">Atom feed</a>`);
    }
  });

  it('of an unknown book is a 404, and of a closed library a redirect to the log-in', async () => {
    expect((await subscriber().get('/books/none/feed.atom')).status).toBe(404);
    const { status, headers } = await new VisitingBrowser(closed.api).get('/feed.atom');
    expect([status, headers.get('location')]).toEqual([303, '/login?return=%2Ffeed.atom']);
  });
});
