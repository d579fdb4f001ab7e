import { until } from '@almanac/testing';
import { type CalendarApi, type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Made } from '../../testing/given';
import { visit } from '../../testing/page-visitors';

/** Each list of the API has four rows, so that two pages of two are full. */
let app: CalendarApp;
let editor: CalendarApi;
let series: Made;
let ticketed: Made;
/** Each list that the description knows. */
let described: string[];
beforeAll(async () => {
  app = await startCalendar();
  editor = app.api.as(app.given.editor());
  const { given } = app;
  const [venue, organizer, category, tag] = [
    await given.venue({ geo_lat: 41.9, geo_lng: 12.5 }),
    await given.organizer(),
    await given.category(),
    await given.tag(),
  ];
  const of = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
  series = await given.event({ title: 'Course', rrule: 'FREQ=DAILY;COUNT=4', ...of });
  const other = { title: 'Other', start_date: '2032-05-01 10:00', end_date: '2032-05-01 11:00' };
  ticketed = await given.event(other);
  for (let n = 0; n < 2; n += 1) await given.event(other);
  const ticket = await given.ticket({ capacity: 10 }, ticketed.id);
  for (let n = 0; n < 3; n += 1) {
    await given.venue();
    await given.organizer();
    await given.category();
    await given.tag();
    await given.ticket({}, ticketed.id);
  }
  for (let n = 0; n < 4; n += 1) await given.attendee(ticket);
  const { paths } = JSON.parse((await app.api.get('/doc')).text);
  described = Object.keys(paths).filter((path) => paths[path].get?.responses['200']?.headers?.['X-Total-Count']);
});
afterAll(() => app.close());

const MAY = '/events?start_date=2031-05-01&end_date=2031-05-31';
/** Addresses of lists, and whether a page after the last one is refused. */
const LISTS: [path: string, beyond: 200 | 404][] = [
  [MAY, 404],
  [`${MAY}&search=course`, 404],
  [`${MAY}&featured=false&ticketed=false`, 404],
  [`${MAY}&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=50`, 404],
  [`${MAY}&filter[title]=course&sort=-title`, 404],
  ['/events/SERIES/occurrences', 200],
  ['/events/TICKETED/tickets', 404],
  ['/events/TICKETED/attendees', 404],
  ['/venues', 404],
  ['/venues?search=venue&sort=name', 404],
  ['/organizers', 404],
  ['/categories?hide_empty=false', 200],
  ['/tags?hide_empty=false', 200],
];

it('every list of the description is among these', () => {
  const templates = LISTS.map(([path]) => path.replace(/\?.*/, '').replace(/SERIES|TICKETED/, '{id}'));
  expect([...new Set(templates)].sort()).toEqual(described.sort());
});

interface Links {
  status: number;
  next?: string | undefined;
  previous?: string | undefined;
}

/** The place to which a link of the answer leads: its page, which is the first one unless it is named, or its cursor. */
function placeOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const { searchParams } = new URL(url);
  return searchParams.has('cursor') ? url : (searchParams.get('page') ?? '1');
}

/** The links of an answer. Those of the header are the same. */
async function linksOf(path: string): Promise<Links> {
  const { status, body, headers } = await editor.get(path);
  const { next_rest_url, previous_rest_url } = Object(body) as Record<string, string | undefined>;
  const inHeader = new Map(
    [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, to, rel]) => [rel, to]),
  );
  expect([inHeader.get('next'), inHeader.get('prev')]).toEqual([next_rest_url, previous_rest_url]);
  return { status, next: placeOf(next_rest_url), previous: placeOf(previous_rest_url) };
}

const called = (path: string, more: string): string => {
  const filled = path.replace('SERIES', String(series.id)).replace('TICKETED', String(ticketed.id));
  return `${filled}${filled.includes('?') ? '&' : '?'}${more}`;
};

