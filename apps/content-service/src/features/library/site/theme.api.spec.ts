import { VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { makePublic } from '../testing/library-world';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
  await makePublic(app);
});
afterAll(() => app.close());

const chooses = (browser: VisitingBrowser, theme: string) =>
  browser.send('POST', '/theme', new URLSearchParams({ theme }));
const browserAt = (referer: string) => new VisitingBrowser(app.api, { referer });

/** The colour scheme that a page names, and the pressed button of its form. */
async function themeAt(browser: VisitingBrowser, path: string): Promise<(string | undefined)[]> {
  const { text } = await browser.get(path);
  return [/name="color-scheme" content="([^"]+)"/, /value="(\w+)" aria-pressed="true"/].map(
    (part) => part.exec(text)?.[1],
  );
}

describe('the theme of pages', () => {
  it('follows the browser until the reader chooses one, and then stays on every page', async () => {
    const browser = new VisitingBrowser(app.api);
    const pages = ['/', '/books', '/books/none', '/nothing-here', '/login', '/api/docs'];
    for (const path of pages) expect(await themeAt(browser, path)).toEqual(['light dark', 'system']);
    await chooses(browser, 'dark');
    for (const path of pages) expect(await themeAt(browser, path)).toEqual(['dark', 'dark']);
    await chooses(browser, 'light');
    expect(await themeAt(browser, '/')).toEqual(['light', 'light']);
    await chooses(browser, 'system');
    expect(await themeAt(browser, '/')).toEqual(['light dark', 'system']);
    expect([...browser.cookies.keys()]).not.toContain('almanac-theme');
  });

  it('is kept in a cookie that scripts cannot read', async () => {
    const { headers } = await chooses(new VisitingBrowser(app.api), 'dark');
    const [cookie = ''] = headers.getSetCookie();
    for (const part of ['almanac-theme=dark;', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=31536000'])
      expect(cookie).toContain(part);
  });

  it.each([
    ['https://docs.example/books?page=2', '/books?page=2'],
    ['https://other.example//evil.example/', '/'],
    ['not an address', '/'],
  ])('leads from %s back to %s', async (referer, path) => {
    const { status, headers } = await chooses(browserAt(referer), 'dark');
    expect([status, headers.get('location')]).toEqual([303, path]);
  });

  it('is one of three', async () => {
    const { status, headers } = await chooses(new VisitingBrowser(app.api), 'dark; Path=/x');
    expect([status, headers.getSetCookie()]).toEqual([422, []]);
  });
});
