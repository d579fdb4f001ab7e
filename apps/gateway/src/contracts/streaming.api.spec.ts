import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { send, settled } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const MEGABYTE = 1024 * 1024;
const SIZE = 50 * MEGABYTE;
/** Upper bound for the buffers of three TCP connections; the gateway itself buffers only some kilobytes. */
const IN_FLIGHT = 25 * MEGABYTE;

/** 50 MB in chunks with different bytes; counts the bytes that were read. */
function source() {
  const produced = { bytes: 0 };
  const hash = createHash('sha256');
  const stream = Readable.from(
    (function* () {
      for (let piece = 0; produced.bytes < SIZE; piece += 1) {
        const chunk = Buffer.alloc(64 * 1024, piece % 251);
        produced.bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    })(),
    { objectMode: false },
  );
  return { produced, stream, hash };
}

async function digest(stream: Readable) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha: hash.digest('hex') };
}

async function gatewayBefore(listener: (req: IncomingMessage, res: ServerResponse) => void) {
  return startGateway({ CONTENT_URL: await startUpstream(listener) });
}

describe('a download of 50 MB', () => {
  it.each([
    ['with a length', { 'Content-Length': SIZE }],
    ['in chunks', {}],
  ])('%s pauses for a slow client instead of filling buffers, and arrives complete', async (_how, headers) => {
    const { produced, stream, hash } = source();
    const { url } = await gatewayBefore((_req, res) => {
      pipeline(stream, res.writeHead(200, headers)).catch(() => res.destroy());
    });
    const req = request(url, { path: '/uploads/big', agent: false }).end();
    const [res] = await once(req, 'response');
    expect(await settled(() => produced.bytes)).toBeLessThan(IN_FLIGHT);
    expect(await digest(res)).toEqual({ bytes: SIZE, sha: hash.digest('hex') });
  });

  it('is cancelled at the upstream when the client disconnects', async () => {
    const { produced, stream } = source();
    let wasCutOff: Promise<unknown> | undefined;
    const { url } = await gatewayBefore((_req, res) => {
      wasCutOff = once(res, 'close');
      stream.pipe(res);
    });
    const req = request(url, { path: '/uploads/big', agent: false }).end();
    const [res] = await once(req, 'response');
    res.destroy();
    await wasCutOff;
    expect(produced.bytes).toBeLessThan(SIZE);
  });
});

describe('an upload of 50 MB', () => {
  it.each([
    ['with a length', { 'Content-Length': SIZE }],
    ['in chunks', {}],
  ])('%s pauses for a slow service instead of filling buffers, and arrives complete', async (_how, headers) => {
    const { produced, stream, hash } = source();
    let take: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (take = resolve));
    const { url } = await gatewayBefore(async (req, res) => {
      await isAsked;
      res.end(JSON.stringify(await digest(req)));
    });
    const req = request(url, { method: 'POST', path: '/api/attachments', agent: false, headers });
    stream.pipe(req);
    expect(await settled(() => produced.bytes)).toBeLessThan(IN_FLIGHT);
    take();
    const [res] = await once(req, 'response');
    const [answer] = await once(res.setEncoding('utf8'), 'data');
    expect(JSON.parse(answer)).toEqual({ bytes: SIZE, sha: hash.digest('hex') });
  });

  it('is cancelled at the upstream when the client disconnects', async () => {
    let wasCutOff: Promise<unknown> | undefined;
    let arrived: () => void = () => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const { url } = await gatewayBefore((req) => {
      // Not events.once: the 'error' event of an aborted upload would reject it.
      wasCutOff = new Promise((resolve) =>
        req
          .on('error', () => undefined)
          .on('close', resolve)
          .resume(),
      );
      arrived();
    });
    const req = request(url, {
      method: 'POST',
      path: '/api/attachments',
      agent: false,
      headers: { 'Content-Length': SIZE },
    });
    req.on('error', () => undefined).write('begin');
    await hasArrived;
    req.destroy();
    await wasCutOff;
  });
});

describe('a client that disconnects before the response', () => {
  it('cancels its request to the upstream', async () => {
    let wasCutOff: Promise<unknown> | undefined;
    let arrived: () => void = () => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const { url } = await gatewayBefore((_req, res) => {
      wasCutOff = once(res, 'close');
      arrived();
    });
    const req = request(url, { path: '/api/pages', agent: false });
    req.on('error', () => undefined).end();
    await hasArrived;
    req.destroy();
    await wasCutOff;
  });
});

describe('responses without a body', () => {
  it('keep the Content-Length for HEAD', async () => {
    const { url } = await gatewayBefore((req, res) =>
      res.writeHead(200, { 'Content-Length': 5, 'X-Method': req.method }).end('hello'),
    );
    const { status, headers, body } = await send(url, '/api/pages', { method: 'HEAD' });
    expect([status, headers['content-length'], headers['x-method'], body]).toEqual([200, '5', 'HEAD', '']);
  });

  it('have no Content-Length for HEAD when the service sends none', async () => {
    const { url } = await gatewayBefore((_req, res) => res.end());
    const { headers } = await send(url, '/api/pages', { method: 'HEAD' });
    expect(headers).not.toHaveProperty('content-length');
  });

  it('have neither body nor length with status 204', async () => {
    const { url } = await gatewayBefore((_req, res) => res.writeHead(204).end());
    const { status, headers, body } = await send(url, '/api/pages/1', { method: 'DELETE' });
    expect([status, body]).toEqual([204, '']);
    expect(headers).not.toHaveProperty('content-length');
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it('keep the ETag with status 304', async () => {
    const { url } = await gatewayBefore((_req, res) => res.writeHead(304, { ETag: '"v1"' }).end());
    const { status, headers, body } = await send(url, '/api/pages/1', { headers: { 'If-None-Match': '"v1"' } });
    expect([status, headers.etag, body]).toEqual([304, '"v1"', '']);
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it('ignore early hints of the upstream', async () => {
    const { url } = await gatewayBefore((_req, res) => {
      res.writeEarlyHints({ link: '</assets/site.css>; rel=preload' });
      res.end('ok');
    });
    expect(await send(url, '/api/pages')).toMatchObject({ status: 200, body: 'ok' });
  });
});

describe('connections to the upstream', () => {
  it('are reused by later requests', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await gatewayBefore((req, res) => {
      ports.add(req.socket.remotePort);
      req.resume().on('end', () => res.end('ok'));
    });
    for (const method of ['GET', 'POST', 'PUT', 'GET'])
      await send(url, '/api/pages', method === 'GET' ? { method } : { method, body: '{}' });
    expect(ports.size).toBe(1);
  });
});
