import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { Made } from '../../../testing/given';
import { visit } from '../../../testing/page-visitors';
import { EVENT_FIELDS } from './event-listing';
import { FILTER_NAMES, type FilterName } from './event-filters';

const SECRET = 'sesame';
const DATES = { start_date: '2031-05-01 00:00:00', end_date: '2031-05-01 23:59:59' };
const MAY = 'start_date=2031-05-01&end_date=2031-05-31';
const NEAR = 'geoloc_lat=41.9&geoloc_lng=12.5';

let app: CalendarApp;
/** The same calendar with the default of the setting. */
let usual: CalendarApp;
let author: Person;
let editor: Person;
/** Four protected events that differ in their contents alone, in the order in which they were made. */
let twins: Made[];
let full: number[];
let samples: Record<FilterName, string[]>;
/** Queries that find the events with all contents, for callers who see them. */
let findsFull: string[];
/** Pages, files and lists of the records that the full events are linked to. */
let placesOf: { api: string[]; site: string[] };
let category: Made;
let venue: Made;

beforeAll(async () => {
  app = await startCalendar({ FIND_PROTECTED_EVENTS: 'false' });
  usual = await startCalendar({ ...app.environment, FIND_PROTECTED_EVENTS: 'true' });
  author = app.given.author();
  editor = app.given.editor();
  venue = await app.given.venue({ venue: 'Place', geo_lat: 41.9, geo_lng: 12.5 });
  const organizer = await app.given.organizer({ organizer: 'Host' });
  const above = await app.given.category({ name: 'Above' });
  category = await app.given.category({ name: 'Secret category', parent: above.id });
  const tag = await app.given.tag({ name: 'Secret tag' });
  const contents = {
    description: 'About violins',
    excerpt: 'Violins',
    cost: '$5',
    website: 'https://band.example/',
    venue: venue.id,
    organizer: organizer.id,
    categories: [category.id],
    tags: [tag.id],
    featured: true,
    sticky: true,
    all_day: true,
  };
  twins = [];
  full = [];
  for (const more of [contents, {}, {}, contents]) {
    const twin = await app.given.event({ title: 'Twin', password: SECRET, ...DATES, ...more }, author);
    twins.push(twin);
    if (more !== contents) continue;
    full.push(twin.id);
    await app.api.as(editor).post(`/events/${twin.id}/tickets`, { name: 'Seat', capacity: 5 });
  }
  samples = {
    start_date: ['start_date=2031-05-01'],
    end_date: ['end_date=2031-05-01&start_date=2031-05-01'],
    starts_before: ['starts_before=2031-05-02'],
    starts_after: ['starts_after=2031-04-30'],
    ends_before: ['ends_before=2031-05-02&starts_after=2031-04-30'],
    ends_after: ['ends_after=2031-04-30'],
    overlaps_from: ['overlaps_from=2031-05-01'],
    overlaps_to: ['overlaps_to=2031-05-01&overlaps_from=2031-05-01'],
    modified_after: [`modified_after=2020-01-01&${MAY}`],
    strict_dates: [`strict_dates=true&${MAY}`],
    tz: [`tz=Asia/Tokyo&starts_after=2031-04-29`],
    search: ['search=twin', 'search=violins', 'search=-violins', 'search=twin+-violins'],
    categories: [`categories=${category.id}`, `categories=${category.slug}`, `categories=${above.slug}`],
    tags: [`tags=${tag.id}`, `tags=${tag.slug}`],
    venue: [`venue=${venue.id}`],
    organizer: [`organizer=${organizer.id}`],
    featured: ['featured=true', 'featured=false'],
    status: ['status=publish'],
    include: [`include=${twins.map(({ id }) => id).join(',')}`],
    post_parent: [`post_parent=${idAt(0)}`],
    ticketed: ['ticketed=true', 'ticketed=false'],
    password: ['password=wrong'],
    context: ['context=edit', 'context=view'],
    geoloc: ['geoloc=true', 'geoloc=false'],
    geoloc_lat: [NEAR, `${NEAR}&orderby=distance`],
    geoloc_lng: [NEAR],
    geoloc_radius: [`${NEAR}&geoloc_radius=5`],
  };
  findsFull = [
    ...[...samples.categories, ...samples.tags, ...samples.venue, ...samples.organizer],
    ...['featured=true', 'ticketed=true', 'filter[featured]=true', 'filter[all_day:ne]=false'],
  ];
  placesOf = {
    api: [
      `/events.ics?venue=${venue.id}`,
      `/venues/${venue.id}.ics`,
      `/organizers/${organizer.id}.ics`,
      `/categories/${category.id}.ics`,
      `/events.ics?tags=${tag.slug}`,
      '/events.ics?featured=true',
    ],
    site: [
      ...[venue, organizer, category, tag].map(({ url }) => new URL(String(url)).pathname),
      `/events/?venue=${venue.id}`,
      `/events/?categories=${category.slug}`,
      `/events/month/2031-05/?venue=${venue.id}`,
      `/events/week/2031-05-01/?organizer=${organizer.id}`,
      `/events/2031-05-01/?tags=${tag.slug}`,
      `/events/2031-05-01/?featured=1`,
    ],
  };
});
afterAll(async () => {
  await usual.close();
  await app.close();
});

