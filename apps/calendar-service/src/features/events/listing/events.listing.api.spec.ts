import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { Made } from '../../../testing/given';

let app: CalendarApp;
let category: Made;
beforeAll(async () => {
  app = await startCalendar();
  category = await app.given.category({ name: 'Listed' });
});
afterAll(() => app.close());

const event = (title: string, day: string, fields: object = {}) =>
  app.given.event({
    title,
    start_date: `${day} 10:00:00`,
    end_date: `${day} 11:00:00`,
    categories: [category.id],
    ...fields,
  });

/** Titles of the listed events, or the status of an error. */
async function titles(query: string, who: object = {}): Promise<unknown> {
  const { status, body } = await app.api.as(who).get(`/events?categories=${category.id}&${query}`);
  if (status !== 200 || typeof body !== 'object' || body === null || !('events' in body) || !Array.isArray(body.events))
    return status;
  return body.events.map(({ title }: { title: string }) => title);
}

describe('GET /events', () => {
  beforeAll(async () => {
    await event('Alpha', '2031-03-10', { description: 'About xylophones', featured: true });
    await event('Bravo', '2031-03-11', { timezone: 'Asia/Tokyo' });
    await event('Charlie', '2031-03-12', { start_date: '2031-03-12 22:00:00', end_date: '2031-03-14 02:00:00' });
    await event('Hidden', '2031-03-10', { hide_from_listings: true });
    await event('Locked', '2031-03-13', { password: 'sesame', description: 'About violins', cost: '$5' });
  });

  it('orders events by start and returns the total', async () => {
    const { headers, body } = await app.api.get(
      `/events?categories=${category.id}&start_date=2031-01-01&end_date=2031-12-31&per_page=3`,
    );
    expect(body).toMatchObject({
      events: [{ title: 'Alpha' }, { title: 'Bravo' }, { title: 'Charlie' }],
      total: 4,
      total_pages: 2,
    });
    expect(
      Object.fromEntries(
        ['x-total', 'x-total-pages', 'x-tec-total', 'x-tec-totalpages'].map((name) => [name, headers.get(name)]),
      ),
    ).toEqual({
      'x-total': '4',
      'x-total-pages': '2',
      'x-tec-total': '4',
      'x-tec-totalpages': '2',
    });
    expect(headers.get('link')).toContain('rel="next"');
  });

  it('links to the next page of the same list', async () => {
    const { body } = await app.api.get(
      `/events?categories=${category.id}&start_date=2031-01-01&end_date=2031-12-31&per_page=3`,
    );
    expect(body).toMatchObject({ next_rest_url: expect.stringContaining(`categories=${category.id}`) });
    expect(body).not.toHaveProperty('previous_rest_url');
  });

  it.each([
    ['a whole day', 'start_date=2031-03-10&end_date=2031-03-10', ['Alpha']],
    ['the clock of the event, not that of the site', 'start_date=2031-03-11&end_date=2031-03-11', ['Bravo']],
    ['events that lie inside the range completely', 'start_date=2031-03-12&end_date=2031-03-13', ['Locked']],
    ['all that takes place in between', 'overlaps_from=2031-03-13&overlaps_to=2031-03-13', ['Charlie', 'Locked']],
    ['exact times', 'strict_dates=true&start_date=2031-03-10T09:00:00Z&end_date=2031-03-10T10:00:00Z', ['Alpha']],
    [
      'exact times, a second too late',
      'strict_dates=true&start_date=2031-03-10T09:00:01Z&end_date=2031-03-10T10:00:00Z',
      [],
    ],
    ['starts after a day', 'starts_after=2031-03-11', ['Charlie', 'Locked']],
    ['the coming two years only, unless asked', '', []],
    ['featured ones', 'featured=true&starts_after=2031-01-01', ['Alpha']],
    ['words in the description', 'search=XYLOPHONE&starts_after=2031-01-01', ['Alpha']],
    ['but not words that are locked away', 'search=violins&starts_after=2031-01-01', []],
    ['without words', 'search=-xylophones%20brav&starts_after=2031-01-01', ['Bravo']],
    ['words between other separators', 'search=alpha,xylophones&starts_after=2031-01-01', ['Alpha']],
    ['words beside frequent ones', 'search=the%20xylophones%20in%20a&starts_after=2031-01-01', ['Alpha']],
    ['no protected event for anonymous callers', 'search=locked&starts_after=2031-01-01', []],
    ['a pattern character as itself', 'search=%25&starts_after=2031-01-01', []],
  ])('finds %s', async (_, query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('lets members find a protected event by its title alone', async () => {
    const member = app.given.subscriber();
    expect(await titles('search=locked&starts_after=2031-01-01', member)).toEqual(['Locked']);
    expect(await titles('search=violins&starts_after=2031-01-01', member)).toEqual([]);
  });

  it.each([
    'start_date=foo',
    'page=0',
    'per_page=-1',
    'search=',
    'featured=maybe',
    'status=draft',
    'venue=4711',
    'tags=unheard-of',
    'include=a',
    'ticketed=maybe',
    'tz=Mars/Base',
    'strict_dates=0',
  ])('rejects %s', async (query) => {
    expect(await titles(query)).toBe(400);
  });

  it('returns 404 beyond the last page', async () => {
    expect(await titles('starts_after=2031-01-01&page=9')).toBe(404);
  });

  it('returns the events of include regardless of date, except hidden ones', async () => {
    const past = await event('Past', '2001-01-01');
    const hidden = await event('Hidden too', '2031-01-01', { hide_from_listings: true });
    expect(await titles(`include=${past.id},${hidden.id},4711`)).toEqual(['Past']);
  });

  it('shows only title and dates of a protected event without its password', async () => {
    const list = async (more: string) =>
      (await app.api.get(`/events?categories=${category.id}&start_date=2031-03-13&end_date=2031-03-13${more}`)).body;
    expect(await list('')).toMatchObject({
      events: [
        {
          title: 'Locked',
          description: '',
          cost: '',
          cost_details: { values: [] },
          categories: [],
          featured: null,
          start_date: '2031-03-13 10:00:00',
        },
      ],
    });
    expect(await list('&password=sesame')).toMatchObject({
      events: [{ description: '<p>About violins</p>', cost: '$5' }],
    });
  });

  it('shows a protected event in full with the context edit to callers who may change it', async () => {
    const list = async (who: Person, context: string) => {
      const query = `categories=${category.id}&start_date=2031-03-13&end_date=2031-03-13&context=${context}`;
      return (await app.api.as(who).get(`/events?${query}`)).body;
    };
    const [inFull, blank] = [{ events: [{ cost: '$5' }] }, { events: [{ cost: '' }] }];
    expect(await list(app.given.editor(), 'edit')).toMatchObject(inFull);
    expect(await list(app.given.editor(), 'view')).toMatchObject(blank);
    expect(await list(app.given.author(), 'edit')).toMatchObject(blank);
  });

  it('shows drafts only to their authors and to editors', async () => {
    const author = app.given.author();
    const own = {
      title: 'Mine',
      start_date: '2031-07-01',
      end_date: '2031-07-01',
      categories: [category.id],
      status: 'draft',
    };
    await app.given.event(own, author);
    await app.given.event({ ...own, title: 'Theirs' }, app.given.contributor());
    const july = 'start_date=2031-07-01&end_date=2031-07-31';
    expect(await titles(july)).toEqual([]);
    expect(await titles(july, author)).toEqual(['Mine']);
    expect(await titles(`${july}&status=draft`, app.given.editor())).toEqual(['Mine', 'Theirs']);
  });
});
