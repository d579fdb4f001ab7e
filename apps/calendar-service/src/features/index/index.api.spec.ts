import type { Index } from '../../contracts/rules/described-operations';
import { CalendarApi, type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

describe('GET / of the namespace', () => {
  it('lists routes with methods and arguments to anonymous callers', async () => {
    const { status, body } = await app.api.get('');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      namespace: 'calendar/events/v1',
      routes: {
        '/calendar/events/v1/events': {
          methods: ['GET', 'POST'],
          endpoints: [
            {
              methods: ['GET'],
              args: {
                per_page: { type: 'integer', default: 10, required: false },
                venue: { items: { type: 'integer' } },
              },
            },
            { methods: ['POST'], args: { title: { type: 'string', required: true } } },
          ],
        },
        [String.raw`/calendar/events/v1/venues/(?P<id>\d+)`]: {
          methods: ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'],
          endpoints: [
            { methods: ['GET'] },
            { methods: ['DELETE'] },
            { methods: ['POST', 'PUT', 'PATCH'], args: { id: { required: true } } },
          ],
        },
        '/calendar/events/v1/tags/(?P<id>\\d+)': {},
        '/calendar/events/v1/events/by-slug/(?P<slug>[^/]+)': {},
      },
      _links: { up: [{ href: 'https://calendar.example/' }] },
    });
  });
});

describe('an argument in the index of the namespace', () => {
  const EVENT = String.raw`/events/(?P<id>\d+)`;
  const BY_SLUG = '/events/by-slug/(?P<slug>[^/]+)';
  const ofRoute = async (method: string, route: string) => {
    const { routes }: Index = JSON.parse((await app.api.get('')).text);
    const { endpoints = [] } = routes[`/calendar/events/v1${route}`] ?? {};
    return endpoints.find(({ methods }) => methods.includes(method))?.args ?? {};
  };

  it.each([
    ['GET', '', 'namespace', { default: 'calendar/events/v1', required: false }],
    ['POST', '/events', 'categories', { default: null, required: false }],
    ['POST', '/events', 'tags', { default: null, required: false }],
    ...['description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone'].map(
      (name) => ['POST', '/venues', name, { type: 'string', default: null, required: false }] as const,
    ),
    ...['stateprovince', 'website', 'image'].map((name) => ['POST', '/venues', name, { default: null }] as const),
    ...['description', 'phone', 'website', 'email', 'image'].map(
      (name) => ['POST', '/organizers', name, { default: null }] as const,
    ),
    ['DELETE', EVENT, 'password', { type: 'string', required: false }],
    ['GET', EVENT, 'password', { type: 'string', required: false }],
    ...['POST', 'PUT', 'PATCH'].map(
      (method) => [method, BY_SLUG, 'slug', { type: 'string', required: false }] as const,
    ),
    ...['GET', 'DELETE'].map((method) => [method, BY_SLUG, 'slug', { type: 'string', required: true }] as const),
    ['PATCH', '/venues/by-slug/(?P<slug>[^/]+)', 'slug', { type: 'string', required: true }],
  ] as const)('of %s %s is described as in the contract: %s', async (method, route, name, described) => {
    expect((await ofRoute(method, route))[name]).toMatchObject(described);
  });

  it('has the namespace of the called prefix as its default', async () => {
    const { body } = await app.api.with({ 'x-forwarded-prefix': '/wp-json/tribe/events/v1' }).get('');
    expect(body).toMatchObject({
      routes: { '/tribe/events/v1': { endpoints: [{ args: { namespace: { default: 'tribe/events/v1' } } }] } },
    });
  });
});

describe('GET /doc', () => {
  const asked = (accept: string) => new CalendarApi(app.api.baseUrl, { accept }).get('/doc');

  it.each(['text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'])(
    'redirects browsers to the documentation page: Accept %s',
    async (accept) => {
      const { status, headers } = await asked(accept);
      expect({ status, location: headers.get('location'), vary: headers.get('vary') }).toEqual({
        status: 302,
        location: 'https://calendar.example/api/docs?of=calendar',
        vary: expect.stringContaining('Accept'),
      });
    },
  );

  it.each(['application/json', '*/*', 'application/json, text/html'])(
    'returns the description to programs: Accept %s',
    async (accept) => {
      expect((await asked(accept)).body).toMatchObject({ openapi: '3.1.1' });
    },
  );

  it('has a strong ETag, and answers 304 to callers that name it', async () => {
    const { headers } = await asked('application/json');
    const etag = headers.get('etag') ?? '';
    expect({ etag, cache: headers.get('cache-control') }).toEqual({
      etag: expect.stringMatching(/^"[^"]+"$/),
      cache: 'private, no-cache',
    });
    const again = await app.api.with({ 'if-none-match': etag }).get('/doc');
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  });
});

it.each([
  ['PUT', '/events'],
  ['DELETE', '/categories'],
  ['POST', ''],
  ['POST', '/'],
  ['POST', '/doc'],
  ['GET', '/events/by-slug/'],
  ['GET', '/events/-1'],
  ['GET', '/nothing'],
])('%s %s returns 404', async (method, path) => {
  const { status, body } = await app.api.send(method, path);
  const message = 'No route was found matching the URL and request method.';
  expect([status, body]).toMatchObject([404, { code: 'rest_no_route', message, error: { code: 404 } }]);
});
