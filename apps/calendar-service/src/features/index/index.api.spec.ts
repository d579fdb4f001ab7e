import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { CATALOGUE } from './catalogue';

let app: CalendarApp;
beforeAll(async () => { app = await startCalendar(); }); // prettier-ignore
afterAll(() => app.close());

describe('GET / of the namespace', () => {
  it('lists every route with its verbs and arguments, to everybody', async () => {
    const { status, body } = await app.api.get('');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      namespace: 'calendar/events/v1',
      routes: {
        '/calendar/events/v1/events': {
          methods: ['GET', 'POST'],
          endpoints: [{ args: { per_page: { type: 'integer', default: 10, required: false } } }, { args: { title: { required: true } } }],
        },
        [String.raw`/calendar/events/v1/venues/(?P<id>\d+)`]: { methods: ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'] },
      },
      _links: { up: [{ href: 'https://calendar.example/' }] },
    });
  });
});

describe('GET /doc', () => {
  it('is an OpenAPI document that describes every verb on its own path', async () => {
    const { body } = await app.api.get('/doc');
    expect(body).toMatchObject({
      openapi: '3.0.0',
      servers: [{ url: 'https://calendar.example/calendar/events/v1/' }],
      paths: { '/events/{id}': { get: {}, post: {}, put: {}, patch: {}, delete: {} }, '/tags': { post: { responses: { 201: {} } } } },
      components: { schemas: { Event: { properties: { start_date_details: { $ref: '#/components/schemas/DateDetails' } } } } },
    });
  });
});

describe('the catalogue', () => {
  const described = CATALOGUE.flatMap(({ path, endpoints }) =>
    endpoints.flatMap(({ methods }) => methods.map((method) => [method, path] as const)),
  );

  // A stranger's empty request tells: a route that is missing would answer rest_no_route.
  it.each(described)('%s %s exists', async (method, path) => {
    const { body } = await app.api.send(method, path.replace('{id}', '1').replace('{slug}', 'none'), method === 'GET' ? undefined : {});
    expect(body).not.toMatchObject({ code: 'rest_no_route' });
  });

  it.each([
    ['PUT', '/events'],
    ['DELETE', '/categories'],
    ['POST', '/doc'],
    ['GET', '/events/by-slug/'],
    ['GET', '/events/-1'],
    ['GET', '/nothing'],
  ])('does not offer %s %s', async (method, path) => {
    const { status, body } = await app.api.send(method, path);
    expect([status, body]).toMatchObject([404, { code: 'rest_no_route', error: { code: 404 } }]);
  });
});