const idAt = (place: number): number => twins[place]?.id ?? 0;

/** Ids of the listed twins, in their order. */
async function listed(query: string, who: { token?: string } = {}): Promise<number[]> {
  const dates = /_date=|_after=|_before=|overlaps/.test(query) ? '' : `&${MAY}`;
  const { status, text } = await app.api.as(who).get(`/events?per_page=50&${query}${dates}`);
  if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
  const { events, total }: { events: { id: number }[]; total: number } = JSON.parse(text);
  if (total !== events.length) throw new Error(`${query}: ${events.length} events, but a total of ${total}`);
  return events.map(({ id }) => id).filter((id) => twins.some((twin) => twin.id === id));
}

const strangers = (): [string, { token?: string }][] => [
  ['a stranger', {}],
  ['a user without rights', app.given.subscriber()],
  ['another author', app.given.author()],
];

describe.each(FILTER_NAMES)('the list filter %s', (name) => {
  it('finds all protected events or none, for callers who do not see their contents', async () => {
    for (const query of nonEmpty(samples[name]))
      for (const [who, actor] of nonEmpty(strangers())) {
        const found = (await listed(query, actor)).sort((a, b) => a - b);
        expect({ query, who, found }).toEqual({ query, who, found: found.length > 0 ? twins.map(({ id }) => id) : [] });
      }
  });
});

describe('filters by the contents of protected events', () => {
  it('find these events for their author, for editors, and with their password', async () => {
    for (const query of nonEmpty(findsFull)) {
      const found = {
        author: await listed(query, author),
        editor: await listed(query, editor),
        opened: await listed(`${query}&password=${SECRET}`),
      };
      expect({ query, ...found }).toEqual({ query, author: full, editor: full, opened: full });
    }
  });

  it('check the same passwords whatever they look for', async () => {
    const other = await app.given.venue();
    for (const place of [venue, other]) {
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) {
        const { status } = await app.api.get(`/events?${MAY}&venue=${place.id}&password=guess-${place.id}-${guess}`);
        statuses.push(status);
      }
      expect(statuses).toContain(429);
      // The count of wrong passwords is kept for each address and event, so both venues meet the same limit.
      expect(statuses.at(-1)).toBe(429);
    }
  });

  it('leave the events out of no list without such a filter', async () => {
    expect(await listed('context=view')).toEqual(twins.map(({ id }) => id));
  });

  it('find these events for everybody by default, as in the reference', async () => {
    for (const query of nonEmpty(findsFull)) {
      const { text } = await usual.api.get(`/events?${query}&${MAY}`);
      const { events }: { events: { id: number }[] } = JSON.parse(text);
      expect({ query, found: events.map(({ id }) => id) }).toEqual({ query, found: full });
    }
  });
});

