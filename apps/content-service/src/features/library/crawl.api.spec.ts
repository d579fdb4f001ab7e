import {
  escapedName,
  nonEmpty,
  oddName,
  searchesIn,
  showsRawName,
  valueIn,
  type VisitingBrowser,
} from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';
import { makePublic, visitorsOf } from './testing/library-world';
import { oddWorld } from './testing/odd-world';

const BASE_URL = 'https://docs.example';
/** Exports in the formats that need a browser, and addresses of other services. */
const NOT_FOLLOWED = /^\/(?:calendar|events)(?:\/|$)|\/export\/pdf$/;

let app: ContentApp;
let browsers: Record<string, VisitingBrowser>;
let names: string[];
beforeAll(async () => {
  app = await startContent({ BASE_URL });
  const admin = await app.given.admin();
  names = await oddWorld(app, admin, oddName);
  await makePublic(app);
  browsers = { ...(await visitorsOf(app)), admin: await loggedIn(app, admin) };
});
afterAll(() => app.close());

/** The addresses of this site that a page names, without fragments. */
function linksIn(html: string, from: string): string[] {
  const found = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  const urls = found.map((link) => new URL(link, `${BASE_URL}${from}`));
  return urls.filter(({ origin }) => origin === BASE_URL).map(({ pathname, search }) => pathname + search);
}

interface Seen {
  status: number;
  /** Empty for other answers and files to save. */
  page: string;
}

/** Follows every link from the home page. @returns the answer by address */
async function crawl(browser: VisitingBrowser): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || NOT_FOLLOWED.test(path)) continue;
    const { status, headers, text } = await browser.get(path);
    const isPage = headers.get('content-type')?.includes('text/html') && !headers.has('content-disposition');
    seen.set(path, { status, page: isPage ? text : '' });
    const target = headers.get('location');
    if (target !== null) waiting.push(...linksIn(` href="${target}"`, path));
    if (headers.get('content-type')?.includes('text/html')) waiting.push(...linksIn(text, path));
  }
  return seen;
}

describe.each(['stranger', 'reader', 'editor', 'admin'])('a %s', (name) => {
  let seen: Map<string, Seen>;
  beforeAll(async () => {
    seen = await crawl(browsers[name]!);
  });

  it('finds a page behind every link', () => {
    const failures = [...seen].filter(([, { status }]) => status >= 400).map(([path, { status }]) => [path, status]);
    expect(failures).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });

  it('finds no name unescaped', () => {
    expect([...seen].filter(([, { page }]) => showsRawName(page)).map(([path]) => path)).toEqual([]);
  });

  if (name !== 'admin') return;

  it('finds every name escaped on some page', () => {
    const pages = [...seen.values()].map(({ page }) => page);
    expect(names.filter((name) => !pages.some((page) => page.includes(escapedName(name))))).toEqual([]);
  });

  it('finds the text of a search in its field again', async () => {
    const text = oddName('sought');
    const found = [...seen].flatMap(([path, { page }]) => searchesIn(page, path, text));
    const searches = new Map(found.map(({ address, field }) => [address, field]));
    const kindOf = (address: string) =>
      address
        .replace(/\?.*/, '')
        .replace(/\d+/, ':id')
        .replaceAll(/\/(books|chapter|page)\/[^/]+/g, '/$1/:name');
    const paths = new Set([...searches.keys()].map(kindOf));
    expect([...paths].sort()).toEqual([
      '/books/:name/chapter/:name/copy',
      '/books/:name/chapter/:name/move',
      '/books/:name/page/:name/copy',
      '/books/:name/page/:name/move',
      '/search',
      '/settings/audit-log',
      '/settings/imports/:id',
      '/settings/roles',
      '/settings/tokens',
      '/settings/users',
    ]);
    for (const [address, field] of nonEmpty(searches)) {
      const { text: page } = await browsers[name]!.get(address);
      expect([address, valueIn(page, field)]).toEqual([address, escapedName(text)]);
    }
  });
});

it('an administrator also finds the settings area', async () => {
  const { text } = await browsers['admin']!.get('/settings/application');
  const links = linksIn(text, '/settings/application');
  expect(links).toEqual(expect.arrayContaining(['/settings/users', '/settings/roles']));
});
