import type { OutgoingHttpHeaders } from 'node:http';
import { send } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const APP = 'https://app.example';

async function running(allowed: string) {
  const seen: string[] = [];
  const CONTENT_URL = await startUpstream((req, res) => {
    seen.push(`${req.method} ${req.url}`);
    res
      .writeHead(200, { 'Access-Control-Allow-Origin': 'https://of-the-upstream', Allow: 'GET, POST', Vary: 'Accept' })
      .end();
  });
  const { url } = await startGateway({ CONTENT_URL, CORS_ALLOWED_ORIGINS: allowed });
  return { url, seen };
}

const preflight = (headers: OutgoingHttpHeaders = {}) => ({
  method: 'OPTIONS',
  headers: {
    Origin: APP,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization, content-type',
    ...headers,
  },
});

describe('CORS', () => {
  it('allows no origin by default', async () => {
    const { url } = await running('');
    const { headers } = await send(url, '/api/pages', { headers: { Origin: APP } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('allows a listed origin, and exposes the headers of lists, rate limits and downloads', async () => {
    const { url } = await running(`https://other.example, ${APP}`);
    const { headers } = await send(url, '/api/pages', { headers: { Origin: APP } });
    expect(headers['access-control-allow-origin']).toBe(APP);
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'X-RateLimit-Limit',
        'RateLimit',
        'RateLimit-Policy',
        'X-Total',
        'X-Total-Count',
        'X-Total-Pages',
        'X-TEC-Total',
        'X-TEC-TotalPages',
        'Link',
        'ETag',
      ]),
    );
    expect(exposed).toEqual(
      expect.arrayContaining([
        'X-Request-Id',
        'Retry-After',
        'Content-Disposition',
        'X-Missing-Scripts',
        'X-RateLimit-Remaining',
      ]),
    );
    expect(headers.vary).toBe('Accept, Origin');
  });

  it.each(['https://evil.example', 'null', `${APP}.evil.example`, 'http://app.example'])(
    'does not allow the origin %s',
    async (origin) => {
      const { url } = await running(APP);
      const { headers } = await send(url, '/api/pages', { headers: { Origin: origin } });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers.vary).toContain('Origin');
    },
  );

  it('allows every origin with *', async () => {
    const { url } = await running('*');
    expect((await send(url, '/api/pages', { headers: { Origin: APP } })).headers['access-control-allow-origin']).toBe(
      '*',
    );
  });

  it('allows a listed origin to read errors of the gateway', async () => {
    const { url } = await running(APP);
    for (const path of ['/nowhere', '//']) {
      expect((await send(url, path, { headers: { Origin: APP } })).headers['access-control-allow-origin']).toBe(APP);
    }
  });
});

