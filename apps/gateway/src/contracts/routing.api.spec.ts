import type { IncomingMessage, ServerResponse } from 'node:http';
import { until } from '@almanac/testing';
import { send } from '../testing/client';
import { closedAddress, startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

/** Both services answer with their name and the path of the request. */
async function running() {
  const seen: string[] = [];
  const upstream = (name: string) =>
    startUpstream((req, res) => {
      seen.push(`${name} ${req.method} ${req.url}`);
      res.end(`${name} ${req.url}`);
    });
  const { url } = await startGateway({
    CONTENT_URL: await upstream('content'),
    CALENDAR_URL: await upstream('calendar'),
  });
  return { url, seen };
}

describe('routing', () => {
  it.each([
    ['/', 'content /'],
    ['/api/pages?count=2&filter[name:like]=%25a', 'content /api/pages?count=2&filter[name:like]=%25a'],
    ['/uploads/images/a%20b.png', 'content /uploads/images/a%20b.png'],
    ['/login', 'content /login'],
    ['/calendar/events/v1', 'calendar /calendar/events/v1'],
    ['/calendar/events/v1/events/?page=2', 'calendar /calendar/events/v1/events/?page=2'],
  ])('forwards %s unchanged', async (path, answer) => {
    const { url } = await running();
    expect(await send(url, path)).toMatchObject({ status: 200, body: answer });
  });

  it.each(['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])('forwards %s requests', async (method) => {
    const { url, seen } = await running();
    expect(await send(url, '/api/pages/1', { method })).toMatchObject({ status: 200 });
    expect(seen).toEqual([`content ${method} /api/pages/1`]);
  });

  it.each([
    '/internal/tokens/introspect',
    '/INTERNAL/tokens',
    '/%69nternal/tokens',
    '/API/pages',
    '/metrics',
    '/calendar',
    '/apple-touch-icon.png',
  ])('returns 404 for %s without a request to a service', async (path) => {
    const { url, seen } = await running();
    expect((await send(url, path)).status).toBe(404);
    expect(seen).toEqual([]);
  });

  it.each([
    '//internal/tokens',
    '/api/../internal/tokens',
    '/api/..%2finternal/tokens',
    '/api/%2e%2e/internal/tokens',
    '/api/%2E%2E/INTERNAL/tokens',
    '/api/%252e%252e/internal/tokens',
    '/api/..;/internal/tokens',
    '/api\\..\\internal\\tokens',
    'http://127.0.0.1/internal/tokens',
    'http://127.0.0.1/api/../internal/tokens',
  ])('returns 400 for %s without a request to a service', async (path) => {
    const { url, seen } = await running();
    const answer = await send(url, path);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      { error: expect.objectContaining({ code: 400, type: 'malformed-request' }) },
    ]);
    expect(seen).toEqual([]);
  });

  it('returns 405 for TRACE without a request to a service', async () => {
    const { url, seen } = await running();
    const { status, headers } = await send(url, '/api/pages', { method: 'TRACE' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
    expect(seen).toEqual([]);
  });
});

describe('errors of the gateway', () => {
  it('have the shared JSON body', async () => {
    const { url } = await running();
    const answer = await send(url, '/nowhere');
    expect(answer.headers['content-type']).toContain('application/json');
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: 404, message: 'Nothing is served at this address.', type: 'route-not-found' },
    });
  });

  it('are problem details for callers that accept them', async () => {
    const { url } = await running();
    const { headers, body } = await send(url, '/nowhere', {
      headers: { accept: 'application/json, application/problem+json', 'x-request-id': 'asked-1' },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'content-language': 'en',
      vary: expect.stringContaining('Accept'),
    });
    expect(JSON.parse(body)).toEqual({
      type: 'urn:problem-type:almanac:route-not-found',
      title: 'There is no such route',
      status: 404,
      detail: 'Nothing is served at this address.',
      instance: 'urn:almanac:request:asked-1',
      request_id: 'asked-1',
    });
  });

  it('are an HTML page for a browser at an unknown address', async () => {
    const { url } = await running();
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers, body } = await send(url, '/nowhere', { headers: { accept } });
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('There is no such page');
    for (const other of ['*/*', 'application/json, text/html']) {
      const answer = await send(url, '/nowhere', { headers: { accept: other } });
      expect(answer.headers['content-type']).toContain('application/json');
    }
  });

  it.each(['/calendar', '/calendar/events/v2/x'])('contain both error formats on %s', async (path) => {
    const { url } = await running();
    const message = 'Nothing is served at this address.';
    const both = { code: 'rest_no_route', message, data: { status: 404 }, error: { code: 404, message } };
    expect(JSON.parse((await send(url, path)).body)).toMatchObject(both);
  });

  it('contain both error formats when the calendar is down', async () => {
    const { url } = await startGateway({ CALENDAR_URL: await closedAddress() });
    const answer = await send(url, '/calendar/events/v1/events');
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'rest_unavailable',
      data: { status: 503 },
      error: { code: 503 },
    });
  });
});

