import { until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { at } from '../../testing/clock';
import type { Made } from '../../testing/given';

let app: CalendarApp;
beforeAll(async () => void (app = await startCalendar()));
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

/** Statements of one read. The server's other databases outdate answers at any time. */
async function statementsOf(path: string): Promise<number> {
  const query = jest.spyOn(app.database, 'query');
  const { status } = await app.api.get(path);
  const statements = query.mock.calls.length;
  query.mockRestore();
  expect(status).toBe(200);
  return statements;
}

describe('a repeated read', () => {
  let venue: Made;
  let event: Made;
  beforeAll(async () => {
    venue = await app.given.venue();
    event = await app.given.event({ venue: venue.id });
  });

  it.each<[name: string, path: () => string]>([
    ['an event', () => `/events/${event.id}`],
    ['an event by its slug', () => `/events/by-slug/${event.slug}`],
    ['events', () => '/events'],
    ['events of a fixed window', () => '/events?start_date=2031-01-01&end_date=2031-02-01'],
    ['events that a search finds', () => '/events?search=event'],
    ['selected members', () => '/events?_fields=total'],
    ['a venue', () => `/venues/${venue.id}`],
    ['organizers', () => '/organizers'],
    ['categories', () => '/categories'],
  ])('of %s takes one statement', async (_, path) => {
    await until(async () => (await statementsOf(path())) === 1);
  });

  it.each<[name: string, path: () => string]>([
    ['a date relative to now', () => '/events?ends_after=now'],
    ['a window that ends at this second', () => '/events?strict_dates=true'],
    ['a password', () => `/events?password=sesame`],
    ['an encoded password', () => `/events?%70assword=sesame`],
    ['upcoming events', () => '/venues?only_with_upcoming=true'],
  ])('with %s is answered anew', async (_, path) => {
    for (let time = 0; time < 5; time++) expect(await statementsOf(path())).toBeGreaterThan(1);
  });
});

it('an envelope has the same header names whether its answer is cached or not', async () => {
  const { id } = await app.given.event({});
  for (const path of ['/events?_envelope=1', `/events/${id}?_envelope=1`]) {
    const headersOf = async () => Object.keys(((await app.api.get(path)).body as { headers: object }).headers).sort();
    const first = await headersOf();
    await until(async () => (await statementsOf(path)) === 1);
    expect(await headersOf()).toEqual(first);
  }
});

/** A time in the near future, as the event's own zone writes it. */
const inTwoSeconds = () => new Date(Date.now() + 2_000).toISOString().slice(0, 19).replace('T', ' ');

it('an event that ends leaves lists relative to now, and its venue leaves the list of venues with upcoming events', async () => {
  const venue = await app.given.venue();
  const at = inTwoSeconds();
  const { id } = await app.given.event({ venue: venue.id, timezone: 'UTC', start_date: at, end_date: at });
  const ids = async (path: string, name: string) => {
    const { body } = await app.api.get(path);
    return (body as Record<string, Made[]>)[name]?.map((record) => record.id);
  };
  await until(async () => !(await ids('/events?ends_after=now&strict_dates=true&per_page=50', 'events'))?.includes(id));
  await until(async () => !(await ids('/venues?only_with_upcoming=true&per_page=50', 'venues'))?.includes(venue.id));
});

it('a list shows the default window of the next day after midnight', async () => {
  const window = async () => (await app.api.get('/events?_fields=rest_url')).text;
  const today = await window();
  expect(await at(Date.now() + 86_400_000, window)).not.toBe(today);
});
