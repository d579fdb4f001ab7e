import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';

const ROME = { geo_lat: 41.9028, geo_lng: 12.4964 };
/** 9.6 km away from Rome's centre, seen along the surface. */
const NEARBY = { geo_lat: 41.9028, geo_lng: 12.6125 };
/** On both sides of the date line, 22.2 km apart. */
const [WEST, EAST] = [
  { geo_lat: 0, geo_lng: 179.9 },
  { geo_lat: 0, geo_lng: -179.9 },
];

let app: CalendarApp;
let tag: Made;
beforeAll(async () => {
  app = await startCalendar();
  tag = await app.given.tag({ name: 'Placed' });
  await event('Rome', { venue: (await app.given.venue(ROME)).id, start_date: '2031-01-02', end_date: '2031-01-02' });
  await event('Outskirts', { venue: (await app.given.venue(NEARBY)).id });
  await event('West', { venue: (await app.given.venue(WEST)).id });
  await event('Unplaced', { venue: (await app.given.venue()).id });
  await event('Nowhere');
  await event('Locked', { venue: (await app.given.venue(ROME)).id, password: 'sesame' });
  await event('Drafted', { venue: (await app.given.venue({ ...ROME, status: 'draft' })).id });
});
afterAll(() => app.close());

const event = (title: string, fields: object = {}) =>
  app.given.event({ title, start_date: '2031-01-01', end_date: '2031-01-01', tags: [tag.id], ...fields });

async function found(query: string, who: object = {}): Promise<unknown> {
  const { status, body } = await app.api.as(who).get(`/events?tags=${tag.id}&starts_after=2030-12-31&${query}`);
  if (status !== 200) return body;
  const { events } = body as { events: { title: string; distance?: number }[] };
  return events.map(({ title, distance }) => (distance === undefined ? title : `${title} ${distance.toFixed(1)}`));
}

describe('events around a point', () => {
  it.each([
    ['geoloc=true', ['Outskirts', 'West', 'Rome']],
    ['geoloc=true&geoloc_radius=1', ['Outskirts', 'West', 'Rome']],
    ['geoloc=false', ['Unplaced', 'Nowhere', 'Locked', 'Drafted']],
    ['geoloc=true&geoloc_lat=41.9028&geoloc_lng=12.4964', ['Rome 0.0', 'Outskirts 9.6']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964', ['Rome 0.0', 'Outskirts 9.6']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964&geoloc_radius=9.5', ['Rome 0.0']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964&geoloc_radius=0', ['Rome 0.0']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964&geoloc_radius=20016', ['Rome 0.0', 'Outskirts 9.6', 'West 15187.3']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964&order=desc', ['Outskirts 9.6', 'Rome 0.0']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964&orderby=start_date', ['Outskirts 9.6', 'Rome 0.0']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964&filter[distance:gt]=5', ['Outskirts 9.6']],
    ['geoloc_lat=41.9028&geoloc_lng=12.4964&search=outskirts', ['Outskirts 9.6']],
    [`geoloc_lat=${EAST.geo_lat}&geoloc_lng=${EAST.geo_lng}&geoloc_radius=25`, ['West 22.2']],
    [`geoloc_lat=${EAST.geo_lat}&geoloc_lng=${EAST.geo_lng}&geoloc_radius=22`, []],
  ])('for %s are %j', async (query, expected) => expect(await found(query)).toEqual(expected));

  it('include hidden venues for callers who may read them', async () => {
    expect(await found('geoloc_lat=41.9028&geoloc_lng=12.4964&geoloc_radius=1', app.given.editor())).toEqual([
      'Rome 0.0',
      'Drafted 0.0',
    ]);
  });

  it('repeat their parameters in links', async () => {
    const { body } = await app.api.get(
      '/events?starts_after=2030-12-31&geoloc_lat=41.9028&geoloc_lng=12.4964&geoloc_radius=15&per_page=1',
    );
    expect(body).toMatchObject({
      total: 2,
      next_rest_url: expect.stringContaining('geoloc_lat=41.9028&geoloc_lng=12.4964&geoloc_radius=15'),
    });
  });

  it.each([
    ['geoloc=foo', { geoloc: 'geoloc is not of type boolean.' }],
    ['geoloc_lat=41', { geoloc_lng: 'geoloc_lng and geoloc_lat belong together.' }],
    ['geoloc_lng=12', { geoloc_lat: 'geoloc_lat and geoloc_lng belong together.' }],
    ['geoloc_lat=foo&geoloc_lng=1', { geoloc_lat: 'geoloc_lat must be a number from -90 to 90.' }],
    ['geoloc_lat=91&geoloc_lng=1', { geoloc_lat: 'geoloc_lat must be a number from -90 to 90.' }],
    ['geoloc_lat=1&geoloc_lng=-180.5', { geoloc_lng: 'geoloc_lng must be a number from -180 to 180.' }],
    [
      'geoloc_lat=1&geoloc_lng=1&geoloc_radius=-1',
      { geoloc_radius: 'geoloc_radius must be a number from 0 to 20016.' },
    ],
    ['geoloc_radius=5&geoloc_lat=1', { geoloc_lng: 'geoloc_lng and geoloc_lat belong together.' }],
    ['geoloc_radius=-1', { geoloc_radius: 'geoloc_radius must be a number from 0 to 20016.' }],
    ['geoloc=false&geoloc_lat=1&geoloc_lng=1', { geoloc: 'Events without coordinates are not near anything.' }],
    ['orderby=distance', { orderby: 'Invalid parameter.' }],
  ])('are rejected for %s', async (query, params) => {
    expect(await found(query)).toMatchObject({ code: 'rest_invalid_param', data: { status: 400, params } });
  });

  it('use an index', async () => {
    // PostgreSQL reads a table of few venues without an index.
    const plan = await app.database.transaction(async () => {
      await app.database.query('SET LOCAL enable_seqscan = off');
      return app.database.query(
        'EXPLAIN SELECT 1 FROM venues venue WHERE venue.place <@ cube_enlarge(on_globe(41.9, 12.5), 0.001, 3)',
      );
    });
    expect(JSON.stringify(plan)).toContain('venues_place_idx');
  });
});

describe('the place of a venue', () => {
  it('is set and cleared as a pair', async () => {
    const editor = app.given.editor();
    const { id } = await app.given.venue({ geo_lat: '45.5', geo_lng: -73.25 });
    const read = async () => (await app.api.get(`/venues/${id}`)).body;
    const patch = (fields: object) => app.api.as(editor).patch(`/venues/${id}`, fields);
    expect(await read()).toMatchObject({
      geo_lat: 45.5,
      geo_lng: -73.25,
      json_ld: { geo: { latitude: 45.5, longitude: -73.25 } },
    });
    expect((await patch({ city: 'Montreal' })).body).toMatchObject({ geo_lat: 45.5, geo_lng: -73.25 });
    expect((await patch({ geo_lat: 1 })).status).toBe(400);
    expect((await patch({ geo_lat: null, geo_lng: 1 })).status).toBe(400);
    expect((await patch({ geo_lat: 91, geo_lng: 1 })).status).toBe(400);
    expect((await patch({ geo_lat: '', geo_lng: '' })).body).toMatchObject({ geo_lat: null, geo_lng: null });
    expect(await read()).not.toMatchObject({ json_ld: { geo: {} } });
  });

  it('can be set when an event creates the venue', async () => {
    expect(await app.given.event({ venue: { venue: 'Made on the way', ...ROME } })).toMatchObject({ venue: ROME });
  });
});