describe('GET /healthz', () => {
  it('returns ok without a request to a service', async () => {
    const { url, seen } = await running();
    const answer = await send(url, '/healthz');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { status: 'ok' }]);
    expect(seen).toEqual([]);
  });
});

describe('GET /readyz', () => {
  it('returns the state of each service', async () => {
    const { url, seen } = await running();
    const answer = await send(url, '/readyz');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { status: 'ok', checks: { content: 'ok', calendar: 'ok' } },
    ]);
    expect(seen.sort()).toEqual(['calendar GET /readyz', 'content GET /readyz']);
  });

  it('returns 200 and names the failing service', async () => {
    const CONTENT_URL = await startUpstream((_req, res) => res.writeHead(503).end());
    const CALENDAR_URL = await startUpstream((_req, res) => res.end());
    const { url } = await startGateway({ CONTENT_URL, CALENDAR_URL });
    const answer = await send(url, '/readyz');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      200,
      { status: 'degraded', checks: { content: 'failing', calendar: 'ok' } },
    ]);
  });
});

describe('GET /readyz?services=all', () => {
  const ALL = '/readyz?services=all';
  const ready = (_req: IncomingMessage, res: ServerResponse) => void res.end();
  const failing = (_req: IncomingMessage, res: ServerResponse) => void res.writeHead(503).end();
  const redirecting = (_req: IncomingMessage, res: ServerResponse) => void res.writeHead(302, { location: '/' }).end();
  const silent = () => undefined;

  it.each([
    ['both services are ready', ready, ready, 200, { status: 'ok', checks: { content: 'ok', calendar: 'ok' } }],
    ['one is not', failing, ready, 503, { status: 'unavailable', checks: { content: 'failing', calendar: 'ok' } }],
    [
      'one redirects',
      ready,
      redirecting,
      503,
      { status: 'unavailable', checks: { content: 'ok', calendar: 'failing' } },
    ],
    ['one is silent', ready, silent, 503, { status: 'unavailable', checks: { content: 'ok', calendar: 'failing' } }],
  ])('answers when %s', async (_when, content, calendar, status, body) => {
    const { url } = await startGateway({
      CONTENT_URL: await startUpstream(content),
      CALENDAR_URL: await startUpstream(calendar),
    });
    const answer = await send(url, ALL);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, body]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
    });
    expect(await send(url, ALL, { method: 'HEAD' })).toMatchObject({ status, body: '' });
    expect((await send(url, '/readyz')).status).toBe(200);
  });

  it('answers 503 when a service cannot be reached, and 200 once it can', async () => {
    const { url } = await startGateway({
      CONTENT_URL: await startUpstream(ready),
      CALENDAR_URL: await closedAddress(),
    });
    expect(JSON.parse((await send(url, ALL)).body)).toHaveProperty('checks.calendar', 'failing');
    let isStarted = false;
    const CALENDAR_URL = await startUpstream((req, res) => (isStarted ? ready : failing)(req, res));
    const { url: other } = await startGateway({ CONTENT_URL: CALENDAR_URL, CALENDAR_URL });
    expect((await send(other, ALL)).status).toBe(503);
    isStarted = true;
    await until(async () => (await send(other, ALL)).status === 200);
  });

  it.each([
    ['/readyz?services=all&attempt=2', 503],
    ['/readyz?attempt=2&services=all', 503],
    ['/readyz/?services=all', 503],
    ['/readyz', 200],
    ['/readyz?', 200],
    ['/readyz?services=', 200],
    ['/readyz?service=all', 200],
  ])('is asked by %s: %d', async (path, status) => {
    const { url } = await startGateway({ CONTENT_URL: await closedAddress(), CALENDAR_URL: await closedAddress() });
    expect((await send(url, path)).status).toBe(status);
  });

  it('asks each service once for many callers', async () => {
    const seen: string[] = [];
    const upstream = (name: string) => startUpstream((_req, res) => void (seen.push(name), res.end()));
    const { url } = await startGateway({
      CONTENT_URL: await upstream('content'),
      CALENDAR_URL: await upstream('calendar'),
    });
    await Promise.all(Array.from({ length: 50 }, () => send(url, ALL)));
    // A slow machine may need more than the second that an answer is cached.
    expect(seen.length).toBeLessThan(50);
    expect(seen.length % 2).toBe(0);
  });

  it('answers 503 while the gateway stops', async () => {
    const { url, gateway } = await startGateway({});
    gateway.announceStopping();
    const answer = await send(url, ALL);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([503, { status: 'stopping', checks: {} }]);
  });
});
