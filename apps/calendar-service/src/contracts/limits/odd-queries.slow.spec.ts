import type { VisitingBrowser } from '@almanac/testing';
import { ACCESS_RULES } from '../access/rules';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { browserOf } from '../../testing/page-visitors';

let app: CalendarApp;
let browser: VisitingBrowser;
let slugs: string[];
beforeAll(async () => {
  app = await startCalendar();
  const editor = app.given.editor();
  browser = browserOf(app, editor);
  slugs = [(await app.given.event()).slug, (await app.given.event({ password: 'right' })).slug];
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
  ...[
    'page',
    'past',
    'count',
    'zone',
    'search',
    'category',
    'tag',
    'venue',
    'organizer',
    'featured',
    'p',
    'occurrence',
  ],
  ...['cancel_token', 'date', 'month', 'categories', 'tags', 'password', 'per_page', 'from', 'to', 'outlook-ical'],
];
const PAGES = Object.keys(ACCESS_RULES)
  .filter((route) => route.startsWith('GET /') && !route.includes(' /calendar/') && !route.includes('/events/v1'))
  .map((route) => route.slice('GET '.length));

it.each(PAGES)('odd values in the query never cause a server error at %s', async (page) => {
  const failures: string[] = [];
  for (const slug of slugs)
    for (const value of VALUES) {
      const query = NAMES.map((name) => `${name}=${value}&${name}[]=${value}`).join('&');
      const address = page.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'slug' ? slug : '1'));
      const { status } = await browser.get(`${address}?${query}`);
      if (status >= 500) failures.push(`${address} ${value.slice(0, 30)}: ${status}`);
    }
  expect(failures).toEqual([]);
});

it.each(['0000-00', '2026-13', '99999-01', '%00', "'", '2026-02-30', '-1', 'x'.repeat(3_000)])(
  'an odd date in the address never causes a server error: %j',
  async (date) => {
    for (const view of ['month/', 'week/', 'day/', ''])
      expect((await browser.get(`/events/${view}${date}`)).status).toBeLessThan(500);
  },
);
