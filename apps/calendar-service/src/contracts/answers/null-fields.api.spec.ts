import { fieldsOf } from '@almanac/openapi';
import type { DtoClass } from '@almanac/validation';
import { nonEmpty } from '@almanac/testing';
import { CreateOrganizerDto } from '../../features/organizers/organizers.dto';
import { CreateCategoryDto, CreateTagDto } from '../../features/terms/terms.dto';
import { CreateVenueDto } from '../../features/venues/venues.dto';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { CreateEventDto } from '../../features/events/events.dto';
import { CreateTicketDto } from '../../features/tickets/tickets.dto';

let app: CalendarApp;
let editor: Person;
let event: number;
let links: { category: number; venue: number; parent: number };
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  event = (await app.given.event()).id;
  links = { category: (await app.given.category()).id, venue: (await app.given.venue()).id, parent: event };
});
afterAll(() => app.close());

interface Kind {
  name: string;
  path: () => string;
  dto: DtoClass<object>;
  required: Record<string, unknown>;
  /** A value of each field that null clears, its empty value, and the member that shows it. */
  cleared: Record<string, [value: () => unknown, none: unknown, member?: string]>;
  /** Fields that always have a value. */
  kept: readonly string[];
}

const text = (value: string, none = ''): [() => unknown, unknown] => [() => value, none];
const flag = (usual: boolean): [() => unknown, unknown] => [() => !usual, usual];
const TIMES = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 11:00:00' };
const html = (value: string): [() => unknown, unknown] => [() => value, ''];
const HEAD = ['author', 'date', 'date_utc', 'status'];
const ADDRESS = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'stateprovince'];

const KINDS: Kind[] = [
  {
    name: 'events',
    path: () => '/events',
    dto: CreateEventDto,
    required: { title: 'Named', ...TIMES },
    cleared: {
      description: html('Words'),
      excerpt: html('Short'),
      slug: text('of-its-own', 'named'),
      timezone: text('Asia/Tokyo', 'Europe/Rome'),
      cost: text('$5'),
      website: [() => 'https://example.test', expect.stringContaining('/event/')],
      ...Object.fromEntries(
        ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'].map((name) => [
          name,
          flag(false),
        ]),
      ),
      categories: [() => [links.category], []],
      tags: [() => ['a tag'], []],
      venue: [() => links.venue, []],
      venues: [() => [links.venue], []],
      organizer: [() => [{ organizer: 'Somebody' }], []],
      post_parent: [() => links.parent, 0],
      event_status: [() => 'canceled', undefined],
      // Shown only with another status; see below.
      event_status_reason: [() => undefined, undefined],
      password: [() => 'sesame', false, 'password_protected'],
      image: [() => null, false],
      rrule: [() => 'FREQ=DAILY;COUNT=3', undefined, 'recurrence'],
      exdates: [() => null, undefined, 'recurrence'],
      rdates: [() => ['2031-05-03'], undefined, 'recurrence'],
      recurrence: [() => ({ rrule: 'FREQ=DAILY;COUNT=3' }), undefined],
      ...Object.fromEntries(
        ['scope', 'occurrence_id', 'occurrence_date'].map((name) => [name, [() => undefined, undefined]]),
      ),
    },
    kept: [...HEAD, 'title', 'start_date', 'end_date'],
  },
  {
    name: 'venues',
    path: () => '/venues',
    dto: CreateVenueDto,
    required: { venue: 'Named' },
    cleared: {
      description: html('Words'),
      ...Object.fromEntries(ADDRESS.map((name) => [name, text('Words')])),
      website: text('https://example.test'),
      show_map: flag(true),
      show_map_link: flag(true),
      image: [() => null, false],
    },
    kept: [...HEAD, 'venue'],
  },
  {
    name: 'organizers',
    path: () => '/organizers',
    dto: CreateOrganizerDto,
    required: { organizer: 'Named' },
    cleared: {
      description: html('Words'),
      phone: text('1'),
      website: text('https://example.test'),
      email: text('a@example.test'),
      image: [() => null, false],
    },
    kept: [...HEAD, 'organizer'],
  },
  {
    name: 'categories',
    path: () => '/categories',
    dto: CreateCategoryDto,
    required: { name: 'Named' },
    cleared: { description: text('Words'), slug: text('of-its-own', 'named'), parent: [() => links.category, 0] },
    kept: ['name'],
  },
  {
    name: 'tags',
    path: () => '/tags',
    dto: CreateTagDto,
    required: { name: 'Named' },
    cleared: { description: text('Words'), slug: text('of-its-own', 'named') },
    kept: ['name'],
  },
  {
    name: 'tickets',
    path: () => `/events/${event}/tickets`,
    dto: CreateTicketDto,
    required: { name: 'Named' },
    cleared: {
      description: html('Words'),
      price: text('5', '0.00'),
      currency: text('EUR'),
      capacity: [() => 5, null],
      per_occurrence: flag(false),
      available_from: [() => '2031-01-01', null],
      available_until: [() => '2031-02-01', null],
    },
    kept: ['name'],
  },
];

