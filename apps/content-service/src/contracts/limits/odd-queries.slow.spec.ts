import { VisitingBrowser } from '@almanac/testing';
import { ACCESS_RULES } from '../access/rules';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let browser: VisitingBrowser;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'false' });
  browser = new VisitingBrowser(app.api.repeatingWhenBusy());
  await browser.logIn(await app.given.password(await app.given.admin(), 'a password of mine'));
});
afterAll(() => app.close());

const VALUES = [
  '-1',
  '99999999999999999999',
  '1e9',
  'NaN',
  "'",
  '%00',
  '%25',
  '%F0%9F%98%80',
  '2026-13-45',
  'x'.repeat(3_000),
];
const NAMES = [
  ...['page', 'contents', 'search', 'sort', 'user', 'type', 'from', 'to', 'ip', 'copy', 'parent', 'q', 'query'],
  ...['name', 'reply', 'p', 'event', 'status', 'cursor', 'return', 'term', 'queue'],
];
const PAGES = Object.keys(ACCESS_RULES)
  .filter((route) => route.startsWith('GET /') && !route.includes(' /api') && !route.includes(' /internal'))
  .map((route) => route.slice('GET '.length));

/** An id that no record has is odd enough: the pages of records have tests of their own. */
const addressOf = (page: string) => page.replaceAll(/:\w+/g, '1');

it.each(PAGES)('odd values in the query never cause a server error at %s', async (page) => {
  const failures: string[] = [];
  for (const value of VALUES) {
    const query = NAMES.map((name) => `${name}=${value}&${name}[]=${value}`).join('&');
    const { status } = await browser.get(`${addressOf(page)}?${query}`);
    if (status >= 500) failures.push(`${value.slice(0, 30)}: ${status}`);
  }
  expect(failures).toEqual([]);
});
