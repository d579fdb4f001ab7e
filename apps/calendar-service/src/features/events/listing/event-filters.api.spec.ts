import { day, noon } from '../../../contracts/conformance/given-days';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { EVENT_FILTERS, FILTER_NAMES, type FilterName } from './event-filters';

interface Event {
  id: number;
  /** Its place among the events that the test creates. */
  n: number;
  /** The day on which it takes place, counted from today. */
  start: number;
}

/** A value of one filter, and the events that pass it, independent of the service. */
interface Sample {
  query: string;
  passes: (event: Event) => boolean;
}

const everything = (): boolean => true;

let app: CalendarApp;
let editor: Person;
let events: Event[];
let samples: Record<FilterName, Sample>;

beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  const [high, low] = [await app.given.category(), await app.given.category()];
  const below = await app.given.category({ parent: high.id });
  const tags = [await app.given.tag(), await app.given.tag()];
  const venues = [await app.given.venue({ geo_lat: 41.9, geo_lng: 12.5 }), await app.given.venue()];
  const organizers = [await app.given.organizer(), await app.given.organizer()];
  const parent = await app.given.event({ hide_from_listings: true });
  events = [];
  for (let n = 0; n < 16; n += 1) {
    const start = n * 2 + 1;
    const { id } = await app.given.event({
      ...noon(start),
      title: n % 3 === 0 ? `Concert & ball ${n}` : `Talk ${n}`,
      featured: n % 2 === 1,
      status: n % 5 === 4 ? 'draft' : 'publish',
      categories: [[high, low, below][n % 4]?.id ?? []].flat(),
      tags: [tags[n % 3]?.id ?? []].flat(),
      venue: venues[n % 3]?.id ?? 0,
      organizer: [organizers[n % 5]?.id ?? []].flat(),
      ...(n % 4 === 1 && { post_parent: parent.id }),
    });
    events.push({ id, n, start });
  }
  const ticketed = events[2]?.id ?? 0;
  await app.api.as(editor).post(`/events/${ticketed}/tickets`, { name: 'Seat', capacity: 5 });
  await givenUnlisted({
    ...noon(1),
    title: 'Concert & ball that no list shows',
    featured: true,
    categories: [high.id],
    tags: [tags[0]?.id ?? []].flat(),
    venue: venues[0]?.id ?? 0,
    organizer: [organizers[0]?.id ?? []].flat(),
    post_parent: parent.id,
  });
  const picked = events.filter(({ n }) => n < 9).map(({ id }) => id);
  const near = 'geoloc_lat=41.9&geoloc_lng=12.5';
  const hasPlace = ({ n }: Event) => n % 3 === 0;
  // No event takes place on an even day, so whole days and exact times find the same ones.
  samples = {
    start_date: { query: `start_date=${day(10)}`, passes: ({ start }) => start >= 10 },
    end_date: { query: `end_date=${day(22)}`, passes: ({ start }) => start <= 22 },
    starts_after: { query: `starts_after=${day(6)}`, passes: ({ start }) => start > 6 },
    starts_before: { query: `starts_before=${day(26)}`, passes: ({ start }) => start <= 26 },
    ends_after: { query: `ends_after=${day(4)}`, passes: ({ start }) => start > 4 },
    ends_before: { query: `ends_before=${day(28)}`, passes: ({ start }) => start <= 28 },
    overlaps_from: { query: `overlaps_from=${day(12)}`, passes: ({ start }) => start >= 12 },
    overlaps_to: { query: `overlaps_to=${day(20)}`, passes: ({ start }) => start <= 20 },
    modified_after: { query: 'modified_after=2020-01-01', passes: everything },
    strict_dates: { query: 'strict_dates=true', passes: everything },
    tz: { query: 'tz=UTC', passes: everything },
    search: { query: 'search=concert+%26', passes: ({ n }) => n % 3 === 0 },
    categories: { query: `categories=${high.slug}`, passes: ({ n }) => n % 4 === 0 || n % 4 === 2 },
    tags: { query: `tags=${tags[0]?.id},${tags[1]?.slug}`, passes: ({ n }) => n % 3 < 2 },
    venue: { query: `venue=${venues[1]?.id}`, passes: ({ n }) => n % 3 === 1 },
    organizer: { query: `organizer=${organizers[0]?.id},${organizers[1]?.id}`, passes: ({ n }) => n % 5 < 2 },
    featured: { query: 'featured=true', passes: ({ n }) => n % 2 === 1 },
    status: { query: 'status=draft', passes: ({ n }) => n % 5 === 4 },
    include: { query: `include=${picked.join(',')}`, passes: ({ n }) => n < 9 },
    post_parent: { query: `post_parent=${parent.id}`, passes: ({ n }) => n % 4 === 1 },
    ticketed: { query: 'ticketed=false', passes: ({ n }) => n !== 2 },
    password: { query: 'password=sesame', passes: everything },
    context: { query: 'context=edit', passes: everything },
    geoloc: { query: 'geoloc=true', passes: hasPlace },
    geoloc_lat: { query: near, passes: hasPlace },
    geoloc_lng: { query: near, passes: hasPlace },
    geoloc_radius: { query: `${near}&geoloc_radius=5`, passes: hasPlace },
  };
});
afterAll(() => app.close());

