import type { ListingDefinition } from '@almanac/listing';
import { ATTENDEE_FIELDS } from '../../features/attendees/attendees.listing';
import { EVENT_FIELDS } from '../../features/events/listing/event-listing';
import { TERM_FIELDS } from '../../features/terms/term-lists';
import { TICKET_FIELDS } from '../../features/tickets/ticket-store';
import { VENUE } from '../../features/venues/venue.kind';
import { type CalendarApi, type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
let editor: CalendarApi;
let ids: { ticketed: number; series: number; category: number; tags: number[] };
beforeAll(async () => {
  app = await startCalendar();
  editor = app.api.as(app.given.editor());
  const { given } = app;
  const category = await given.category({ name: 'Sport' });
  const tags: number[] = [];
  for (let n = 0; n < 6; n += 1) tags.push((await given.tag({ description: n % 2 ? 'Odd' : '' })).id);
  for (const name of ['Music', 'Art', 'Dance']) await given.category({ name, parent: category.id });
  const venues: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const place = n % 3 ? { geo_lat: 41.9 + n / 100, geo_lng: 12.5 } : {};
    venues.push((await given.venue({ venue: n % 2 ? 'Hall' : `Arena ${n}`, ...place })).id);
    await given.organizer({ organizer: n % 2 ? 'Club' : `Band ${n}` });
  }
  for (let n = 0; n < 8; n += 1)
    await given.event({
      title: n % 2 ? 'Fair' : `Market ${n}`,
      start_date: `2031-05-0${1 + (n % 3)} 10:00:00`,
      end_date: `2031-05-0${4 + (n % 2)} 11:00:00`,
      featured: n % 2 === 0,
      venue: [venues[n % 6]],
      categories: [category.id],
      tags: [tags[n % 6]],
    });
  const series = await given.event({ title: 'Course', rrule: 'FREQ=DAILY;COUNT=5' });
  const { event: ticketed, id: ticket } = await given.ticket({ price: '5' });
  for (const more of [{}, { capacity: 10 }, { price: '5', capacity: 20 }]) await given.ticket(more, ticketed);
  for (let n = 0; n < 5; n += 1) await given.attendee({ id: ticket, event: ticketed, name: '' });
  ids = { ticketed, series: series.id, category: category.id, tags };
});
afterAll(() => app.close());

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly records: unknown[];
  readonly total: unknown;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

/** Relative to the namespace, as requests of tests are. */
const relative = (url: unknown): string | undefined =>
  typeof url === 'string' ? url.replace('https://calendar.example/calendar/events/v1', '') : undefined;

async function pageAt(path: string): Promise<Page> {
  const { status, headers, text } = await editor.get(path);
  const body: Record<string, unknown> = JSON.parse(text);
  const records: unknown = Object.values(body).find(Array.isArray);
  return {
    status,
    headers,
    records: Array.isArray(records) ? records : [],
    total: body['total'],
    next: relative(body['next_rest_url']),
    previous: relative(body['previous_rest_url']),
  };
}

/** The addresses in the header `Link`, by relation. */
function linksOf({ headers }: Page): Partial<Record<string, string>> {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...links].map(([, url, rel = '']) => [rel, relative(url)]));
}

async function walk(start: string, direction: 'next' | 'previous'): Promise<Page[]> {
  const pages: Page[] = [];
  for (let path: string | undefined = start; path !== undefined && pages.length < 50;) {
    const page = await pageAt(path);
    expect(page.status).toBe(200);
    pages.push(page);
    path = page[direction];
  }
  return pages;
}

const extended = (path: string, more: string): string => `${path}${path.includes('?') ? '&' : '?'}${more}`;
const recordsOf = (pages: readonly Page[]): unknown[] => pages.flatMap(({ records }) => records);

const MAY = 'start_date=2031-05-01&end_date=2031-05-31';
/** Sort parameters for each field, without names that mean the same field. */
const ordersOf = ({ fields }: ListingDefinition): string[] => {
  const names = new Map([...fields].flatMap(([name, { sortable, column }]) => (sortable ? [[column, name]] : [])));
  return [...names.values()].flatMap((name) => [`sort=${name}`, `sort=-${name}`]);
};

const LISTS: [path: string, orders: readonly string[]][] = [
  [`/events?${MAY}`, ordersOf(EVENT_FIELDS)],
  ['/events?ends_after=2031-05-03', ['', 'sort=-start_date', 'sort=title']],
  ['/events?overlaps_from=2031-05-02&overlaps_to=2031-05-04', ['', 'sort=-end_date']],
  [`/events?${MAY}&search=a`, ['', 'sort=-title']],
  [`/events?${MAY}&categories=sport`, ['', 'sort=-featured']],
  [`/events?${MAY}&featured=false&ticketed=false`, ['', 'sort=-title']],
  [`/events?${MAY}&filter[title:like]=%25a%25`, ['', 'sort=-modified']],
  [`/events?${MAY}&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=50`, ['', 'sort=-distance', 'sort=title']],
  ['/events/SERIES/occurrences', ['', 'order=desc']],
  ['/events/TICKETED/tickets', ordersOf(TICKET_FIELDS)],
  ['/events/TICKETED/attendees', ordersOf(ATTENDEE_FIELDS)],
  ['/venues', ordersOf(VENUE.fields)],
  ['/organizers?search=b', ['', 'sort=-name']],
  ['/categories?hide_empty=false', ordersOf(TERM_FIELDS)],
  ['/tags?hide_empty=false', ['', 'sort=-description']],
  ['/tags?hide_empty=false&include=TAGS', ['orderby=include', 'orderby=include&order=desc']],
];
const CASES = LISTS.flatMap(([path, orders]) => orders.map((order) => [path, order] as const));

