import { gzipSync } from 'node:zlib';
import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';
import { visit } from '../../../testing/page-visitors';

let app: CalendarApp;
let category: Made;
let tag: Made;
let venue: Made;
let organizer: Made;
beforeAll(async () => {
  app = await startCalendar();
  category = await app.given.category({ name: 'Workshops' });
  tag = await app.given.tag({ name: 'Outdoors' });
  venue = await app.given.venue({ venue: 'Boat Shed' });
  organizer = await app.given.organizer({ organizer: 'Ann Example' });
  const links = { categories: [category.id], tags: [tag.id], venue: venue.id, organizer: organizer.id };
  await app.given.event({
    title: 'Rowing',
    ...at('2041-05-08 10:00:00', '2041-05-08 11:30:00'),
    ...links,
    featured: true,
  });
  await app.given.event({ title: 'Regatta', ...at('2041-05-10', '2041-05-12'), all_day: true });
  await app.given.event({ title: 'Night watch', ...at('2041-05-20 22:00:00', '2041-05-21 00:00:00') });
  await app.given.event({
    title: 'Choir',
    ...at('2041-05-02 18:00:00', '2041-05-02 19:00:00'),
    rrule: 'FREQ=WEEKLY;COUNT=3',
  });
  await app.given.event({
    title: 'Call with Tokyo',
    ...at('2041-05-15 23:30:00', '2041-05-16 00:30:00'),
    timezone: 'Asia/Tokyo',
  });
  await app.given.event({
    title: 'Called off',
    ...at('2041-05-27 10:00:00', '2041-05-27 11:00:00'),
    event_status: 'canceled',
  });
  await app.given.event({
    title: 'Hidden draft',
    ...at('2041-05-08 10:00:00', '2041-05-08 11:00:00'),
    status: 'draft',
  });
  await app.given.event({
    title: 'Unlisted',
    ...at('2041-05-08 10:00:00', '2041-05-08 11:00:00'),
    hide_from_listings: true,
  });
  await app.given.event({
    title: 'Club night',
    ...at('2041-05-23 10:00:00', '2041-05-23 11:00:00'),
    password: 'oar',
    excerpt: 'Only for members',
    venue: venue.id,
  });
  for (const hour of ['08', '09', '10', '11', '12', '13'])
    await app.given.event({
      title: `Lesson at ${hour}`,
      ...at(`2041-05-29 ${hour}:00:00`, `2041-05-29 ${hour}:30:00`),
    });
});
afterAll(() => app.close());

const at = (start_date: string, end_date: string) => ({ start_date, end_date });
const pageAt = async (path: string): Promise<string> => {
  const { status, text } = await visit(app, path);
  expect([path, status]).toEqual([path, 200]);
  return text;
};

/** The titles in each cell of a month that has some, by day. */
function titlesByDay(text: string): Record<string, string[]> {
  const cells = text.split('<td').slice(1);
  const entries = cells.map((cell): [string, string[]] => [
    /datetime="(\d{4}-\d\d-\d\d)"/.exec(cell)?.[1] ?? '',
    [...cell.matchAll(/class="entry-title"><bdi>([^<]+)</g)].map(([, title = '']) => title),
  ]);
  return Object.fromEntries(entries.filter(([, titles]) => titles.length > 0));
}

