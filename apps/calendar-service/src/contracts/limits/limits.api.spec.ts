import type { TestApi } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
let api: TestApi;
beforeAll(async () => {
  app = await startCalendar();
  api = app.api.as(app.given.editor());
});
afterAll(() => app.close());

const long = (characters: number) => 'x'.repeat(characters);
const many = <T>(items: number, item: T) => Array.from({ length: items }, () => item);
const TIMES = { title: 'x', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };

const length = (name: string, characters: number) => ({
  [name]: `${name} must be at most ${characters} characters long.`,
});
const items = (name: string, most: number) => ({ [name]: `${name} must contain at most ${most} items.` });

it.each<[string, object, Record<string, string>]>([
  ['/events', { ...TIMES, title: long(1_001) }, length('title', 1_000)],
  ['/events', { ...TIMES, description: long(200_001) }, length('description', 200_000)],
  ['/events', { ...TIMES, excerpt: long(200_001) }, length('excerpt', 200_000)],
  ['/events', { ...TIMES, slug: long(2_001) }, length('slug', 2_000)],
  ['/events', { ...TIMES, categories: many(201, 'x') }, items('categories', 200)],
  ['/events', { ...TIMES, tags: many(201, 'x').join(',') }, items('tags', 200)],
  ['/events', { ...TIMES, venue: many(101, { venue: 'x' }) }, items('venue', 100)],
  ['/events', { ...TIMES, organizer: many(101, 1).join(',') }, items('organizer', 100)],
  ['/events', { ...TIMES, cost: many(101, '5') }, items('cost', 100)],
  ['/events', { ...TIMES, rrule: 'FREQ=DAILY', exdates: many(1_001, '2031-05-02') }, items('exdates', 1_000)],
  ['/events', { ...TIMES, rrule: long(50_001) }, length('rrule', 50_000)],
  ['/venues', { venue: 'x', description: long(200_001) }, length('description', 200_000)],
  ['/venues', { venue: 'x', address: long(2_001) }, length('address', 2_000)],
  ['/organizers', { organizer: 'x', website: `https://example.com/${long(2_048)}` }, length('website', 2_048)],
  ['/categories', { name: long(201) }, length('name', 200)],
  ['/tags', { name: 'x', description: long(20_001) }, length('description', 20_000)],
])('POST %s rejects a value above its limit: case %#', async (path, body, params) => {
  const answer = await api.post(path, body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param', data: { params } } });
});

it.each(['include=', 'categories=', 'venue='])('GET /events rejects more than 1,000 items in %s', async (parameter) => {
  const { status, body } = await api.get(`/events?${parameter}${many(1_001, 1).join(',')}`);
  const [name = ''] = parameter.split('=');
  expect({ status, body }).toMatchObject({ status: 400, body: { data: { params: items(name, 1_000) } } });
});

it('POST /events accepts lists as objects of their items', async () => {
  const [one, two] = [await app.given.venue(), await app.given.venue()];
  const { status, body } = await api.post('/events', {
    ...TIMES,
    venue: { 0: one.id, 7: { id: two.id } },
    categories: { a: 'Talks', b: 'Walks' },
    rrule: 'FREQ=DAILY;COUNT=3',
    exdates: { 5: '2031-05-02' },
  });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { venues: [{ id: one.id }, { id: two.id }], categories: [{ name: 'Talks' }, { name: 'Walks' }] },
  });
  const form = new URLSearchParams({
    ...TIMES,
    'tags[a]': 'one',
    'tags[1500]': 'two',
    'organizer[0][organizer]': 'Somebody',
  });
  expect(await api.post('/events', form)).toMatchObject({
    status: 201,
    body: { tags: [{}, {}], organizer: [{ organizer: 'Somebody' }] },
  });
});
