import { type Reader, testReaders } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';

const openReader = testReaders();

const LONG = 'Safety walk along the whole harbour with the fire brigade and the coast guard';
const BUSY = ['08', '09', '10', '11', '12'];

let app: CalendarApp;
let categories: Made[];
let reader: Reader;
beforeAll(async () => {
  // Links of pages have no host, so that the port need not be known before the start.
  app = await startCalendar({ BASE_URL: 'http://calendar.example' });
  categories = [];
  for (const name of ['Workshops', 'Music', 'Talks', 'Family', 'Outdoors', 'Members'])
    categories.push(await app.given.category({ name }));
  const titles = ['Thursday kitchen', LONG, 'Observers evening', 'Planning the spring', 'Choir', 'Typhoon season'];
  for (let day = 1; day <= 28; day += 2)
    await event(day % 6, titles[day % 6] ?? '', `2041-05-${String(day).padStart(2, '0')} 12:30:00`, 1);
  for (const hour of BUSY) await event(Number(hour) % 6, `Lesson at ${hour}`, `2041-05-29 ${hour}:00:00`, 1);
  await event(4, 'Regatta', '2041-05-08', 3, { all_day: true, featured: true });
  await event(undefined, 'Stocktaking days', '2041-05-21 09:00:00', 50);
  await event(1, 'Call with Tokyo', '2041-05-15 23:30:00', 1, { timezone: 'Asia/Tokyo' });
  await event(2, 'Called off', '2041-05-22 10:00:00', 1, { event_status: 'canceled' });
  await event(3, 'Summer fair', '2041-08-03 10:00:00', 5);
});
afterAll(() => app.close());
beforeEach(async () => {
  reader = await openReader(app.api.baseUrl);
});

/** @param length in hours, or in days for whole days */
async function event(category: number | undefined, title: string, start: string, length: number, more: object = {}) {
  const hours = start.length > 10 ? length : (length - 1) * 24;
  const end = new Date(
    Date.parse(`${start.replace(' ', 'T')}${start.length > 10 ? 'Z' : 'T00:00:00Z'}`) + hours * 3_600_000,
  );
  const term = category === undefined ? undefined : categories[category];
  await app.given.event({
    title,
    start_date: start,
    end_date: end.toISOString().slice(0, start.length).replace('T', ' '),
    excerpt: 'Bring water and a hat. We meet at the slipway.',
    ...(term && { categories: [term.id] }),
    ...more,
  });
}

it.each([
  ['month-full', '/events/month/2041-05/'],
  ['month-empty', '/events/month/2041-06/'],
  ['week-full', '/events/week/2041-05-20/'],
  ['week-empty', '/events/week/2041-06-10/'],
  ['day-full', '/events/2041-05-29/'],
  ['day-empty', '/events/2041-06-10/'],
  ['list-full', '/events/'],
  ['list-past-empty', '/events/?past=1'],
])('the page %s is without faults', async (name, path) => {
  await reader.open(path);
  expect(await reader.faults(`events-${name}`)).toEqual([]);
});

/** These scripts are strings because they run in the page, where the types of this project do not apply. */
const LINES_OF_LONG = `(() => {
  const title = [...document.querySelectorAll('.entry-title')].find(({ textContent }) => textContent.startsWith('Safety walk'));
  return Math.round(title.clientHeight / parseFloat(getComputedStyle(title).lineHeight));
})()`;

/** The colours and shapes of the whole palette, and the least contrast of each with the grounds below it. */
const PALETTE = `(() => {
  const brightness = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map((part) => (colour.startsWith('rgb') ? part / 255 : part))
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [dark, light] = [brightness(one), brightness(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const entry = document.querySelector('.entry.whole a');
  const paper = getComputedStyle(document.querySelector('table.month')).backgroundColor;
  return Array.from({ length: 8 }, (_, index) => {
    entry.className = 'shaped tone-' + index + ' shape-' + index;
    const { backgroundColor: tone, clipPath, borderRadius } = getComputedStyle(entry, '::before');
    const grounds = [paper, getComputedStyle(document.body).backgroundColor, getComputedStyle(entry).backgroundColor];
    return { tone, shape: clipPath + borderRadius, contrast: Math.min(...grounds.map((ground) => contrast(tone, ground))) };
  });
})()`;

it('a long title takes three lines of a month and all lines of a week', async () => {
  await reader.open('/events/month/2041-05/');
  expect(await reader.page.evaluate(LINES_OF_LONG)).toBe(3);
  await reader.open('/events/week/2041-05-20/');
  expect(await reader.page.evaluate(LINES_OF_LONG)).toBeGreaterThan(3);
});

it.each(['light', 'dark'])('the marks of categories differ in colour and in shape in the %s theme', async (scheme) => {
  await reader.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await reader.open('/events/month/2041-05/');
  const palette = (await reader.page.evaluate(PALETTE)) as { tone: string; shape: string; contrast: number }[];
  expect(palette).toHaveLength(8);
  for (const part of ['tone', 'shape'] as const) expect(new Set(palette.map((look) => look[part])).size).toBe(8);
  expect(Math.min(...palette.map(({ contrast }) => contrast))).toBeGreaterThan(3);
});

it('the days of one event form a bar from border to border', async () => {
  await reader.open('/events/month/2041-05/');
  const script = `[...document.querySelectorAll('.entry')].filter(({ textContent }) => textContent.includes('Regatta'))
    .map((entry) => [entry.querySelector('a').getBoundingClientRect(), entry.closest('td').getBoundingClientRect()])
    .map(([bar, cell]) => [bar.left - cell.left, cell.right - bar.right].map((gap) => gap < 2))`;
  expect(await reader.page.evaluate(script)).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
});

it('today is named in words', async () => {
  const today = new Date();
  const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  await event(0, 'Over these days', day(-2), 5, { all_day: true });
  for (const [path, selector, word] of [
    ['/events/month', '.day[aria-current]', 'Today'],
    ['/events/week', '.day[aria-current]', 'Today'],
    ['/events/today', 'main .today-word', 'Today'],
    ['/events/', '.mark.now', 'today'],
  ] as const) {
    await reader.open(path);
    expect([path, await reader.text(selector)]).toEqual([path, expect.stringContaining(word)]);
    expect(await reader.faults(`events-now${path.replaceAll('/', '-')}`)).toEqual([]);
  }
});