const filled = (path: string): string =>
  path
    .replace('SERIES', String(ids.series))
    .replace('TICKETED', String(ids.ticketed))
    .replace('TAGS', [...ids.tags].reverse().join(','));

describe('cursor=', () => {
  it.each(CASES)('leads through %s by %j, in both directions', async (path, order) => {
    const list = order === '' ? filled(path) : extended(filled(path), order);
    const whole = await pageAt(extended(list, 'per_page=50'));
    expect(whole.records.length).toBeGreaterThan(2);
    const forward = await walk(extended(list, 'per_page=3&cursor='), 'next');
    expect(recordsOf(forward)).toEqual(whole.records);
    expect(forward.map(({ total }) => total)).toEqual(forward.map(() => whole.total));
    expect(forward.every((page) => linksOf(page)['next'] === page.next)).toBe(true);
    const last = linksOf(await pageAt(extended(list, 'per_page=3&cursor=')))['last'] ?? '';
    expect(recordsOf((await walk(last, 'previous')).reverse())).toEqual(whole.records);
  });

  it('neither repeats nor skips records when others are inserted or deleted before it', async () => {
    const { next = '', records } = await pageAt('/venues?sort=name&per_page=3&cursor=');
    const rest = (await pageAt(next)).records;
    await app.given.venue({ venue: 'AAA' });
    const [, gone] = records;
    expect((await editor.delete(`/venues/${JSON.parse(JSON.stringify(gone)).id}`)).status).toBe(200);
    expect((await pageAt(next)).records).toEqual(rest);
  });

  it('takes precedence over page, and links repeat all parameters', async () => {
    const { next = '' } = await pageAt(`/events?${MAY}&per_page=2&status=publish&sort=-title&fields=id&cursor=`);
    for (const part of ['start_date=2031-05-01', 'status=publish', 'sort=-title', 'fields=id', 'per_page=2'])
      expect(next).toContain(part);
    expect((await pageAt(`${next}&page=100`)).records).toEqual((await pageAt(next)).records);
  });

  it('has an empty page after the last match, with the total', async () => {
    const { next = '' } = await pageAt('/organizers?sort=name&per_page=2&cursor=');
    const none = await pageAt(`${next}&search=nobody`);
    expect(none).toMatchObject({ status: 200, records: [], total: 0 });
  });

  it.each(['x', 'x.y', '.', 'e30.AAAAAAAAAAAAAAAAAAAAAA'])('%j is rejected with 400', async (cursor) => {
    const { status, body } = await editor.get(`/venues?cursor=${cursor}`);
    expect([status, body]).toMatchObject([
      400,
      { code: 'rest_invalid_param', data: { params: { cursor: 'Invalid parameter.' } } },
    ]);
  });

  it('is rejected in another list and in another order', async () => {
    const { next = '' } = await pageAt('/venues?per_page=3&cursor=');
    const cursor = new URL(next, 'http://x').searchParams.get('cursor') ?? '';
    for (const path of [`/organizers?cursor=${cursor}`, `/venues?sort=id&cursor=${cursor}`])
      expect((await editor.get(path)).status).toBe(400);
    expect((await editor.get(`/venues?cursor=${cursor}`)).status).toBe(200);
  });

  it('leaves the links of numbered pages as they are', async () => {
    const { next, headers } = await pageAt(`/events?${MAY}&per_page=2`);
    expect([next, headers.get('link')]).toEqual([
      expect.stringContaining('page=2'),
      expect.not.stringContaining('cursor'),
    ]);
  });
});

it('a deep page of events reads no more rows than the first', async () => {
  await app.database.query(`WITH many AS (
      INSERT INTO events (author_id, title, slug, status, timezone, starts_local, ends_local, starts_at, ends_at)
      SELECT 1, 'Many ' || n, 'many-' || n, 'publish', 'UTC', day, day, day, day
        FROM generate_series(1, 3000) n, LATERAL (SELECT timestamp '2033-01-01' + n * interval '1 hour' AS day) days
      RETURNING id, starts_local, ends_local)
    INSERT INTO occurrences (event_id, starts_local, ends_local, during, shown_as)
      SELECT id, starts_local, ends_local, tstzrange(starts_local, ends_local, '[]'), 'publish' FROM many`);
  await app.database.query('ANALYZE events, occurrences');
  const first = '/events?start_date=2033-01-01&end_date=2033-12-31&per_page=5&cursor=';
  const last = await pageAt(linksOf(await pageAt(first))['last'] ?? '');
  const { next: deep = '' } = await pageAt(last.previous ?? '');
  const rows = [await mostRowsRead(first), await mostRowsRead(deep)];
  expect(Math.max(...rows)).toBeLessThan(300);
});

/** The largest number of rows that a step of the plan for this list returns. */
async function mostRowsRead(path: string): Promise<number> {
  // Without a commit since the first read, the answer would be cached.
  await app.database.query('SELECT pg_current_xact_id()');
  const spy = jest.spyOn(app.database, 'query');
  expect((await pageAt(path)).records).toHaveLength(5);
  const [sql = '', values] = spy.mock.calls.find(([text]) => text.includes('"$key1"')) ?? [];
  spy.mockRestore();
  const plan = JSON.stringify(await app.database.query(`EXPLAIN (ANALYZE, TIMING OFF) ${sql}`, values));
  const steps = [...plan.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)];
  return Math.max(...steps.map(([, rows, loops]) => Number(rows) * Number(loops)));
}
