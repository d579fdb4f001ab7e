import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { send, sendRaw } from '../testing/client';
import { startGateway, startRawUpstream, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The request headers that reach the upstream. */
async function arriving(headers: OutgoingHttpHeaders, env: Record<string, string> = {}): Promise<IncomingHttpHeaders> {
  let received: IncomingHttpHeaders = {};
  const CONTENT_URL = await startUpstream((req, res) => {
    received = req.headers;
    res.end();
  });
  const { url } = await startGateway({ CONTENT_URL, ...env });
  expect((await send(url, '/api/pages', { headers })).status).toBe(200);
  return received;
}

/** The response headers that reach the client. */
async function leaving(sent: OutgoingHttpHeaders, env: Record<string, string> = {}, headers: OutgoingHttpHeaders = {}) {
  const CONTENT_URL = await startUpstream((_req, res) => res.writeHead(200, sent).end('{}'));
  const { url } = await startGateway({ CONTENT_URL, ...env });
  return (await send(url, '/api/pages', { headers })).headers;
}

describe('the X-Request-Id handling', () => {
  it('generates one id for the upstream, the response and the log', async () => {
    let received: IncomingHttpHeaders = {};
    const CONTENT_URL = await startUpstream((req, res) => {
      received = req.headers;
      res.setHeader('X-Request-Id', 'of-the-upstream').end();
    });
    const { url, logged } = await startGateway({ CONTENT_URL });
    const { headers } = await send(url, '/api/pages');
    expect(received['x-request-id']).toMatch(UUID);
    expect(headers['x-request-id']).toBe(received['x-request-id']);
    expect(logged()).toContain(`"request_id":"${String(headers['x-request-id'])}"`);
  });

  it('keeps a valid id of the caller', async () => {
    expect((await arriving({ 'X-Request-Id': 'Trace_1.2-3' }))['x-request-id']).toBe('Trace_1.2-3');
  });

  it.each(['a b', 'x'.repeat(129), '{"a":1}'])('replaces the invalid id %j', async (id) => {
    expect((await arriving({ 'X-Request-Id': id }))['x-request-id']).toMatch(UUID);
  });

  it('adds the id to responses of the gateway itself', async () => {
    const { url } = await startGateway({});
    for (const path of ['/nowhere', '/healthz', '//']) {
      expect((await send(url, path, { headers: { 'X-Request-Id': 'mine' } })).headers['x-request-id']).toBe('mine');
    }
  });
});

describe('the trace of a caller', () => {
  const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'rojo=1' };

  it('does not reach the upstream', async () => {
    const received = await arriving(trace);
    expect([received['traceparent'], received['tracestate']]).toEqual([undefined, undefined]);
  });

  it('reaches the upstream with TRUST_TRACEPARENT', async () => {
    expect(await arriving(trace, { TRUST_TRACEPARENT: 'true' })).toMatchObject(trace);
  });
});

describe('X-Forwarded-* headers', () => {
  const claims = {
    'X-Forwarded-For': '203.0.113.7',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'docs.example',
    'X-Real-IP': '203.0.113.7',
    Forwarded: 'for=203.0.113.7',
    Host: 'gateway.example',
  };

  it('tell the upstream the address, scheme and host of the request', async () => {
    expect(await arriving({ Host: 'gateway.example' })).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'gateway.example',
    });
  });

  it('replace the values of a caller that is not a trusted proxy', async () => {
    const received = await arriving(claims, { TRUSTED_PROXIES: '10.0.0.0/8' });
    expect(received).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'gateway.example',
    });
    expect(received).not.toHaveProperty('x-real-ip');
    expect(received).not.toHaveProperty('forwarded');
  });

  it('keep the scheme and host of a trusted proxy, and contain one caller address', async () => {
    const received = await arriving(
      { ...claims, 'X-Forwarded-For': '6.6.6.6, 203.0.113.7' },
      { TRUSTED_PROXIES: '127.0.0.0/8' },
    );
    expect(received).toMatchObject({
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'docs.example',
    });
    expect(received).not.toHaveProperty('x-real-ip');
    expect(received).not.toHaveProperty('forwarded');
  });

  it('ignore an invalid scheme or host from a trusted proxy', async () => {
    const odd = { Host: 'gateway.example', 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Host': 'a b/c' };
    expect(await arriving(odd, { TRUSTED_PROXIES: '127.0.0.1' })).toMatchObject({
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'gateway.example',
    });
  });
});

