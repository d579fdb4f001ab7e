import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Made } from '../../testing/given';
import { day, noon } from '../conformance/given-days';

let app: CalendarApp;
let category: Made;
beforeAll(async () => {
  app = await startCalendar();
  category = await app.given.category({ name: 'Ordered' });
  const of = { categories: [category.id] };
  await app.given.event({
    title: 'bravo',
    start_date: '2031-03-01',
    end_date: '2031-03-05',
    date: '2026-01-03',
    ...of,
  });
  await app.given.event({
    title: 'Álpha',
    start_date: '2031-03-02',
    end_date: '2031-03-03',
    date: '2026-01-01',
    featured: true,
    ...of,
  });
  await app.given.event({
    title: 'Charlie',
    start_date: '2031-03-03',
    end_date: '2031-03-04',
    date: '2026-01-02',
    ...of,
  });
  for (const [name, city] of [
    ['Yard', 'Rome'],
    ['arena', 'Paris'],
    ['Barn', 'rome'],
  ]) {
    await app.given.venue({ venue: name, city });
    await app.given.organizer({ organizer: name, phone: city });
    await app.given.tag({ name, description: city });
  }
});
afterAll(() => app.close());

/** Names of the records of a list, or the status of a refusal. */
async function names(path: string): Promise<unknown> {
  const { status, body } = await app.api.get(path);
  if (status !== 200 || typeof body !== 'object' || body === null) return status;
  const records: unknown = Object.values(body).find(Array.isArray);
  return Array.isArray(records)
    ? records.map((one: Record<string, unknown>) => one['title'] ?? one['venue'] ?? one['organizer'] ?? one['name'])
    : undefined;
}

const events = (query: string) => names(`/events?categories=${category.id}&starts_after=2031-01-01&${query}`);

describe('the order of events', () => {
  it.each([
    ['', ['bravo', 'Álpha', 'Charlie']],
    ['order=asc', ['bravo', 'Álpha', 'Charlie']],
    ['order=DESC', ['Charlie', 'Álpha', 'bravo']],
    ['orderby=title', ['Álpha', 'bravo', 'Charlie']],
    ['orderby=title&order=desc', ['Charlie', 'bravo', 'Álpha']],
    ['orderby=event_date&order=desc', ['Charlie', 'Álpha', 'bravo']],
    ['orderby=end_date', ['Álpha', 'Charlie', 'bravo']],
    ['orderby=date', ['Álpha', 'Charlie', 'bravo']],
    ['orderby=featured&order=desc', ['Álpha', 'Charlie', 'bravo']],
    ['sort=-title', ['Charlie', 'bravo', 'Álpha']],
    ['sort=title&orderby=date', ['Álpha', 'Charlie', 'bravo']],
    ['sort=unheard-of', ['bravo', 'Álpha', 'Charlie']],
    ['order=sideways', 400],
    ['order=', 400],
    ['orderby=', 400],
    ['orderby=unheard-of', 400],
  ])('for %s is %j', async (query, expected) => expect(await events(query)).toEqual(expected));
});

describe('list parameters', () => {
  it.each([
    ['filter[title]=ALPHA', ['Álpha']],
    ['filter[title:like]=%25r%25&sort=title', ['bravo', 'Charlie']],
    ['filter[title:ne]=alpha&filter[start_date:gte]=2031-03-03', ['Charlie']],
    ['filter[end_date:lt]=2031-03-04', ['Álpha']],
    ['filter[featured]=true', ['Álpha']],
    ['filter[description:like]=x', ['bravo', 'Álpha', 'Charlie']],
    ['filter[status]=draft', []],
    ['filter[id]=4711&featured=true', []],
    ['filter=1', ['bravo', 'Álpha', 'Charlie']],
  ])('filter events by %s to %j', async (query, expected) => expect(await events(query)).toEqual(expected));

  it.each([
    ['/venues?orderby=name', ['arena', 'Barn', 'Yard']],
    ['/venues?orderby=venue&order=desc', ['Yard', 'Barn', 'arena']],
    ['/venues?filter[city]=rome&sort=venue', ['Barn', 'Yard']],
    ['/venues?orderby=id&order=asc&per_page=1&page=3', ['Barn']],
    ['/venues?orderby=unheard-of', 400],
    ['/organizers?orderby=organizer', ['arena', 'Barn', 'Yard']],
    ['/organizers?filter[phone:like]=%25o%25&sort=-name', ['Yard', 'Barn']],
    ['/tags?hide_empty=false&filter[description]=ROME', ['Barn', 'Yard']],
    ['/tags?hide_empty=false&sort=-name', ['Yard', 'Barn', 'arena']],
    ['/tags?hide_empty=false&orderby=unheard-of', ['arena', 'Barn', 'Yard']],
    ['/categories?hide_empty=false&filter[slug]=ordered', ['Ordered']],
  ])('of %s return %j', async (path, expected) => expect(await names(path)).toEqual(expected));
});

