import { createServer, type Server } from 'node:http';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
let service: Server;
let asked: string[];
/** The next answer of the operator's service. */
let answer: { status: number; body: string };

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(decodeURIComponent(request.url ?? ''));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  app = await startCalendar({
    GEOCODER_URL: `http://127.0.0.1:${port}/search?q={address}&limit=1`,
    DISTANCE_UNIT: 'miles',
    LOG_LEVEL: 'silent',
  });
});
beforeEach(() => {
  asked = [];
  answer = { status: 200, body: '[{"lat":"41.9","lon":"12.5"}]' };
});
afterAll(async () => {
  await app.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

it('the geocoder looks up a venue with an address', async () => {
  expect(await app.given.venue({ address: 'Via Uno 1', city: 'Rome & more', country: 'Italy' })).toMatchObject({
    geo_lat: 41.9,
    geo_lng: 12.5,
  });
  expect(asked).toEqual(['/search?q=Via Uno 1, Rome & more, Italy&limit=1']);
});

it('the geocoder looks up a moved venue again, by its whole address', async () => {
  const { id } = await app.given.venue({ address: 'Via Uno 1', city: 'Rome' });
  answer.body = '{"lat":45,"lng":9}';
  const patched = await app.api.as(app.given.editor()).patch(`/venues/${id}`, { city: 'Milan' });
  expect(patched.body).toMatchObject({ geo_lat: 45, geo_lng: 9 });
  expect(asked[1]).toBe('/search?q=Via Uno 1, Milan&limit=1');
});

it('given coordinates and other changes cause no request to the geocoder', async () => {
  const { id } = await app.given.venue({ city: 'Rome', geo_lat: 1, geo_lng: 2 });
  await app.api.as(app.given.editor()).patch(`/venues/${id}`, { phone: '1' });
  await app.given.venue();
  expect(asked).toEqual([]);
});

it('anonymous callers cause no request to the geocoder', async () => {
  expect((await app.api.post('/venues', { venue: 'x', city: 'Rome' })).status).toBe(401);
  expect(asked).toEqual([]);
});

it.each([
  ['nothing', 200, '[]'],
  ['no JSON', 200, '<html>'],
  ['no place', 200, '[{"lat":"north","lon":"12"}]'],
  ['a failure', 500, '{}'],
])('a venue is stored without coordinates when the geocoder returns %s', async (_, status, body) => {
  answer = { status, body };
  expect(await app.given.venue({ city: `Rome ${status} ${body}` })).toMatchObject({ geo_lat: null, geo_lng: null });
  expect(asked).toHaveLength(1);
});

it('the geocoder gets one request per new address', async () => {
  const venue = ['Turin', 'Turin', 'Pisa'].map((city, index) => ({ venue: `Hall ${index}`, city }));
  const { id } = await app.given.event({ venue });
  await app.api.as(app.given.editor()).patch(`/events/${id}`, { venue: { venue: 'Another', city: 'Pisa' } });
  expect(asked).toEqual(['/search?q=Turin&limit=1', '/search?q=Pisa&limit=1']);
});

it('distances are in the unit of the site', async () => {
  await app.given.event({ venue: (await app.given.venue({ geo_lat: 0, geo_lng: 0 })).id });
  const { body } = await app.api.get('/events?starts_after=2030-01-01&geoloc_lat=0&geoloc_lng=0.1');
  expect(body).toMatchObject({ events: [{ distance: 6.909 }] });
});
