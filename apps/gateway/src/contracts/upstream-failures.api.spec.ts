import type { Socket } from 'node:net';
import { send } from '../testing/client';
import { closedAddress, startGateway, startRawUpstream, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** An upstream that handles each request with the next of the given functions; after the last one it no longer answers. */
function speaking(...answers: ((socket: Socket) => void)[]) {
  const seen: string[] = [];
  const url = startRawUpstream((socket) => {
    socket.on('data', (request) => {
      seen.push(String(request).split('\r\n', 1)[0] ?? '');
      answers.shift()?.(socket);
    });
  });
  return { url, seen };
}

describe('an unreachable upstream', () => {
  it('causes 503 with Retry-After', async () => {
    const { url, logged } = await startGateway({ CONTENT_URL: await closedAddress() });
    const answer = await send(url, '/api/pages');
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: 503, message: 'The service is not available at the moment.', type: 'service-unavailable' },
    });
    expect(logged()).toContain('ECONNREFUSED');
  });

  it('causes 503 when its host name is unknown', async () => {
    const { url } = await startGateway({ CONTENT_URL: 'http://nobody.invalid' });
    expect((await send(url, '/api/pages')).status).toBe(503);
  });

  it('causes 503 for an upload of 1 MB', async () => {
    const { url } = await startGateway({ CONTENT_URL: await closedAddress() });
    expect((await send(url, '/api/pages', { method: 'POST', body: 'x'.repeat(1_000_000) })).status).toBe(503);
  });

  it('does not affect the other upstream, and causes 503 in its own error format', async () => {
    const CONTENT_URL = await startUpstream((_req, res) => res.end('ok'));
    const { url } = await startGateway({
      CONTENT_URL,
      CALENDAR_URL: await closedAddress(),
      CALENDAR_PREFIXES: '/rest/dates/v1',
    });
    expect((await send(url, '/api/pages')).status).toBe(200);
    for (const path of ['/calendar/events/v1/events', '/rest/dates/v1/events']) {
      const { status, headers, body } = await send(url, path);
      expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([
        503,
        '5',
        expect.objectContaining({ code: 'rest_unavailable' }),
      ]);
    }
  });
});

describe('a slow upstream', () => {
  it('causes 504 when no response begins', async () => {
    const { url } = await startGateway(
      { CONTENT_URL: await startUpstream(() => undefined) },
      { responseTimeoutMs: 200 },
    );
    const answer = await send(url, '/api/pages');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      504,
      { error: expect.objectContaining({ code: 504, type: 'gateway-timeout' }) },
    ]);
  });

  it('causes 504 after a complete upload', async () => {
    const { url } = await startGateway(
      { CONTENT_URL: await startUpstream((req) => req.resume()) },
      { responseTimeoutMs: 200 },
    );
    expect((await send(url, '/api/pages', { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(504);
  });

  it('aborts the connection to the client when the response stops half-way', async () => {
    const CONTENT_URL = await startUpstream(
      (_req, res) => void res.writeHead(200, { 'Content-Length': 10 }).write('half'),
    );
    const { url } = await startGateway({ CONTENT_URL }, { responseTimeoutMs: 200 });
    await expect(send(url, '/api/pages')).rejects.toThrow('aborted');
  });
});

describe('a failing upstream', () => {
  it.each([
    ['closes the connection without an answer', ''],
    ['speaks another protocol', '220 mail.example ESMTP\r\n'],
    ['sends a broken header', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
    ['sends two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
    ['closes within the headers', 'HTTP/1.1 200 OK\r\nContent-Le'],
    [
      'upgrades a connection that nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('causes 502 when it %s', async (_fault, answer) => {
    const end = (socket: Socket) => socket.end(answer);
    const { url } = await startGateway({ CONTENT_URL: await speaking(end, end).url });
    const { status, body } = await send(url, '/api/pages');
    expect([status, JSON.parse(body)]).toEqual([
      502,
      { error: expect.objectContaining({ code: 502, type: 'bad-gateway' }) },
    ]);
  });

  it.each([
    ['within a promised length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhalf'],
    ['between two chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])(
    'aborts the connection to the client when it closes %s, because the response is incomplete',
    async (_where, answer) => {
      const { url } = await startGateway({ CONTENT_URL: await speaking((socket) => socket.end(answer)).url });
      await expect(send(url, '/api/pages')).rejects.toThrow('aborted');
    },
  );

  it('receives a GET request a second time after it closed the connection', async () => {
    const upstream = speaking(
      (socket) => socket.destroy(),
      (socket) => socket.end(OK),
    );
    const { url } = await startGateway({ CONTENT_URL: await upstream.url });
    expect(await send(url, '/api/pages')).toMatchObject({ status: 200, body: 'ok' });
    expect(upstream.seen).toHaveLength(2);
  });

  it.each(['POST', 'PUT', 'DELETE'])('receives a %s request only once', async (method) => {
    const upstream = speaking(
      (socket) => socket.destroy(),
      (socket) => socket.end(OK),
    );
    const { url } = await startGateway({ CONTENT_URL: await upstream.url });
    expect((await send(url, '/api/pages', { method })).status).toBe(502);
    expect(upstream.seen).toHaveLength(1);
  });

  it('does not affect the next request', async () => {
    let requests = 0;
    const CONTENT_URL = await startUpstream((req, res) => (++requests < 3 ? req.socket.destroy() : res.end('ok')));
    const { url } = await startGateway({ CONTENT_URL });
    expect((await send(url, '/api/pages')).status).toBe(502);
    expect((await send(url, '/api/pages')).status).toBe(200);
  });
});

describe('an upstream that responds before it reads the upload', () => {
  it('delivers its response to the client', async () => {
    const CONTENT_URL = await startUpstream((_req, res) => res.writeHead(401).end('no'));
    const { url } = await startGateway({ CONTENT_URL });
    expect(await send(url, '/api/pages', { method: 'POST', body: 'x'.repeat(5_000_000) })).toMatchObject({
      status: 401,
      body: 'no',
    });
  });
});
