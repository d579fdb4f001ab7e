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
import { crawl, linksIn } from './testing/crawl';
import { makePublic, visitorsOf } from './testing/library-world';
import { oddWorld } from './testing/odd-world';

const BASE_URL = 'https://docs.example';

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

describe.each(['stranger', 'reader', 'editor', 'admin'])('a %s', (name) => {
  let seen: Awaited<ReturnType<typeof crawl>>;
  beforeAll(async () => {
    seen = await crawl(browsers[name]!, BASE_URL);
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
  const links = linksIn(text, '/settings/application', BASE_URL);
  expect(links).toEqual(expect.arrayContaining(['/settings/users', '/settings/roles']));
});
