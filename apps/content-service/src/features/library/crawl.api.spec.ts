import type { VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { libraryWorld, makePublic, visitorsOf } from './testing/library-world';

const BASE_URL = 'https://docs.example';
/** Exports in the formats that need a browser, and addresses of other services. */
const NOT_FOLLOWED = /^\/(?:calendar|events)(?:\/|$)|\/export\/pdf$/;

let app: ContentApp;
let browsers: Record<string, VisitingBrowser>;
beforeAll(async () => {
  app = await startContent({ BASE_URL });
  await libraryWorld(app);
  await makePublic(app);
  browsers = await visitorsOf(app);
});
afterAll(() => app.close());

/** The addresses of this site that a page names, without fragments. */
function linksIn(html: string, from: string): string[] {
  const found = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  const urls = found.map((link) => new URL(link, `${BASE_URL}${from}`));
  return urls.filter(({ origin }) => origin === BASE_URL).map(({ pathname, search }) => pathname + search);
}

/** Follows every link from the home page. @returns the status by address */
async function crawl(browser: VisitingBrowser): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || NOT_FOLLOWED.test(path)) continue;
    const { status, headers, text } = await browser.get(path);
    seen.set(path, status);
    const target = headers.get('location');
    if (target !== null) waiting.push(...linksIn(` href="${target}"`, path));
    if (headers.get('content-type')?.includes('text/html')) waiting.push(...linksIn(text, path));
  }
  return seen;
}

it.each(['stranger', 'reader', 'editor', 'admin'])('a %s finds a page behind every link', async (name) => {
  const seen = await crawl(browsers[name]!);
  const failures = [...seen].filter(([, status]) => status >= 400);
  expect(failures).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});

it('an administrator also finds the settings area', async () => {
  const { text } = await browsers['admin']!.get('/settings/application');
  const links = linksIn(text, '/settings/application');
  expect(links).toEqual(expect.arrayContaining(['/settings/users', '/settings/roles']));
});
