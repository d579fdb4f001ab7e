import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { noon } from './given-days';

// Titles begin with the ids of the conformance cases.
let app: CalendarApp;
let editor: Person;
let full: Made;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  const venue = await app.given.venue({ city: 'Rome' });
  const organizer = await app.given.organizer();
  const categories = [await app.given.category(), await app.given.category()].map(({ id }) => id);
  const tags = [await app.given.tag(), await app.given.tag()].map(({ id }) => id);
  full = await app.given.event({
    ...noon(7),
    slug: 'event-01',
    cost: '$23',
    description: 'Words',
    venue: venue.id,
    organizer: [organizer.id],
    categories,
    tags,
  });
});
afterAll(() => app.close());

const TERM = {
  id: expect.any(Number),
  name: expect.any(String),
  slug: expect.any(String),
  taxonomy: expect.any(String),
  description: '',
};
const TWO_DIGITS = expect.stringMatching(/^\d\d$/);
const DETAILS = {
  year: expect.stringMatching(/^\d{4}$/),
  month: TWO_DIGITS,
  day: TWO_DIGITS,
  hour: '12',
  minutes: '00',
  seconds: '00',
};

it('IX-1, IX-2: the index and the API description are public', async () => {
  expect(await app.api.get('')).toMatchObject({
    status: 200,
    body: { namespace: 'calendar/events/v1', routes: { '/calendar/events/v1/events': { methods: ['GET', 'POST'] } } },
  });
  expect(await app.api.get('/doc')).toMatchObject({
    status: 200,
    body: {
      openapi: expect.any(String),
      info: { version: expect.any(String), title: expect.any(String), description: expect.any(String) },
      servers: [{ url: 'https://calendar.example/calendar/events/v1/' }],
      paths: { '/events': { get: {} }, '/events/{id}': { get: {} } },
    },
  });
});

it('ER-1, ER-2, ER-10: reads by id and slug return all parts of an event; lists omit json_ld', async () => {
  const parts = {
    author: expect.any(Number),
    start_date_details: DETAILS,
    cost: '$23',
    cost_details: { currency_symbol: '$', currency_position: 'prefix', values: ['23'] },
    venue: { venue: expect.any(String), city: 'Rome' },
    organizer: [{ organizer: expect.any(String) }],
    categories: [TERM, TERM],
    tags: [TERM, TERM],
    rest_url: expect.stringMatching(/events\/\d+$/),
  };
  for (const path of [`/events/${full.id}`, '/events/by-slug/event-01'])
    expect(await app.api.get(path)).toMatchObject({ status: 200, body: { ...parts, json_ld: { '@type': 'Event' } } });
  const { body, text } = await app.api.get(`/events?include=${full.id}`);
  expect(body).toMatchObject({ events: [parts] });
  expect(text).not.toContain('json_ld');
});

it('ER-3, ER-4, ER-11, ER-12: an unknown event returns 404, and the id of a venue 400', async () => {
  const venue = await app.given.venue();
  const answer = async (path: string) => (await app.api.get(path)).body;
  for (const path of ['/events/0', '/events/99999', '/events/by-slug/none', `/events/by-slug/${venue.slug}`])
    expect(await answer(path)).toMatchObject({ code: 'rest-event-not-found', data: { status: 404 } });
  for (const id of [0, 99999])
    expect(await answer(`/events/${id}`)).toMatchObject({ message: `Event with ID ${id} does not exist.` });
  expect(await answer(`/events/${venue.id}`)).toMatchObject({ code: 'rest-invalid-event-id', data: { status: 400 } });
  expect(await answer('/events/by-slug/')).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
});

it('ER-8, ER-9: a protected event requires its password, and lists hide its content', async () => {
  const venue = await app.given.venue();
  const { id } = await app.given.event({ ...noon(3), password: 'sesame', description: 'Secret', venue: venue.id });
  const status = async (query: string) => (await app.api.get(`/events/${id}${query}`)).status;
  expect([await status(''), await status('?password=wrong'), await status('?password=sesame')]).toEqual([
    403, 403, 200,
  ]);
  expect((await app.api.get(`/events?include=${id}`)).body).toMatchObject({
    events: [
      { title: expect.stringContaining('Event'), description: '', image: false, all_day: null, venue: [], ...noon(3) },
    ],
  });
});

it('ER-13: a minimal event has empty parts, and its own page as website', async () => {
  const { id } = await app.given.event();
  const { body } = await app.api.get(`/events/${id}`);
  expect(body).toMatchObject({ venue: [], organizer: [], image: false, cost: '' });
  expect(body).toHaveProperty('website', JSON.parse(JSON.stringify(body)).url);
});

it('CC-1: every error contains its status', async () => {
  const requests: [string, string, object?][] = [
    ['GET', '/none'],
    ['GET', '/events/0'],
    ['GET', '/events?page=x'],
    ['POST', '/events', {}],
    ['POST', '/venues', { venue: 'x' }],
    ['DELETE', `/events/${full.id}`],
  ];
  for (const [method, path, fields] of requests) {
    const { status, body } = await app.api.send(method, path, fields);
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String), data: { status } });
  }
});

it('CC-2: the e-mail address of an organizer is public', async () => {
  const { id } = await app.given.organizer({ email: 'ann@example.test' }, editor);
  expect((await app.api.get(`/organizers/${id}`)).body).toMatchObject({ email: 'ann@example.test' });
});