describe('request headers', () => {
  it('reach the service when they are end-to-end headers', async () => {
    const sent = {
      Authorization: 'Token a:b',
      Cookie: 'a=1; b=2',
      'If-None-Match': '"v1"',
      Range: 'bytes=0-1',
      'X-HTTP-Method-Override': 'PUT',
    };
    const received = await arriving(sent);
    for (const [name, value] of Object.entries(sent)) expect(received[name.toLowerCase()]).toBe(value);
  });

  it('are removed when they are hop-by-hop headers or named in Connection', async () => {
    const received = await arriving({
      Connection: 'close, X-Private',
      'X-Private': '1',
      'Keep-Alive': 'timeout=9',
      TE: 'trailers',
      'Proxy-Authorization': 'Basic x',
      'Proxy-Connection': 'keep-alive',
    });
    for (const name of ['x-private', 'keep-alive', 'te', 'proxy-authorization', 'proxy-connection'])
      expect(received).not.toHaveProperty(name);
    expect(received.connection).toBe('keep-alive');
  });

  it('contain no Upgrade or HTTP2-Settings when the client requests an upgrade', async () => {
    const received = await arriving({
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABk',
    });
    expect(received).not.toHaveProperty('upgrade');
    expect(received).not.toHaveProperty('http2-settings');
  });

  it('keep X-Forwarded-For and X-Request-Id when Connection names them', async () => {
    const received = await arriving({ Connection: 'X-Forwarded-For, X-Request-Id' });
    expect(received['x-forwarded-for']).toBe('127.0.0.1');
    expect(received['x-request-id']).toMatch(UUID);
  });
});

describe('response headers', () => {
  it('reach the client unchanged, including repeated headers and bytes beyond ASCII', async () => {
    const disposition = Buffer.from('attachment; filename="é.pdf"').toString('latin1');
    const headers = await leaving({
      'Set-Cookie': ['a=1', 'b=2'],
      ETag: '"v1"',
      'X-RateLimit-Limit': '180',
      'Content-Disposition': disposition,
    });
    expect(headers).toMatchObject({
      'set-cookie': ['a=1', 'b=2'],
      etag: '"v1"',
      'x-ratelimit-limit': '180',
      'content-disposition': disposition,
    });
  });

  it('reach the client when they repeat the longest address three times', async () => {
    const location = `https://docs.example/login?return=${'%25C3'.repeat(9_600)}`;
    const CONTENT_URL = await startUpstream((_req, res) => res.writeHead(302, { location }).end());
    const { port } = await startGateway({ CONTENT_URL });
    expect(await sendRaw(port, 'GET /api/docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(location);
  });

  it('are removed when they are hop-by-hop headers or named in Connection', async () => {
    const CONTENT_URL = await startRawUpstream((socket) => {
      const head = [
        'Connection: close, X-Private',
        'X-Private: 1',
        'Keep-Alive: timeout=99',
        'Proxy-Authenticate: Basic',
        'Content-Length: 2',
      ];
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${head.join('\r\n')}\r\n\r\n{}`));
    });
    const { url } = await startGateway({ CONTENT_URL });
    const { headers } = await send(url, '/api/pages');
    for (const name of ['x-private', 'proxy-authenticate']) expect(headers).not.toHaveProperty(name);
    expect(headers['keep-alive']).not.toBe('timeout=99');
  });

  it('contain neither Server nor X-Powered-By', async () => {
    const headers = await leaving({ Server: 'secret/1.0', 'X-Powered-By': 'Express' });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('contain security headers for browsers', async () => {
    const expected = {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
    };
    const { url } = await startGateway({ CONTENT_URL: await startUpstream((_req, res) => res.end()) });
    expect((await send(url, '/api/pages')).headers).toMatchObject(expected);
    const closed = { ...expected, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
    for (const path of ['/nowhere', '/healthz', '//']) expect((await send(url, path)).headers).toMatchObject(closed);
    expect((await send(url, '/nowhere')).headers).not.toHaveProperty('x-powered-by');
  });

  it.each<[OutgoingHttpHeaders, object]>([
    [{ 'X-Frame-Options': 'DENY' }, { 'x-frame-options': 'DENY' }],
    [{ 'Referrer-Policy': 'no-referrer' }, { 'referrer-policy': 'no-referrer' }],
  ])('keep the security header of the service: %j', async (sent, expected) => {
    expect(await leaving(sent)).toMatchObject(expected);
  });

  it('omit X-Frame-Options when the Content-Security-Policy has frame-ancestors', async () => {
    expect(
      await leaving({ 'Content-Security-Policy': "default-src 'self'; frame-ancestors https://a.example" }),
    ).not.toHaveProperty('x-frame-options');
    expect(await leaving({ 'Content-Security-Policy': "default-src 'self'" })).toHaveProperty(
      'x-frame-options',
      'SAMEORIGIN',
    );
  });

  it('contain Strict-Transport-Security only when BASE_URL uses HTTPS', async () => {
    expect(await leaving({}, { BASE_URL: 'https://docs.example' })).toHaveProperty(
      'strict-transport-security',
      'max-age=31536000',
    );
    expect(await leaving({}, { BASE_URL: 'https://docs.example', HSTS_INCLUDE_SUBDOMAINS: 'true' })).toHaveProperty(
      'strict-transport-security',
      'max-age=31536000; includeSubDomains',
    );
    expect(await leaving({}, { BASE_URL: 'http://docs.example', HSTS_INCLUDE_SUBDOMAINS: 'true' })).not.toHaveProperty(
      'strict-transport-security',
    );
  });
});