describe('the month view', () => {
  it('shows each event on each of its days, on its own clock', async () => {
    const text = await pageAt('/events/month/2041-05/');
    expect(titlesByDay(text)).toEqual({
      '2041-05-02': ['Choir'],
      '2041-05-08': ['Rowing'],
      '2041-05-09': ['Choir'],
      '2041-05-10': ['Regatta'],
      '2041-05-11': ['Regatta'],
      '2041-05-12': ['Regatta'],
      '2041-05-15': ['Call with Tokyo'],
      '2041-05-16': ['Choir', 'Call with Tokyo'].reverse(),
      '2041-05-20': ['Night watch'],
      '2041-05-23': ['Club night'],
      '2041-05-27': ['Called off'],
      '2041-05-29': ['Lesson at 08', 'Lesson at 09', 'Lesson at 10', 'Lesson at 11'],
    });
    expect(text).toContain('2 more<span');
  });

  it('shows the times on the clock of the reader, but whole days on all clocks alike', async () => {
    const text = await pageAt('/events/month/2041-05?zone=America/Los_Angeles');
    expect(titlesByDay(text)).toMatchObject({
      '2041-05-10': ['Regatta'],
      '2041-05-12': ['Regatta'],
      '2041-05-15': ['Call with Tokyo'],
      '2041-05-16': ['Choir'],
      '2041-05-20': ['Night watch'],
    });
    expect(text).toContain('<time datetime="2041-05-15T07:30:00-07:00">07:30</time>');
    expect(await pageAt('/events/month/2041-05?zone=Nowhere')).toContain('>23:30</time>');
  });

  it('is a table with a caption, column headers, and days as links', async () => {
    const text = await pageAt('/events/month/2041-05');
    expect(text).toContain('<caption class="for-readers">Events in May 2041</caption>');
    expect(text.match(/<th scope="col">/g)).toHaveLength(7);
    const link = /<a class="day" href="\/events\/2041-05-08\/">(.*?)<\/a>/s.exec(text)?.[1] ?? '';
    expect(link.replaceAll(/<[^>]+>/g, '').trim()).toBe('Wed 8 May 2041, 1 event');
    expect(text).toContain('rel="prev" href="/events/month/2041-04/"');
    expect(text).toContain('rel="next" href="/events/month/2041-06/"');
  });

  it('leads to a repeating event at the time that was chosen', async () => {
    const text = await pageAt('/events/month/2041-05');
    expect(text).toContain('/?occurrence=2041-05-09%2018%3A00%3A00"');
  });

  it('marks events that do not take place', async () => {
    expect(await pageAt('/events/month/2041-05')).toContain('(cancelled)');
  });

  it('answers 404 for months that do not exist or are out of reach', async () => {
    for (const month of ['2041-13', '2041-5', 'May', '1969-12', '2200-01', '9999-99'])
      expect([month, (await visit(app, `/events/month/${month}`)).status]).toEqual([month, 404]);
    expect(await pageAt('/events/month/1970-01')).not.toContain('rel="prev"');
    expect(await pageAt('/events/month/2199-12')).not.toContain('rel="next"');
  });
});

describe('the week view', () => {
  it('begins on Monday and shows each day with its events', async () => {
    const text = await pageAt('/events/week/2041-05-08');
    expect(text).toContain('<h1>6 May – 12 May 2041</h1>');
    for (const title of ['Rowing', 'Choir', 'Regatta']) expect(text).toContain(`><bdi>${title}</bdi></span>`);
    expect(text).not.toContain('Night watch');
    expect(text).toContain('rel="next" href="/events/week/2041-05-13/"');
  });
});

describe('the day view', () => {
  it.each(['/events/2041-05-08', '/events/2041-05-08/', '/events/day/2041-05-08'])('opens at %s', async (path) => {
    const text = await pageAt(path);
    expect(text).toContain('<h1>Wednesday, 8 May 2041</h1>');
    expect(text).toContain('><bdi>Rowing</bdi></a>');
    expect(text).toContain('<span><bdi>Boat Shed</bdi></span>');
    expect(text).not.toContain('Hidden draft');
    expect(text).not.toContain('Unlisted');
  });

  it('shows nothing that a password protects', async () => {
    const text = await pageAt('/events/2041-05-23');
    expect(text).toContain('Club night');
    expect(text).not.toContain('Only for members');
    expect(text).not.toContain('<span><bdi>Boat Shed</bdi></span>');
  });

  it('shows the present day', async () => {
    const today = new Date().getUTCFullYear();
    for (const path of ['/events/today', '/events/day', '/events/week', '/events/month'])
      expect(await pageAt(path)).toMatch(new RegExp(`<h1>[^<]*(${today}|${today + 1})</h1>`));
  });

  it('answers 404 for days that do not exist', async () => {
    for (const day of ['2041-02-30', '2041-5-8', 'tomorrow', '%00'])
      expect([day, (await visit(app, `/events/${day}`)).status]).toEqual([day, 404]);
  });
});