describe('CORS of anonymous calendar reads', () => {
  const EVENTS = '/calendar/events/v1/events';
  const readers = (headers: OutgoingHttpHeaders) => ({ headers: { Origin: 'https://any.example', ...headers } });

  async function runningCalendar(allowed: string) {
    const upstream = await startUpstream((_req, res) => res.writeHead(200).end());
    return (await startGateway({ CALENDAR_URL: upstream, CORS_ALLOWED_ORIGINS: allowed })).url;
  }

  it('allows every origin, without credentials', async () => {
    const { headers } = await send(await runningCalendar(''), EVENTS, readers({}));
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('allows every origin when other origins are listed, and adds Vary: Origin', async () => {
    const { headers } = await send(await runningCalendar(APP), EVENTS, readers({}));
    expect([headers['access-control-allow-origin'], headers.vary]).toEqual(['*', 'Origin']);
    const listed = await send(await runningCalendar(APP), EVENTS, readers({ Origin: APP }));
    expect(listed.headers['access-control-allow-origin']).toBe(APP);
  });

  it('does not open the pages of the calendar', async () => {
    const url = await runningCalendar('');
    for (const path of ['/events', '/events/month', '/event/fair'])
      expect((await send(url, path, readers({}))).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each([
    ['a token comes along', 'GET', { Authorization: 'Token a:b' }],
    ['it is a write', 'POST', {}],
  ])('allows only listed origins when %s', async (_why, method, headers) => {
    const answer = await send(await runningCalendar(''), EVENTS, { method, ...readers(headers) });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a preflight', () => {
  it('receives 204 with the allowed methods and headers from the gateway', async () => {
    const { url, seen } = await running(APP);
    const { status, headers, body } = await send(url, '/api/pages', preflight());
    expect([status, body, seen]).toEqual([204, '', []]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    });
    expect(headers.vary).toContain('Origin');
  });

  it('from an origin that is not allowed receives 403 that names the setting, in a header too', async () => {
    const { url, seen } = await running(APP);
    const { status, headers, body } = await send(url, '/api/pages', preflight({ Origin: 'https://evil.example' }));
    expect([status, seen]).toEqual([403, []]);
    expect(JSON.parse(body).error).toMatchObject({
      code: 403,
      type: 'origin-not-allowed',
      message: expect.stringContaining('CORS_ALLOWED_ORIGINS'),
    });
    expect(headers['x-cors-refusal']).toBe(JSON.parse(body).error.message);
    expect(headers.vary).toContain('Origin');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('with an invalid list of header names receives no Access-Control-Allow-Headers', async () => {
    const { url } = await running('*');
    const { headers } = await send(url, '/api/pages', preflight({ 'Access-Control-Request-Headers': 'a;b="c"' }));
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  });

  it('to an internal path receives 404', async () => {
    const { url } = await running('*');
    expect((await send(url, '/internal/tokens', preflight())).status).toBe(404);
  });

  it.each([
    ['has no Access-Control-Request-Method', { Origin: APP }],
    ['has no Origin', { 'Access-Control-Request-Method': 'PUT' }],
  ])('reaches the upstream as an ordinary OPTIONS request when it %s', async (_fault, headers) => {
    const { url, seen } = await running(APP);
    const answer = await send(url, '/api/pages', { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.allow, seen]).toEqual([200, 'GET, POST', ['OPTIONS /api/pages']]);
  });
});

describe('a preflight has the rule of the request that it announces', () => {
  const ANY = 'https://any.example';
  const ROOT = '/calendar/events/v1';
  const ALIAS = '/wp-json/tribe/events/v1';
  const PATHS = [
    ...[ROOT, `${ROOT}/`, `${ROOT}/events`, `${ROOT}/events?page=2`, `${ROOT}/events/5`, `${ROOT}/events.ics`],
    ...[`${ROOT}/feeds/secret.ics`, `${ROOT}/venues`, `${ROOT}/doc`, ALIAS, `${ALIAS}/events`, `${ALIAS}/events.ics`],
    ...['/events', '/events/month', '/event/fair', '/event/fair.ics', '/calendar/events/v12'],
    ...['/api/pages', '/feed.atom', '/uploads/images/a.png', '/openapi.json', '/healthz', '/readyz', '/nowhere'],
  ];
  const REQUESTS = [
    { method: 'GET', sent: {} },
    { method: 'HEAD', sent: {} },
    { method: 'GET', sent: { 'Content-Type': 'application/json', 'If-None-Match': '"a"' } },
    { method: 'GET', sent: { 'X-WP-Nonce': 'a', 'X-Requested-With': 'XMLHttpRequest', 'X-Authorization-Hint': 'a' } },
    { method: 'GET', sent: { Authorization: 'Token a:b' } },
    { method: 'GET', sent: { Accept: '*/*', AUTHORIZATION: 'Token a:b' } },
    { method: 'POST', sent: {} },
    { method: 'DELETE', sent: { 'X-WP-Nonce': 'a' } },
  ];

  it.each(
    PATHS.flatMap((path) =>
      ['', APP, '*'].flatMap((setting) => [ANY, APP].map((origin) => ({ path, setting, origin }))),
    ),
  )('$path of $origin with CORS_ALLOWED_ORIGINS=$setting', async ({ path, setting, origin }) => {
    const upstream = await startUpstream((_req, res) => res.writeHead(200).end());
    const { url } = await startGateway({
      CONTENT_URL: upstream,
      CALENDAR_URL: upstream,
      CORS_ALLOWED_ORIGINS: setting,
      CALENDAR_PREFIXES: ALIAS,
    });
    const isUnknown = ['/nowhere', '/calendar/events/v12'].includes(path);
    const answers = REQUESTS.map(async ({ method, sent }) => {
      const names = Object.keys(sent).join(', ').toLowerCase();
      const announced = {
        Origin: origin,
        'Access-Control-Request-Method': method,
        ...(names && { 'Access-Control-Request-Headers': names }),
      };
      const answer = await send(url, path, { method, headers: { Origin: origin, ...sent } });
      const readable = answer.headers['access-control-allow-origin'];
      const { status, headers } = await send(url, path, { method: 'OPTIONS', headers: announced });
      const allowsMethod = String(headers['access-control-allow-methods']).split(', ').includes(method);
      return {
        request: [method, names],
        status,
        readable: headers['access-control-allow-origin'],
        allowed: allowsMethod && (headers['access-control-allow-headers'] ?? '') === names,
        expected: { readable, status: isUnknown ? 404 : readable === undefined ? 403 : 204 },
      };
    });
    const found = await Promise.all(answers);
    expect(found.map(({ request, status, readable, allowed }) => ({ request, status, readable, allowed }))).toEqual(
      found.map(({ request, expected }) => ({ request, ...expected, allowed: expected.status === 204 })),
    );
  });

  it('allows reads alone where only reads are open', async () => {
    const { url } = await startGateway({});
    const asked = {
      Origin: ANY,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-wp-nonce',
    };
    const { status, headers } = await send(url, `${ROOT}/events`, { method: 'OPTIONS', headers: asked });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'x-wp-nonce',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});