type Sent = Record<string, unknown>;

const idOf = (body: unknown): number => (body as { id: number }).id;

describe.each(KINDS)('null in a request about $name', ({ path, dto, required, cleared, kept }) => {
  /** Creates a record. Delete records of the same name first, because a venue of the same name would be used again. */
  async function post(fields: Sent) {
    const answer = await app.api.as(editor).post(path(), { ...required, ...fields });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body as Sent;
  }
  const remove = (id: number) => app.api.as(editor).delete(`${path()}/${id}?force=true`);
  const patch = (id: number, fields: Sent) => app.api.as(editor).patch(`${path()}/${id}`, fields);
  const names = fieldsOf(dto).map(({ name }) => name);
  const optional = names.filter((name) => !(name in required));

  it('has a test for every field', () => {
    const geo = names.filter((name) => name.startsWith('geo_'));
    expect([...Object.keys(cleared), ...kept, ...geo].sort()).toEqual([...names].sort());
  });

  it('counts as absent when a record is created', async () => {
    const without = await post({});
    await remove(idOf(without));
    const shown = (body: Sent) =>
      Object.fromEntries(
        optional.flatMap((name) => (name in body && !/date|website/.test(name) ? [[name, body[name]]] : [])),
      );
    for (const name of nonEmpty(optional)) {
      const made = await post({ [name]: null });
      expect([name, shown(made)]).toEqual([name, shown(without)]);
      await remove(idOf(made));
    }
    const made = await post(Object.fromEntries(optional.map((name) => [name, null])));
    expect(shown(made)).toEqual(shown(without));
    await remove(idOf(made));
  });

  it.each(Object.entries(cleared))('clears %s of a record', async (name, [value, none, member = name]) => {
    const given = value();
    const made = await post({ [name]: given });
    if (given !== null && given !== undefined) expect(made[member]).not.toEqual(none);
    const { status, body } = await patch(idOf(made), { [name]: null });
    expect([status, (body as Sent)[member]]).toEqual([200, none]);
    await remove(idOf(made));
  });

  it.each(kept)('is rejected for %s of a record, which always has a value', async (name) => {
    const made = await post({});
    expect(await patch(idOf(made), { [name]: null })).toMatchObject({
      status: 400,
      body: { data: { params: { [name]: expect.any(String) } } },
    });
    await remove(idOf(made));
  });
});

it('a null field of an event leaves its other fields unchanged', async () => {
  const made = await app.given.event({ description: 'Words', featured: true, cost: '$5' });
  expect((await app.api.as(editor).patch(`/events/${made.id}`, { cost: null })).body).toMatchObject({
    featured: true,
    cost: '',
    description: '<p>Words</p>',
  });
});

it('null clears the reason of a canceled event', async () => {
  const made = await app.given.event({ event_status: 'canceled', event_status_reason: 'Rain' });
  const { body } = await app.api.as(editor).patch(`/events/${made.id}`, { event_status_reason: null });
  expect(body).toMatchObject({ event_status: 'canceled', event_status_reason: '' });
});

it.each([
  ['POST', () => `/events/${event}/restore`, { scope: null }, 400],
  ['DELETE', async () => `/events/${(await app.given.event()).id}`, { force: null, scope: null }, 200],
  ['DELETE', async () => `/venues/${(await app.given.venue()).id}`, { force: null }, 200],
  ['POST', () => '/feeds', { name: 'Feed', filters: null }, 201],
])('null counts as absent in %s requests that change no field', async (method, path, fields, status) => {
  expect((await app.api.as(editor).send(method, await path(), fields)).status).toBe(status);
});
