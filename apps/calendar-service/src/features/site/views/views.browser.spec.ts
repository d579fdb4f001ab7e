import { type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';

const openReader = testReaders();

let app: CalendarApp;
beforeAll(async () => {
  // Links of pages have no host, so that the port need not be known before the start.
  app = await startCalendar({ BASE_URL: 'http://calendar.example' });
  const category = await app.given.category({ name: 'Workshops' });
  const venue = await app.given.venue({ venue: 'Boat Shed' });
  const event = (title: string, start_date: string, end_date: string, more: object = {}) =>
    app.given.event({ title, start_date, end_date, ...more });
  await event('Rowing for beginners', '2041-05-08 10:00:00', '2041-05-08 11:30:00', {
    venue: venue.id,
    categories: [category.id],
    excerpt: 'Bring water and a hat. We meet at the slipway.',
  });
  await event('Regatta', '2041-05-10', '2041-05-12', { all_day: true, featured: true });
  await event('Choir', '2041-05-02 18:00:00', '2041-05-02 19:00:00', { rrule: 'FREQ=WEEKLY;COUNT=5' });
  await event('Called off', '2041-05-27 10:00:00', '2041-05-27 11:00:00', { event_status: 'canceled' });
  for (const hour of ['08', '09', '10', '11', '12', '13'])
    await event(`Lesson at ${hour}`, `2041-05-29 ${hour}:00:00`, `2041-05-29 ${hour}:30:00`);
});
afterAll(() => app.close());

let reader: Reader;

const sitDown = async (scripts: boolean) => (reader = await openReader(app.api.baseUrl, scripts));

describe.each(WITH_AND_WITHOUT_SCRIPTS)('a reader of the calendar %s', (_how, scripts) => {
  beforeEach(() => sitDown(scripts));

  it('goes from the list through a month and a day to an event', async () => {
    await reader.open('/events/');
    expect(await reader.faults('events-list')).toEqual([]);
    await reader.open('/events/month/2041-04/');
    await reader.press('May 2041 →', 'link');
    expect(reader.path).toBe('/events/month/2041-05/');
    expect(await reader.faults('events-month')).toEqual([]);
    await reader.press('8 May 2041, 1 event', 'link');
    expect(reader.path).toBe('/events/2041-05-08/');
    expect(await reader.faults('events-day')).toEqual([]);
    await reader.press('Rowing for beginners', 'link');
    expect(reader.path).toBe('/event/rowing-for-beginners/');
  });

  it('changes the view and keeps the filters', async () => {
    await reader.open('/events/month/2041-05/');
    await reader.fill({ 'Search events': 'rowing' });
    await reader.press('Find events');
    expect(reader.path).toContain('search=rowing');
    expect(await reader.text('main')).not.toContain('Choir');
    await reader.press('Week', 'link');
    expect(reader.path).toBe('/events/week/2041-05-01/?search=rowing');
    expect(await reader.faults('events-week-filtered')).toEqual([]);
    await reader.open('/events/week/2041-05-08/');
    expect(await reader.faults('events-week')).toEqual([]);
    expect(await reader.text('main')).toContain('Rowing');
  });

  it('sees the times of another zone', async () => {
    await reader.open('/events/month/2041-05/');
    await reader.page.evaluate("document.querySelector('main details').open = true");
    await reader.page.select('#zone', 'Asia/Tokyo');
    await reader.press('Apply');
    expect(await reader.text('main')).toMatch(/17:00\s+Rowing/);
    expect(await reader.faults('events-month-zone')).toEqual([]);
  });
});

it('a month is read by keyboard alone, day by day', async () => {
  await sitDown(true);
  await reader.open('/events/month/2041-05/');
  await reader.page.focus('a.day[href="/events/2041-05-08/"]');
  await reader.page.keyboard.press('Tab');
  expect(await reader.page.evaluate('document.activeElement.textContent.trim()')).toContain('Rowing');
  await reader.page.keyboard.press('Enter');
  await reader.page.waitForFunction('location.pathname.startsWith("/event/")');
});

it('the zone of the browser is the first choice', async () => {
  await sitDown(true);
  await reader.open('/events/');
  expect(await reader.page.evaluate("document.querySelector('#zone option:nth-child(2)').textContent")).toMatch(
    /^My time zone \(/,
  );
});

describe('the link to the next month', () => {
  const shown = (path: string, heading: string) =>
    reader.page.waitForFunction(
      `location.pathname + location.search === '${path}' && document.querySelector('h1').textContent === '${heading}'`,
    );
  const seen = async (script: string) => String(await reader.page.evaluate(script));

  beforeEach(async () => {
    await sitDown(true);
    await reader.open('/events/month/2041-04/?search=rowing');
    await reader.page.evaluate("globalThis.isSamePage = 'yes'");
    await reader.page.focus('.view-periods a[rel="next"]');
    await reader.page.keyboard.press('Enter');
    await shown('/events/month/2041-05/?search=rowing', 'May 2041');
  });

  it('changes the month without loading the page, and keeps the focus and the filters', async () => {
    expect(await seen('globalThis.isSamePage')).toBe('yes');
    expect(await reader.text('table.month')).toContain('Rowing for beginners');
    expect(await seen('document.title')).toMatch(/^May 2041/);
    expect(await seen('document.activeElement.textContent')).toBe('June 2041 →');
    expect(await seen("document.querySelector('body > [role=status]').textContent")).toBe('May 2041');
    expect(await seen("document.querySelector('#zone option:nth-child(2)').textContent")).toMatch(/^My time zone \(/);
    const logIn = await seen(`document.querySelector('a[href^="/login"]').getAttribute('href')`);
    expect(decodeURIComponent(logIn)).toContain('/events/month/2041-05/');
    expect(await reader.faults('events-month-changed')).toEqual([]);
  });

  it('can be undone by the history of the browser', async () => {
    await reader.page.goBack();
    await shown('/events/month/2041-04/?search=rowing', 'April 2041');
    await reader.page.goForward();
    await shown('/events/month/2041-05/?search=rowing', 'May 2041');
    expect(await seen('globalThis.isSamePage')).toBe('yes');
  });

  it('loads the page when the answer is no month', async () => {
    await reader.page.setRequestInterception(true);
    reader.page.on('request', (request) => {
      const isScript = request.resourceType() === 'fetch';
      const decided = isScript ? request.abort() : request.continue();
      decided.catch(() => undefined);
    });
    await reader.page.focus('.view-periods a[rel="next"]');
    await reader.page.keyboard.press('Enter');
    await shown('/events/month/2041-06/?search=rowing', 'June 2041');
    expect(await seen('String(globalThis.isSamePage)')).toBe('undefined');
  });
});