describe.each(LISTS)('of the four rows of %s,', (path, beyond) => {
  it.each([
    ['per_page=1&page=3', { next: '4', previous: '2' }],
    ['per_page=1&page=4', { previous: '3' }],
    ['per_page=2', { next: '2' }],
    ['per_page=2&page=2', { previous: '1' }],
    ['per_page=3', { next: '2' }],
    ['per_page=3&page=2', { previous: '1' }],
    ['per_page=4', {}],
    ['per_page=5', {}],
  ])('%s has the links %j', async (page, links) => {
    expect(await linksOf(called(path, page))).toEqual({ status: 200, ...links });
  });

  it.each([
    ['per_page=2&page=3', '2'],
    ['per_page=2&page=9', '8'],
    ['per_page=4&page=2', '1'],
  ])(`%s is beyond the end, which is ${beyond}`, async (page, previous) => {
    expect(await linksOf(called(path, page))).toEqual({ status: beyond, ...(beyond === 200 && { previous }) });
  });

  it('a page at a cursor has no link beyond either end', async () => {
    const relative = (url: string | undefined) =>
      String(url).replace('https://calendar.example/calendar/events/v1', '');
    const first = await linksOf(called(path, 'per_page=2&cursor='));
    const last = await linksOf(relative(first.next));
    const back = await linksOf(relative(last.previous));
    const [is, none] = [expect.any(String), undefined];
    expect([first, last, back]).toEqual([
      { status: 200, next: is, previous: none },
      { status: 200, next: none, previous: is },
      { status: 200, next: is, previous: none },
    ]);
    expect(await linksOf(called(path, 'per_page=4&cursor='))).toEqual({ status: 200, next: none, previous: none });
  });
});

describe.each(['events', 'venues', 'organizers'])('of the four changes of %s,', (kind) => {
  const changes = async (query: string) => {
    const { body } = await editor.get(`/${kind}/changes?${query}`);
    const { [kind]: shown, has_more, token } = Object(body) as Record<string, unknown>;
    return { count: Array.isArray(shown) ? shown.length : 0, has_more, token: String(token) };
  };
  // Older transactions of other databases delay the feed.
  beforeAll(() => until(async () => (await changes('')).count === 4));

  it('the last page has none after it', async () => {
    const first = await changes('per_page=2');
    expect(first).toMatchObject({ count: 2, has_more: true });
    expect(await changes(`per_page=2&since=${first.token}`)).toMatchObject({ count: 2, has_more: false });
    expect(await changes('per_page=4')).toMatchObject({ count: 4, has_more: false });
    expect(await changes('per_page=3')).toMatchObject({ count: 3, has_more: true });
  });
});

describe('a list of the web pages', () => {
  let paths: Record<string, string>;
  beforeAll(async () => {
    const { given } = app;
    const made = {
      venue: await given.venue(),
      organizer: await given.organizer(),
      category: await given.category(),
      tag: await given.tag(),
    };
    const { venue, organizer, category, tag } = made;
    const of = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] };
    await given.event({ ...of, rrule: 'FREQ=DAILY;COUNT=40' });
    await given.event({
      ...of,
      start_date: '2020-05-01 10:00',
      end_date: '2020-05-01 11:00',
      rrule: 'FREQ=DAILY;COUNT=20',
    });
    for (let n = 0; n < 5; n += 1)
      await given.event({
        title: 'Hourly',
        start_date: '2033-05-01 01:00',
        end_date: '2033-05-01 01:30',
        rrule: 'FREQ=HOURLY;COUNT=10',
      });
    paths = {
      ...Object.fromEntries(Object.entries(made).map(([kind, { url }]) => [kind, new URL(String(url)).pathname])),
      list: '/events/list',
      day: '/events/2033-05-01',
      query: `?venue=${venue.id}`,
    };
  });

  const relsOf = async (path: string): Promise<(string | undefined)[]> => {
    const { status, text } = await visit(app, path);
    expect(status).toBe(200);
    const [pager = ''] = /<nav class="pager"[^]*?<\/nav>/.exec(text) ?? [];
    return [...pager.matchAll(/<a rel="(\w+)"/g)].map(([, rel]) => rel);
  };

  it.each([
    ...['venue', 'organizer', 'category', 'tag'].map((kind) => [kind, '?'] as const),
    ['list', 'QUERY&'] as const,
    ['day', '?search=hourly&'] as const,
  ])('(%s) has no next page after two full ones', async (kind, query) => {
    const at = (more: string) => `${paths[kind]}${query.replace('QUERY', paths['query'] ?? '')}${more}`;
    expect([await relsOf(at('page=1')), await relsOf(at('page=2'))]).toEqual([['next'], ['prev']]);
    if (kind !== 'day') expect(await relsOf(at('past=1'))).toEqual([]);
  });
});