describe('the list view', () => {
  it('shows coming events by month, and past ones the other way round', async () => {
    await app.given.event({ title: 'Long ago', ...at('2001-05-01 10:00:00', '2001-05-01 11:00:00') });
    await app.given.event({ title: 'Longer ago', ...at('1999-05-01 10:00:00', '1999-05-01 11:00:00') });
    const coming = await pageAt('/events');
    expect(coming).toContain('<h2>May 2041</h2>');
    expect(coming.indexOf('Rowing')).toBeLessThan(coming.indexOf('Regatta'));
    expect(coming).not.toContain('Long ago');
    const past = await pageAt('/events/list?past=1');
    expect(past.indexOf('Long ago')).toBeLessThan(past.indexOf('Longer ago'));
    expect(past).not.toContain('Rowing');
  });

  it('has pages', async () => {
    for (let index = 0; index < 21; index += 1)
      await app.given.event({
        title: `Tour ${index}`,
        ...at('2042-05-01 10:00:00', '2042-05-01 11:00:00'),
        tags: [tag.id],
      });
    const first = await pageAt(`/events?tags=${tag.slug}`);
    expect(first).toContain('Page 1 of 2');
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toBe(`/events/?tags=${tag.slug}&page=2`);
    expect(await pageAt(next)).toContain('Page 2 of 2');
    for (const page of ['0', '-1', 'x', '99999999999999999999']) await pageAt(`/events?page=${page}`);
  });
});

describe('the filters', () => {
  const filters = (): [string, string][] => [
    ['categories', category.slug],
    ['tags', tag.slug],
    ['venue', String(venue.id)],
    ['organizer', String(organizer.id)],
    ['featured', 'true'],
    ['search', 'rowing'],
  ];

  it.each(['/events/', '/events/month/2041-05/', '/events/week/2041-05-06/', '/events/2041-05-08/'])(
    'narrow %s, and stay in the links and in the subscription',
    async (path) => {
      for (const [name, value] of nonEmpty(filters())) {
        const query = `${name}=${encodeURIComponent(value)}`;
        const text = await pageAt(`${path}?${query}`);
        expect([name, text]).toEqual([name, expect.stringContaining('Rowing')]);
        for (const other of ['Choir', 'Regatta', 'Night watch']) expect(text).not.toContain(other);
        expect(text).toContain(`href="/events/month/2041-05/?${query}"`.replace('2041-05', monthOfTab(text)));
        expect(text).toContain(`href="webcal://calendar.example/calendar/events/v1/events.ics?${query}"`);
        expect((await app.api.get(`/events.ics?${query}`)).text).toContain('SUMMARY:Rowing');
      }
    },
  );

  it('are a form that needs no script and may be sent with empty fields', async () => {
    const text = await pageAt('/events/month/2041-05?search=&categories=&tags=&venue=&organizer=&zone=');
    expect(text).toContain('method="get" action="/events/month/2041-05/"');
    for (const name of ['Workshops', 'Outdoors', 'Boat Shed', 'Ann Example'])
      expect(text).toContain(`>${name}</option>`);
  });

  it('answer 400 as a page for a category that does not exist', async () => {
    const { status, text } = await visit(app, '/events/month/2041-05?categories=none');
    expect([status, text]).toEqual([400, expect.stringContaining('Invalid parameter(s): categories')]);
  });

  it('name no venue that the reader may not see', async () => {
    await app.given.venue({ venue: 'Secret cave', status: 'draft' });
    expect(await pageAt('/events')).not.toContain('Secret cave');
    expect((await visit(app, '/events', app.given.editor())).text).toContain('Secret cave');
  });
});

const monthOfTab = (text: string): string => /href="\/events\/month\/(\d{4}-\d\d)\//.exec(text)?.[1] ?? '';

it('a month with many events takes less than 50 KB through the gateway, with all its files', async () => {
  for (let index = 0; index < 120; index += 1) {
    const day = `2043-03-${String((index % 31) + 1).padStart(2, '0')}`;
    const times = at(`${day} 10:00:00`, `${day} 11:00:00`);
    await app.given.event({ title: `Meeting number ${index} of the committee`, ...times });
  }
  const text = await pageAt('/events/month/2043-03');
  const files = [...text.matchAll(/(?:href|src)="(\/calendar-assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const loaded = await Promise.all([...new Set(files)].map(async (path) => (await app.api.atRoot().get(path)).text));
  const bytes = [text, ...loaded].map((one) => gzipSync(one).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50_000);
});