/** Creates two events that pass the filters, one hidden and one in the trash. */
async function givenUnlisted(input: Record<string, unknown>): Promise<void> {
  await app.given.event({ ...input, hide_from_listings: true });
  const { id } = await app.given.event(input);
  await app.api.as(editor).delete(`/events/${id}`);
}

const isDate = (name: FilterName): boolean => !EVENT_FILTERS[name].isRepeatedInLinks;
const parametersOf = (name: FilterName): string[] => [...new URLSearchParams(samples[name].query).keys()];

async function list(query: string, api = app.api.as(editor)): Promise<{ total: number; ids: number[]; link: URL }> {
  const { status, text } = await api.get(`/events?per_page=50&${query}`);
  if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
  const body: { total: number; events: Event[]; rest_url: string } = JSON.parse(text);
  return { total: body.total, ids: body.events.map(({ id }) => id).sort(ascending), link: new URL(body.rest_url) };
}

const ascending = (a: number, b: number): number => a - b;

/** The list that the samples of these filters ask for. `include` lists events regardless of date. */
function expected(names: readonly FilterName[]): { total: number; ids: number[] } {
  const applied = names.filter((name) => !(isDate(name) && names.includes('include')));
  const passing = events.filter((event) => applied.every((name) => samples[name].passes(event)));
  return { total: passing.length, ids: passing.map(({ id }) => id).sort(ascending) };
}

describe.each(FILTER_NAMES)('the list filter %s', (name) => {
  it('finds the matching events, and a total equal to their number', async () => {
    const { total, ids } = await list(samples[name].query);
    expect({ total, ids }).toEqual(expected([name]));
  });

  it('works together with each filter after it', async () => {
    const later = FILTER_NAMES.slice(FILTER_NAMES.indexOf(name) + 1);
    const others = later.filter((each) => !parametersOf(each).includes(name));
    const found: object[] = [];
    for (const other of others) {
      const { total, ids } = await list(`${samples[name].query}&${samples[other].query}`);
      found.push({ other, total, ids });
    }
    expect(found).toEqual(others.map((other) => ({ other, ...expected([name, other]) })));
  });

  it('is repeated in paging links', async () => {
    const { link } = await list(samples[name].query);
    const sent = new URLSearchParams(samples[name].query).get(name);
    expect(link.searchParams.get(name)?.startsWith(String(sent))).toBe(true);
  });

  it('has a description in the API document', async () => {
    const { text } = await app.api.get('/doc');
    const document: { paths: Record<string, { get?: { parameters?: { name: string; description?: string }[] } }> } =
      JSON.parse(text);
    const parameters = document.paths['/events']?.get?.parameters ?? [];
    expect(parameters.find((parameter) => parameter.name === name)?.description).toMatch(/\w+/);
  });
});

describe.each(FILTER_NAMES.filter((name) => name !== 'status'))(
  'the list filter %s, for a caller without an account',
  (name) => {
    it('finds only published events', async () => {
      const { total, ids } = await list(samples[name].query, app.api);
      const published = events.filter((event) => event.n % 5 !== 4 && expected([name]).ids.includes(event.id));
      expect({ total, ids }).toEqual({ total: published.length, ids: published.map(({ id }) => id).sort(ascending) });
    });
  },
);
