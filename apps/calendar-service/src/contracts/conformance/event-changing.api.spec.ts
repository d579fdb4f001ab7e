import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';
import { noon } from './given-days';

// Titles begin with the ids of the conformance cases.
const DAY = { start_date: '2031-07-01 10:00:00', end_date: '2031-07-01 12:00:00' };

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const post = (fields: object) => app.api.as(editor).post('/events', { title: 'An event', ...DAY, ...fields });
const ids = (records: unknown) => (Array.isArray(records) ? records.map(({ id }: Made) => id) : records);
const send = async (who: Partial<Person>, method: string, path: string, fields?: object) =>
  (await app.api.as(who).send(method, path, fields)).status;

it('EU-1 to EU-5, EU-10, EU-13: rights depend on the record, by id and by slug', async () => {
  const contributor = app.given.contributor();
  const others = await app.given.event();
  const published = await app.given.event({ author: contributor.id });
  const draft = await app.given.event({ status: 'draft' }, contributor);
  const title = { title: 'Changed' };
  expect(await send({}, 'POST', `/events/${others.id}`, title)).toBe(401);
  expect(await send({}, 'DELETE', `/events/${others.id}`)).toBe(401);
  for (const path of [`/events/${others.id}`, `/events/by-slug/${others.slug}`, `/events/${published.id}`])
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect([path, method, await send(contributor, method, path, title)]).toEqual([path, method, 403]);
  expect([
    await send(contributor, 'PUT', `/events/${draft.id}`, title),
    await send(contributor, 'DELETE', `/events/${draft.id}`),
  ]).toEqual([200, 200]);
  expect([
    await send(editor, 'PUT', `/events/${others.id}`, title),
    await send(editor, 'DELETE', `/events/${others.id}`),
  ]).toEqual([200, 200]);
  for (const method of ['POST', 'DELETE'])
    expect((await app.api.as(editor).send(method, '/events/99999')).body).toMatchObject({
      code: 'rest-event-not-found',
      data: { status: 404 },
    });
});

it('EU-6: an update keeps a given slug, and applies a new zone to dates', async () => {
  const { id } = await app.given.event();
  expect((await app.api.as(editor).patch(`/events/${id}`, { slug: 'a-new-slug' })).body).toMatchObject({
    slug: 'a-new-slug',
  });
  expect((await app.api.as(editor).patch(`/events/${id}`, { ...DAY, timezone: 'Asia/Tokyo' })).body).toMatchObject({
    ...DAY,
    utc_start_date: '2031-07-01 01:00:00',
    timezone_abbr: 'JST',
  });
});

it('EU-7: an update changes only the sent fields', async () => {
  const organizer = await app.given.organizer();
  const former = await app.given.event({
    status: 'draft',
    all_day: true,
    featured: true,
    cost: '$5',
    organizer: [organizer.id],
    slug: 'stays',
  });
  const { body } = await app.api.as(editor).patch(`/events/${former.id}`, { title: 'Another title' });
  expect(body).toEqual({
    ...former,
    title: 'Another title',
    modified: expect.any(String),
    modified_utc: expect.any(String),
  });
});

it('EU-8: an update can remove organizers and venue', async () => {
  const { id } = await app.given.event({ venue: { venue: 'Gone soon' }, organizer: [{ organizer: 'Gone soon' }] });
  expect((await app.api.as(editor).patch(`/events/${id}`, { organizer: [] })).body).toMatchObject({
    organizer: [],
    venue: { venue: 'Gone soon' },
  });
  expect((await app.api.as(editor).patch(`/events/${id}`, { venue: 0 })).body).toMatchObject({ venue: [] });
});

it.each([0, '0', '', false, null, [], {}, [{}], ['']])(
  'EU-8: %j stands for no venue and no organizer',
  async (none) => {
    const { id } = await app.given.event({
      venue: { venue: 'Not for long' },
      organizer: { organizer: 'Not for long' },
    });
    expect(await app.api.as(editor).patch(`/events/${id}`, { venue: none, organizer: none })).toMatchObject({
      status: 200,
      body: { venue: [], organizer: [] },
    });
    expect(await app.given.event({ venue: none, organizer: none })).toMatchObject({ venue: [], organizer: [] });
  },
);

it('EU-11, EU-12, EU-14: a deleted event is only in the trash', async () => {
  const { id, slug } = await app.given.event(noon(7));
  expect(await app.api.as(editor).delete(`/events/${id}`)).toMatchObject({
    status: 200,
    body: { id, status: 'trash' },
  });
  expect((await app.api.as(editor).get(`/events?include=${id}`)).body).toMatchObject({ total: 0 });
  expect(await app.api.as(editor).delete(`/events/${id}`)).toMatchObject({
    status: 410,
    body: { code: 'event-is-in-trash' },
  });
  expect((await app.api.get(`/events/by-slug/${slug}`)).status).toBe(404);
});

it.each([
  [{ venue: 'Hall', country: 'United States', state: 'NY', city: 'New York' }, 'NY'],
  [{ venue: 'Salle', country: 'Canada', province: 'Quebec' }, 'Quebec'],
  [{ venue: 'Théâtre', country: 'France', state: 'x', province: 'Bretagne' }, 'Bretagne'],
])('EC-23: an event links a venue by id, or creates it from %j', async (venue, stateprovince) => {
  const { body } = await post({ venue });
  expect(body).toMatchObject({ venue: { ...venue, stateprovince } });
  const { venue: made } = JSON.parse(JSON.stringify(body));
  expect((await post({ venue: made.id })).body).toMatchObject({ venue: { id: made.id } });
  expect((await post({ venue: { id: made.id } })).body).toMatchObject({ venue: { id: made.id } });
});

it('EC-24: an event links or creates organizers in the given order', async () => {
  const [a, b] = [(await app.given.organizer()).id, (await app.given.organizer()).id];
  const organizers = async (organizer: unknown): Promise<Made[]> => {
    const { organizer: linked }: Record<string, Made[]> = JSON.parse((await post({ organizer })).text);
    return linked ?? [];
  };
  expect(ids(await organizers(a))).toEqual([a]);
  expect(ids(await organizers([b, a]))).toEqual([b, a]);
  expect(await organizers([{ organizer: 'New one' }])).toMatchObject([{ organizer: 'New one' }]);
  expect(await organizers([{ organizer: 'First' }, { id: b }, { organizer: 'Third' }, a])).toMatchObject([
    { organizer: 'First' },
    { id: b },
    { organizer: 'Third' },
    { id: a },
  ]);
});

it.each(['categories', 'tags'] as const)(
  'EC-26, EU-9: a request can link and create %s, and remove them from events',
  async (name) => {
    const kind = name === 'tags' ? 'tag' : 'category';
    const [a, b] = [await app.given[kind]({ name: `${name} a` }), await app.given[kind]({ name: `${name} b` })];
    const terms = async (value: unknown): Promise<Made[]> => {
      const { [name]: assigned }: Record<string, Made[]> = JSON.parse((await post({ [name]: value })).text);
      return assigned ?? [];
    };
    expect(ids(await terms([a.id, b.id]))).toEqual([a.id, b.id]);
    expect(await terms(`new ${name} 1,new ${name} 2`)).toMatchObject([
      { name: `new ${name} 1` },
      { name: `new ${name} 2` },
    ]);
    expect(ids(await terms([a.id, `${name} b`]))).toEqual([a.id, b.id]);
    expect(await terms('')).toEqual([]);
    const event = await app.given.event({ [name]: [a.id] });
    expect((await app.api.as(editor).patch(`/events/${event.id}`, { [name]: '' })).body).toMatchObject({ [name]: [] });
  },
);