describe('modified_after', () => {
  it.each(['events', 'venues', 'organizers'])('finds changed records in %s', async (kind) => {
    expect(await names(`/${kind}?modified_after=tomorrow`)).toEqual([]);
    expect(await names(`/${kind}?modified_after=yesterday&sort=id`)).toHaveLength(3);
    expect(await names(`/${kind}?modified_after=foo`)).toBe(400);
  });

  it('finds past events too', async () => {
    await app.given.event({ title: 'Long ago', start_date: '2001-01-01', end_date: '2001-01-02' });
    expect(await names('/events?modified_after=yesterday&search=ago')).toEqual(['Long ago']);
    expect(await names('/events?modified_after=yesterday&start_date=2031-01-01&search=ago')).toEqual([]);
  });
});

describe('links', () => {
  /** The parameters in the links of an answer. */
  async function linked(path: string): Promise<Record<string, string>> {
    const { body } = await app.api.get(path);
    expect(body).toMatchObject({ next_rest_url: expect.any(String) });
    const { next_rest_url } = body as { next_rest_url: string };
    return Object.fromEntries(new URL(next_rest_url).searchParams);
  }

  it.each([
    '/events?categories=ordered&starts_after=2031-01-01+00:00:00&strict_dates=true&tz=Asia/Tokyo&featured=false&status=publish&password=a%26b&orderby=title&order=desc&filter[title:ne]=x%26y&per_page=1',
    '/events?overlaps_from=2031-03-01&overlaps_to=2031-03-09&search=%22a%22&sort=-title&modified_after=2020-01-01&per_page=1',
    '/venues?per_page=1&search=a&has_events=false&only_with_upcoming=false&status=publish&orderby=name&order=asc&filter[id:gt]=0&modified_after=2020-01-01',
    '/organizers?per_page=1&search=a&has_events=false&sort=-name',
    '/tags?per_page=1&hide_empty=false&orderby=slug&order=desc&search=a',
  ])('of %s keep every parameter', async (path) => {
    if (path.includes('search=%22a%22'))
      await app.given.event({ title: 'a and a', start_date: '2031-03-02', end_date: '2031-03-02' });
    const asked = Object.fromEntries(new URL(path, 'https://x.test').searchParams);
    const next = await linked(path);
    expect(next['page']).toBe('2');
    // Links contain full dates; all other parameters are unchanged.
    for (const [name, value] of nonEmpty(Object.entries(asked))) expect(next[name]?.startsWith(value)).toBe(true);
    expect(next).not.toHaveProperty('start_date');
  });

  it('lead to each record of a list exactly once', async () => {
    const seen: string[] = [];
    let path: string | undefined =
      `/events?categories=${category.slug}&starts_after=2031-01-01&orderby=title&per_page=1`;
    while (path !== undefined) {
      const { body }: { body: unknown } = await app.api.get(path);
      const { events: page, next_rest_url: next } = body as { events: { title: string }[]; next_rest_url?: string };
      seen.push(...page.map(({ title }) => title));
      path = next?.replace('https://calendar.example/calendar/events/v1', '');
    }
    expect(seen).toEqual(['Álpha', 'bravo', 'Charlie']);
  });
});

describe.each(['/events', '/venues', '/organizers', '/categories', '/tags'])('pages of %s', (path) => {
  it('limit per_page to 50 in links', async () => {
    expect((await app.api.get(`${path}?per_page=100`)).body).toMatchObject({
      rest_url: expect.stringContaining('per_page=50'),
    });
  });

  it.each(
    ['page', 'per_page'].flatMap((name) => ['', 'foo', '-1', '0', '1.5', 'foo%20bar'].map((value) => [name, value])),
  )('reject %s=%s', async (name, value) => {
    const { body } = await app.api.get(`${path}?${name}=${value}`);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, params: { [name]: 'Invalid parameter.' } },
    });
  });
});

describe('the number of queries', () => {
  /** For an answer that is not cached, without the snapshots that decide whether it is. */
  const counted = async (path: string): Promise<number> => {
    await app.database.query('SELECT pg_current_xact_id()');
    const query = jest.spyOn(app.database, 'query');
    expect((await app.api.get(path)).status).toBe(200);
    const { length } = query.mock.calls.filter(([sql]) => !sql.includes('pg_current_snapshot'));
    query.mockRestore();
    return length;
  };

  it('does not grow with the events on a page', async () => {
    const [venue, organizer] = [await app.given.venue(), await app.given.organizer()];
    const tag = await app.given.tag();
    const links = { venue: venue.id, organizer: [organizer.id], tags: [tag.id], categories: [category.id] };
    for (let n = 1; n <= 5; n++) await app.given.event({ ...noon(n), ...links });
    const soon = `/events?start_date=${day(1)}&end_date=${day(5)}`;
    // One query for the events and their total, and one for the records inside them.
    expect(await counted(`${soon}&per_page=1`)).toBe(2);
    expect(await counted(`${soon}&per_page=5`)).toBe(2);
    expect(await counted(`${soon}&search=event&featured=false&filter[id:gt]=0&orderby=title`)).toBe(2);
  });

  it('grows by two when a list extends beyond the expansion horizon of series', async () => {
    const path = '/events?start_date=2031-03-01&end_date=2031-03-31';
    await app.api.get(path);
    expect(await counted(path)).toBe(4);
  });

  it.each(['/venues', '/organizers', '/tags?hide_empty=false', '/categories?hide_empty=false'])(
    'is one for %s',
    async (path) => expect(await counted(path)).toBe(1),
  );
});
