import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { send, sendRaw } from '../testing/client';
import { closedAddress, startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const LIMIT = 100_000;
const message = 'The server cannot receive the provided amount of data. Try again with less data or a smaller file.';

async function running() {
  const upstream = { requests: 0, bytes: 0, aborted: 0 };
  const CONTENT_URL = await startUpstream((req, res) => {
    upstream.requests += 1;
    req.on('data', (chunk: Buffer) => (upstream.bytes += chunk.length));
    req.on('error', () => (upstream.aborted += 1));
    req.on('end', () => res.end(String(upstream.bytes)));
  });
  return { ...(await startGateway({ CONTENT_URL, CALENDAR_URL: CONTENT_URL }, { bodyLimitBytes: LIMIT })), upstream };
}

describe('the body limit', () => {
  it('accepts a body of exactly the limit, with Content-Length or chunked', async () => {
    const { url } = await running();
    const body = 'x'.repeat(LIMIT);
    expect(await send(url, '/api/pages', { method: 'POST', body, headers: { 'Content-Length': LIMIT } })).toMatchObject(
      {
        status: 200,
        body: String(LIMIT),
      },
    );
    expect(
      await send(url, '/api/pages', { method: 'POST', body, headers: { 'Transfer-Encoding': 'chunked' } }),
    ).toMatchObject({
      status: 200,
    });
  });

  it('rejects a longer Content-Length with 413, without a request to the service', async () => {
    const { url, upstream } = await running();
    const answer = await send(url, '/api/pages', {
      method: 'POST',
      body: 'x'.repeat(LIMIT + 1),
      headers: { 'Content-Length': LIMIT + 1 },
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      413,
      { error: { code: 413, message, type: 'body-too-large', request_id: expect.any(String) } },
    ]);
    expect(upstream.requests).toBe(0);
  });

  it('rejects a longer chunked body with 413, and forwards at most the limit', async () => {
    const { url, upstream } = await running();
    const answer = await send(url, '/api/pages', {
      method: 'POST',
      body: 'x'.repeat(5 * LIMIT),
      headers: { 'Transfer-Encoding': 'chunked' },
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      413,
      { error: { code: 413, message, type: 'body-too-large', request_id: expect.any(String) } },
    ]);
    expect(upstream.bytes).toBeLessThanOrEqual(LIMIT);
  });

  it('rejects a body with 413 and serves the next request on the same connection', async () => {
    const { port } = await running();
    const post = `POST /api/pages HTTP/1.1\r\nHost: a\r\nContent-Length: ${LIMIT + 1}\r\n\r\n${'x'.repeat(LIMIT + 1)}`;
    const answers = await sendRaw(port, `${post}GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it('returns 413 to a client that sends its whole body with Connection: close', async () => {
    const { port } = await running();
    const length = 30 * LIMIT;
    const answer = await sendRaw(
      port,
      `POST /api/pages HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(message);
  });

  it('returns both error formats on calendar paths', async () => {
    const { url } = await running();
    const answer = await send(url, '/calendar/events/v1/events', {
      method: 'POST',
      headers: { 'Content-Length': LIMIT + 1 },
      body: 'x'.repeat(LIMIT + 1),
    });
    expect(JSON.parse(answer.body)).toMatchObject({ data: { status: 413 }, error: { code: 413, message } });
  });
});

describe('a request with Expect: 100-continue', () => {
  it('receives 100 and then the response of the service', async () => {
    const { url } = await running();
    const req = request(url, {
      method: 'POST',
      path: '/api/pages',
      agent: false,
      headers: { Expect: '100-continue', 'Content-Length': 5 },
    });
    req.flushHeaders();
    await once(req, 'continue');
    req.end('hello');
    const [res] = await once(req, 'response');
    expect([res.statusCode, await text(res)]).toEqual([200, '5']);
  });

  it.each([
    ['the body is too long', 413, LIMIT + 1],
    ['the service is down', 503, 5],
  ])('receives the error without 100 when %s', async (_reason, status, length) => {
    const { url } = await startGateway({ CONTENT_URL: await closedAddress() }, { bodyLimitBytes: LIMIT });
    const req = request(url, {
      method: 'POST',
      path: '/api/pages',
      agent: false,
      headers: { Expect: '100-continue', 'Content-Length': length },
    });
    let isContinued = false;
    req.on('continue', () => (isContinued = true));
    req.flushHeaders();
    const [res] = await once(req, 'response');
    expect([res.statusCode, isContinued]).toEqual([status, false]);
    req.destroy();
  });
});