describe('the field of the list grammar', () => {
  const fields = [...EVENT_FIELDS.fields].filter(([, { sortable }]) => sortable).map(([name]) => name);

  it.each(fields)('%s orders protected events as if they had no contents', async (name) => {
    for (const [, actor] of nonEmpty(strangers()))
      expect(await listed(`orderby=${name}`, actor)).toEqual(twins.map(({ id }) => id));
  });

  const flags = [...EVENT_FIELDS.fields].filter(([, { type }]) => type === 'boolean').map(([name]) => name);

  it.each(flags)('%s filters protected events as if they had no contents', async (name) => {
    for (const filter of ['=true', '=false', ':ne]=true', ':ne]=false'])
      for (const [, actor] of nonEmpty(strangers())) {
        const query = `filter[${name}${filter.startsWith(':') ? filter : `]${filter}`}`;
        const found = await listed(query, actor);
        expect({ query, found }).toEqual({ query, found: found.length > 0 ? twins.map(({ id }) => id) : [] });
      }
  });
});

describe('lists of linked records', () => {
  it.each([
    ['with the setting', () => app],
    ['by default', () => usual],
  ])('are files and pages without protected events for callers who do not see their contents, %s', async (_, of) => {
    for (const [who, actor] of nonEmpty(strangers()))
      for (const path of nonEmpty(placesOf.api)) {
        const { status, text } = await of().api.as(actor).get(path);
        const isPlaced = text.includes('Twin');
        expect({ who, path, status, isPlaced }).toEqual({ who, path, status: 200, isPlaced: false });
      }
    for (const path of [...placesOf.site, `/events/embed?venue=${venue.id}`]) {
      const { status, text } = await visit(of(), path);
      expect({ path, status, isPlaced: text.includes('Twin') }).toEqual({ path, status: 200, isPlaced: false });
    }
  });

  it('have them for editors, and with their password', async () => {
    for (const path of nonEmpty(placesOf.api)) {
      const opened = `${path}${path.includes('?') ? '&' : '?'}password=${SECRET}`;
      const texts = [(await app.api.as(editor).get(path)).text, (await app.api.get(opened)).text];
      expect({ path, are: texts.map((text) => text.includes('SUMMARY:Twin')) }).toEqual({ path, are: [true, true] });
    }
    for (const path of nonEmpty(placesOf.site))
      expect({ path, isPlaced: (await visit(app, path, editor)).text.includes('Twin') }).toEqual({
        path,
        isPlaced: true,
      });
  });

  it.each(['venues', 'organizers'])('of %s do not tell which have a protected event', async (plural) => {
    const total = async (query: string, who: { token?: string } = {}) =>
      Object(JSON.parse((await app.api.as(who).get(`/${plural}?${query}`)).text)) as { total: number };
    for (const query of ['has_events=true', 'only_with_upcoming=true']) {
      expect(await total(query)).toMatchObject({ total: 0 });
      expect(await total(query, author)).toMatchObject({ total: 1 });
      expect(await total(query, editor)).toMatchObject({ total: 1 });
    }
    expect((await total('has_events=false')).total).toBeGreaterThan(0);
  });

  it('offer categories and tags of protected events only to readers who see their contents', async () => {
    const offers = async (member?: Person) => {
      const { text } = await visit(app, '/events/', member);
      return ['Secret category', 'Secret tag'].map((name) => text.includes(name));
    };
    expect([await offers(), await offers(editor)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('do not mark protected events as featured', async () => {
    const { text } = await visit(app, '/events/month/2031-05/');
    expect([text.includes('Twin'), /class="entry[^"]* featured|\(featured/.test(text)]).toEqual([true, false]);
  });
});
