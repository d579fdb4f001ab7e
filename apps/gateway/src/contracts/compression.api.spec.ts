import { once } from 'node:events';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as zlib from 'node:zlib';
import { CODINGS } from '../proxy/encoding';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const TEXT = JSON.stringify({ pages: Array.from({ length: 400 }, (_, id) => ({ id, name: `Page ${id}` })) });
const JSON_TYPE = 'application/json; charset=utf-8';
const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: (body) => zlib.zstdDecompressSync(body),
};

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: number;
  text: string;
}

async function received(url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<Received> {
  const [res] = await once(request(url, { path: '/api/pages', method, headers, agent: false }).end(), 'response');
  const body = await buffer(res);
  const decode = method === 'HEAD' ? undefined : decoders[String(res.headers['content-encoding'])];
  const text = (decode ? decode(body) : body).toString();
  return { status: res.statusCode, headers: res.headers, bytes: body.length, text };
}

/** The answer of the gateway to an upstream that answers in this way. */
async function answer(listener: RequestListener, headers: OutgoingHttpHeaders, method?: string): Promise<Received> {
  const { url } = await startGateway({ CONTENT_URL: await startUpstream(listener) });
  return received(url, headers, method);
}

const withBody =
  (headers: OutgoingHttpHeaders, body: string = TEXT, status = 200): RequestListener =>
  (_req, res) =>
    void res.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': body.length, ...headers }).end(body);

describe('an answer', () => {
  it.each(CODINGS)('arrives complete and smaller in %s', async (coding) => {
    const { headers, bytes, text } = await answer(withBody({}), { 'accept-encoding': coding });
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
    expect(headers['content-length']).toBeUndefined();
    expect(text).toBe(TEXT);
    expect(bytes).toBeLessThan(TEXT.length / 3);
  });

  const best = CODINGS[0];
  it.each([
    ['gzip, deflate, br, zstd', best],
    ['*', best],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0, *;q=0.5', best],
    ['GZIP', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['deflate', undefined],
    ['*;q=0', undefined],
    ['', undefined],
  ])('to Accept-Encoding "%s" has the coding %s', async (accepted, coding) => {
    const { headers, text } = await answer(withBody({}), { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary, text]).toEqual([coding, 'Accept-Encoding', TEXT]);
  });

  it('without Accept-Encoding is sent as it is, and varies', async () => {
    const { headers, text } = await answer(withBody({}), {});
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(TEXT.length) });
    expect([headers['content-encoding'], text]).toEqual([undefined, TEXT]);
  });

  it.each(['text/html', 'text/calendar', 'text/plain', 'text/markdown', 'image/svg+xml', 'application/problem+json'])(
    'of the type %s is compressed',
    async (type) => {
      const { headers } = await answer(withBody({ 'Content-Type': type }), { 'accept-encoding': 'gzip' });
      expect(headers['content-encoding']).toBe('gzip');
    },
  );

  it.each<[string, OutgoingHttpHeaders]>([
    ['of the type image/png', { 'Content-Type': 'image/png' }],
    ['of the type application/pdf', { 'Content-Type': 'application/pdf' }],
    ['of the type application/zip', { 'Content-Type': 'application/zip' }],
    ['without a type', { 'Content-Type': '' }],
    ['that forbids it', { 'Cache-Control': 'private, no-transform' }],
    ['that is compressed already', { 'Content-Encoding': 'deflate' }],
  ])('%s is not compressed', async (_kind, sent) => {
    const { headers } = await answer(withBody(sent), { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe(sent['Content-Encoding']);
    expect(headers.vary).toBeUndefined();
  });

  it('below 1 KB is compressed only for callers that refuse it otherwise', async () => {
    const listener = withBody({}, '{"id":1}');
    expect((await answer(listener, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
    const refused = await answer(listener, { 'accept-encoding': 'gzip, identity;q=0' });
    expect([refused.headers['content-encoding'], refused.text]).toEqual(['gzip', '{"id":1}']);
  });

  it('with an error is compressed too', async () => {
    const { status, headers, text } = await answer(withBody({}, TEXT, 422), { 'accept-encoding': 'gzip' });
    expect([status, headers['content-encoding'], text]).toEqual([422, 'gzip', TEXT]);
  });

  it('to HEAD has the same headers without a body', async () => {
    const { headers, bytes } = await answer(withBody({ ETag: '"v1"' }), { 'accept-encoding': 'gzip' }, 'HEAD');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: '"v1~gzip"', vary: 'Accept-Encoding' });
    expect([headers['content-length'], bytes]).toEqual([undefined, 0]);
  });

  it('to a request for a range is not compressed', async () => {
    const listener = withBody({ 'Content-Range': `bytes 0-1999/${TEXT.length}` }, TEXT.slice(0, 2000), 206);
    const { headers, text } = await answer(listener, { 'accept-encoding': 'gzip', range: 'bytes=0-1999' });
    expect([headers['content-encoding'], text]).toEqual([undefined, TEXT.slice(0, 2000)]);
  });
});

describe('the ETag of a compressed answer', () => {
  /** Answers as a service does: 304 for the known version, 412 for an old one. */
  const versioned: RequestListener = (req, res) => {
    const { 'if-none-match': known, 'if-match': wanted } = req.headers;
    if (known === '"v1"') res.writeHead(304, { ETag: '"v1"' }).end();
    else if (wanted !== undefined && wanted !== '"v1"') res.writeHead(412, { ETag: '"v1"' }).end();
    else withBody({ ETag: '"v1"' })(req, res);
  };
  const gzip = { 'accept-encoding': 'gzip' };

  it('names the coding, and a 304 repeats it', async () => {
    expect((await answer(versioned, gzip)).headers.etag).toBe('"v1~gzip"');
    const { status, headers } = await answer(versioned, { ...gzip, 'if-none-match': '"v1~gzip"' });
    expect([status, headers.etag, headers.vary]).toEqual([304, '"v1~gzip"', 'Accept-Encoding']);
  });

  it('without its coding still leads to 304', async () => {
    const { status, headers } = await answer(versioned, { ...gzip, 'if-none-match': '"v1"' });
    expect([status, headers.etag]).toEqual([304, '"v1"']);
  });

  it.each(['"v1~gzip"', '"v1~br"', '"v1"'])('%s is accepted in If-Match', async (tag) => {
    expect((await answer(versioned, { ...gzip, 'if-match': tag }, 'PUT')).status).toBe(200);
  });

  it('of an old version leads to 412', async () => {
    expect((await answer(versioned, { ...gzip, 'if-match': '"v0~gzip"' }, 'PUT')).status).toBe(412);
  });

  it('stays the same when it is weak', async () => {
    const { headers } = await answer(withBody({ ETag: 'W/"v1"' }), gzip);
    expect(headers.etag).toBe('W/"v1"');
  });
});

describe('a compressed stream', () => {
  it.each(CODINGS)('in %s arrives piece by piece', async (coding) => {
    let more: () => void = () => undefined;
    const { url } = await startGateway({
      CONTENT_URL: await startUpstream((_req, res) => {
        res.writeHead(200, { 'Content-Type': JSON_TYPE }).write('first piece');
        more = () => void res.end(', second piece');
      }),
    });
    const headers = { 'accept-encoding': coding };
    const [res] = await once(request(url, { path: '/api/pages', headers, agent: false }).end(), 'response');
    const pieces: Buffer[] = [];
    res.on('data', (piece: Buffer) => pieces.push(piece));
    // The upstream sends the rest only after the first piece has arrived.
    await once(res, 'data');
    expect(Buffer.concat(pieces).length).toBeGreaterThan(0);
    more();
    await once(res, 'end');
    expect(decoders[coding]?.(Buffer.concat(pieces)).toString()).toBe('first piece, second piece');
  });

  it('is cancelled at the upstream when the client leaves', async () => {
    let sent = 0;
    let isClosed: Promise<unknown> | undefined;
    const { url } = await startGateway({
      CONTENT_URL: await startUpstream((_req, res) => {
        isClosed = once(res, 'close');
        res.writeHead(200, { 'Content-Type': JSON_TYPE });
        const write = (): void => {
          if (res.destroyed) return;
          sent += 1;
          const isTaken = res.write(zlib.deflateRawSync(String(sent)).toString('base64').repeat(5000));
          if (isTaken) setImmediate(write);
          else res.once('drain', write);
        };
        write();
      }),
    });
    const headers = { 'accept-encoding': 'gzip' };
    const [res] = await once(request(url, { path: '/api/pages', headers, agent: false }).end(), 'response');
    await once(res, 'data');
    res.destroy();
    await isClosed;
    const before = sent;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sent).toBe(before);
  });

  it('that breaks off at the upstream breaks off for the client', async () => {
    let breakOff: () => void = () => undefined;
    const { url } = await startGateway({
      CONTENT_URL: await startUpstream((_req, res) => {
        res.writeHead(200, { 'Content-Type': JSON_TYPE }).write(TEXT);
        breakOff = () => void res.destroy();
      }),
    });
    const headers = { 'accept-encoding': 'gzip' };
    const [res] = await once(request(url, { path: '/api/pages', headers, agent: false }).end(), 'response');
    breakOff();
    await expect(buffer(res)).rejects.toThrow('aborted');
  });
});
