import { fits } from '@almanac/runtime';
import { ADDITIONAL_PREFIX } from '../routing/routes';
import { send } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

async function running(more: Record<string, string> = {}) {
  const calendar = await startUpstream((req, res) =>
    res.end(`${req.url} ${String(req.headers['x-forwarded-prefix'])}`),
  );
  const content = await startUpstream((_, res) => res.end('content'));
  return startGateway({
    CONTENT_URL: content,
    CALENDAR_URL: calendar,
    CALENDAR_PREFIXES: '/rest/fairs/v1 /dates',
    ...more,
  });
}

it.each([
  ['/rest/fairs/v1', '/calendar/events/v1 /rest/fairs/v1'],
  ['/rest/fairs/v1/', '/calendar/events/v1/ /rest/fairs/v1'],
  ['/rest/fairs/v1/events?page=2&search=%25a', '/calendar/events/v1/events?page=2&search=%25a /rest/fairs/v1'],
  ['/dates?x=1', '/calendar/events/v1?x=1 /dates'],
  ['/dates/events/by-slug/a%20b', '/calendar/events/v1/events/by-slug/a%20b /dates'],
  ['/calendar/events/v1/events', '/calendar/events/v1/events undefined'],
  ['/api/pages', 'content'],
])('GET %s returns the answer of the service: %s', async (path, answer) => {
  const { url } = await running();
  expect(await send(url, path)).toMatchObject({ status: 200, body: answer });
});

it.each([
  ['/calendar/events/v1//events?search=//', '/calendar/events/v1/events?search=// undefined'],
  ['/calendar/events/v1//', '/calendar/events/v1/ undefined'],
  ['/dates//events/7', '/calendar/events/v1/events/7 /dates'],
])(
  'GET %s, as generated clients join the address and the path, is answered as with one slash',
  async (path, answer) => {
    const { url } = await running();
    expect(await send(url, path)).toMatchObject({ status: 200, body: answer });
  },
);

it.each([
  '/calendar/events/v1///events',
  '/calendar/events/v1//events//7',
  '/calendar/events/v1//../../../internal',
  '/calendar/events/v1//%2fevents',
  '/calendar/events//v1/events',
  '//calendar/events/v1/events',
  '/api//pages',
])('GET %s returns 400', async (path) => {
  const { url } = await running();
  expect((await send(url, path)).status).toBe(400);
});

it.each(['/rest/fairs/v10', '/rest/fairs', '/datesx', '/DATES'])('GET %s returns 404', async (path) => {
  const { url } = await running();
  expect((await send(url, path)).status).toBe(404);
});

it('the gateway never forwards the X-Forwarded-Prefix of a caller', async () => {
  const { url } = await running({ TRUSTED_PROXIES: '127.0.0.1' });
  const headers = { 'x-forwarded-prefix': '/forged' };
  expect((await send(url, '/calendar/events/v1/events', { headers })).body).toBe(
    '/calendar/events/v1/events undefined',
  );
  expect((await send(url, '/dates/events', { headers })).body).toBe('/calendar/events/v1/events /dates');
});

describe('ADDITIONAL_PREFIX', () => {
  it.each(['/rest/fairs/v1', '/dates', '/dates/', '/a.b/c_d', '/calendar-of-old', '/tags/dates', '/logoxpng'])(
    'accepts the prefix %s',
    (prefix) => expect(fits(prefix, ADDITIONAL_PREFIX)).toBe(true),
  );
  it.each([
    '/',
    '',
    'dates',
    '//dates',
    '/a/../b',
    '/api',
    '/api/dates',
    '/calendar',
    '/calendar/events',
    '/calendar/events/v1',
    '/calendar/events/v1/events',
    '/a%20b',
    '/a?b',
    '/healthz',
    '/openapi.json',
    '/login',
    '/login/',
    '/logo.png',
    '/tags',
  ])('rejects the prefix %s', (prefix) => {
    expect(fits(prefix, ADDITIONAL_PREFIX)).toBe(false);
  });
});
