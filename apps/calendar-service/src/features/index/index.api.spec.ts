import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

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

it.each([
  ['PUT', '/events'],
  ['DELETE', '/categories'],
  ['POST', '/doc'],
  ['GET', '/events/by-slug/'],
  ['GET', '/events/-1'],
  ['GET', '/nothing'],
])('%s %s returns 404', async (method, path) => {
  const { status, body } = await app.api.send(method, path);
  expect([status, body]).toMatchObject([404, { code: 'rest_no_route', error: { code: 404 } }]);
});
