import { type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import { ImageHost, picture } from '../../../testing/image-host';

const PASSWORD = 'oar and anchor';
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänsprüfung';

const openReader = testReaders();

let host: ImageHost;
let app: CalendarApp;
beforeAll(async () => {
  host = await ImageHost.start();
  // Links of pages have no host, so that the port need not be known before the start.
  app = await startCalendar({ BASE_URL: 'http://calendar.example', OUTGOING_ALLOWED_HOSTS: host.host });
  const category = await app.given.category({ name: 'Workshops', description: 'Learn with others.' });
  const tag = await app.given.tag({ name: LONG_NAME });
  const venue = await app.given.venue({
    venue: 'Boat Shed',
    address: '1 Quay Street',
    city: 'Riverside',
    country: 'Italy',
    phone: '+39 02 555 0100',
    website: `https://boats.example/${'long-path/'.repeat(8)}`,
    show_map_link: true,
  });
  const organizer = await app.given.organizer({
    organizer: 'Ann Example',
    email: 'ann.example@riverside-rowing.example',
    description: '<p>Ann has taught rowing for <strong>ten years</strong>.</p>',
  });
  const times = { start_date: '2041-05-08 10:00:00', end_date: '2041-05-08 11:30:00' };
  const rowing = await app.given.event({
    title: 'Rowing for beginners',
    ...times,
    description: `<p>Bring water and a hat.</p><p>${LONG_NAME.repeat(3)}</p>`,
    venue: venue.id,
    organizer: organizer.id,
    categories: [category.id],
    tags: [tag.id],
    cost: '20 €',
    website: 'https://boats.example/rowing',
    show_map_link: true,
  });
  await app.given.ticket({ name: 'Seat', capacity: 20, description: 'A seat in a boat.' }, rowing.id);
  await app.given.event({
    title: 'Choir',
    start_date: '2041-05-02 18:00:00',
    end_date: '2041-05-02 19:00:00',
    rrule: 'FREQ=WEEKLY;COUNT=5',
    venue: venue.id,
    event_status: 'postponed',
    event_status_reason: 'The hall is closed.',
  });
  await app.given.event({
    title: 'Old fair',
    image: host.serve('/photo.png', await picture(1_600, 900)),
    start_date: '2001-05-08 10:00:00',
    end_date: '2001-05-08 11:00:00',
    description:
      '<h2>The programme</h2><p>Long past, with <code>code</code>.</p><ul><li>Stalls</li><li>Music</li></ul>',
    venue: venue.id,
    organizer: organizer.id,
  });
  await app.given.event({ title: 'Club night', ...times, description: 'The hidden text', password: PASSWORD });
});
afterAll(async () => {
  await app.close();
  await host.stop();
});

let reader: Reader;

const sitDown = async (scripts: boolean) => (reader = await openReader(app.api.baseUrl, scripts));

/** The schema.org description of the current page. */
async function jsonLd(): Promise<unknown> {
  const script = `document.querySelector('script[type="application/ld+json"]').textContent`;
  return JSON.parse(String(await reader.page.evaluate(script)));
}

/** Moves the focus with the Tab key alone to the element with this selector. */
async function tabTo(selector: string): Promise<void> {
  const MAX_STOPS = 60;
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await reader.page.keyboard.press('Tab');
    if ((await reader.page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) === true) return;
  }
  throw new Error(`The Tab key does not reach ${selector} at ${reader.path}`);
}

/** Presses Enter on the focused element, which loads another page. */
const enter = () => Promise.all([reader.page.waitForNavigation(), reader.page.keyboard.press('Enter')]);

describe.each(WITH_AND_WITHOUT_SCRIPTS)('a reader of the pages of records %s', (_how, scripts) => {
  beforeEach(() => sitDown(scripts));

  it.each([
    ['event', '/event/rowing-for-beginners/', 'Rowing for beginners'],
    ['passed', '/event/old-fair/', 'This event has passed.'],
    ['series', '/event/choir/', 'This event is postponed.'],
    ['venue', '/venue/boat-shed/', 'Riverside'],
    ['organizer', '/organizer/ann-example/', 'ten years'],
    ['category', '/events/category/workshops/', 'Learn with others.'],
    ['embed', '/events/embed', 'Rowing for beginners'],
  ])('opens the page %s without faults', async (name, path, part) => {
    await reader.open(path);
    expect(await reader.text()).toContain(part);
    expect(await reader.faults(`record-${name}`)).toEqual([]);
  });

  it('goes from an event to its venue, organizer, category and tag', async () => {
    for (const [name, path] of [
      ['Boat Shed', '/venue/boat-shed/'],
      ['Ann Example', '/organizer/ann-example/'],
      ['Workshops', '/events/category/workshops/'],
      [LONG_NAME, '/events/tag/'],
    ] as const) {
      await reader.open('/event/rowing-for-beginners/');
      await reader.press(name, 'link');
      expect(reader.path).toContain(path);
      expect(await reader.text()).toContain('Rowing for beginners');
    }
    expect(await reader.faults('record-tag')).toEqual([]);
  });

  it('opens a protected event with its password', async () => {
    await reader.open('/event/club-night/');
    expect(reader.path).toBe('/event/club-night/password');
    expect(await reader.faults('record-password')).toEqual([]);
    await reader.fill({ Password: 'wrong' });
    await reader.press('Open the event');
    expect(await reader.text()).toContain('This password is not right.');
    expect(await reader.faults('record-password-wrong')).toEqual([]);
    await reader.fill({ Password: PASSWORD });
    await reader.press('Open the event');
    expect(reader.path).toBe('/event/club-night/');
    expect(await reader.text()).toContain('The hidden text');
  });

  it('takes and cancels a place by keyboard alone', async () => {
    await reader.open('/event/rowing-for-beginners/');
    await tabTo('a[href$="/places"]');
    await enter();
    expect(await reader.faults('record-places')).toEqual([]);
    await tabTo('[name="ticket"]');
    await tabTo('[name="name"]');
    await reader.page.keyboard.type('Bob');
    await tabTo('[name="email"]');
    await reader.page.keyboard.type(`bob-${String(scripts)}@example.test`);
    await tabTo('main form button');
    await enter();
    expect(await reader.text()).toContain('Bob has a place.');
    expect(await reader.faults('record-place')).toEqual([]);
    await tabTo('main form button');
    await enter();
    expect(await reader.text()).toContain('This place is cancelled.');
    expect(await reader.faults('record-place-cancelled')).toEqual([]);
  });
});

it('the page of an event describes it to search engines', async () => {
  await sitDown(true);
  await reader.open('/event/rowing-for-beginners/');
  expect(await jsonLd()).toMatchObject({
    '@context': expect.stringMatching(/^https?:\/\/schema\.org\/?$/),
    '@type': 'Event',
    name: 'Rowing for beginners',
    startDate: expect.stringMatching(/^2041-05-08T10:00:00/),
    location: { '@type': 'Place', name: 'Boat Shed', address: expect.anything() },
  });
});

it.each(['/events/', '/events/month/2041-05/', '/events/week/2041-05-08/', '/events/2041-05-08/'])(
  '%s leads news readers to the Atom feed',
  async (path) => {
    await sitDown(true);
    await reader.open(path);
    const link = `document.querySelector('link[rel="alternate"][type="application/atom+xml"]').getAttribute('href')`;
    const feed = String(await reader.page.evaluate(link));
    expect(feed).toBe('/events/feed.atom');
    expect((await app.api.atRoot().get(feed)).status).toBe(200);
  },
);
