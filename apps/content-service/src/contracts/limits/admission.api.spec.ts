import { gzipSync } from 'node:zlib';
import { sendRaw, type TestApi } from '@almanac/testing';
import { member, problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

const MEGABYTE = 1024 * 1024;
const TOO_LARGE = problem(
  413,
  'The server cannot receive the provided amount of data. Try again with less data or a smaller file.',
);
const MISSING = 'No authorization token found on the request';

let app: ContentApp;
let writer: TestApi;
let token: string;
beforeAll(async () => {
  app = await startContent({ FILE_UPLOAD_SIZE_LIMIT: '4' });
  const person = await app.given.user({
    permissions: ['book-create-all', 'page-create-all', 'book-view-all', 'page-view-all', 'image-create-all'],
  });
  writer = app.api.as(person);
  token = person.token;
});
afterAll(() => app.close());

const json = (api: TestApi) => api.with({ 'content-type': 'application/json' });

interface Upload {
  method?: string;
  path?: string;
  headers?: string[];
}

/** Announces a body of ten megabytes, sends its beginning and then waits. */
const begin = ({ method = 'POST', path = '/api/books', headers = [] }: Upload, baseUrl = app.api.baseUrl) =>
  sendRaw(
    baseUrl,
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${10 * MEGABYTE}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
    '{"name":"',
  );

describe('a refused caller', () => {
  const refused: [who: string, status: number, request: () => Upload | Promise<Upload>][] = [
    ['is a stranger', 401, () => ({})],
    ['is a stranger on an unknown path', 401, () => ({ path: '/api/nothing' })],
    ['has a wrong token', 401, () => ({ headers: ['Authorization: Token a:b'] })],
    [
      'lacks a right that the route takes',
      403,
      async () => ({ headers: [`Authorization: Token ${(await app.given.viewer()).token}`] }),
    ],
    ['sends more than a text can be', 413, () => ({ headers: [`Authorization: Token ${token}`] })],
    ['sends a form that is too long for a log-in', 413, () => ({ path: '/login' })],
  ];
  it.each(refused)('that %s gets the response before sending the rest of the body', async (_who, status, request) => {
    const answer = await begin(await request());
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('gets the response even after sending the complete body first', async () => {
    const length = 20 * MEGABYTE;
    const head = `POST /api/books HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await sendRaw(app.api.baseUrl, head, Buffer.alloc(length, ' '))).toContain(MISSING);
  });

  it('keeps the connection for 65 seconds when the body is already complete', async () => {
    const { status, headers } = await json(app.api).post('/api/books', '{"name":"x"}');
    const kept = { connection: headers.get('connection'), for: headers.get('keep-alive') };
    expect({ status, ...kept }).toEqual({ status: 401, connection: 'keep-alive', for: 'timeout=65' });
  });

  it('gets 429 from the rate limit before the body is read', async () => {
    const limited = await startContent({ API_REQUESTS_PER_MIN: '2' });
    try {
      for (let request = 0; request < 2; request += 1) expect((await limited.api.get('/login')).status).toBe(200);
      expect(await begin({ path: '/login' }, limited.api.baseUrl)).toMatch(/^HTTP\/1\.1 429 /);
    } finally {
      await limited.close();
    }
  });
});

describe('a body', () => {
  const page = async (bytes: number) => ({
    name: 'x',
    book_id: (await app.given.book()).id,
    html: `<p>x</p><!--${'y'.repeat(bytes)}-->`,
  });

  it('may have up to two megabytes', async () => {
    expect((await writer.post('/api/books', { name: 'x', unknown: 'y'.repeat(2 * MEGABYTE - 100) })).status).toBe(200);
    expect(await writer.post('/api/books', { name: 'x', unknown: 'y'.repeat(2 * MEGABYTE) })).toMatchObject({
      status: 413,
      body: TOO_LARGE,
    });
    const form = new FormData();
    for (const name of ['one', 'two', 'three']) form.set(name, 'y'.repeat(0.7 * MEGABYTE));
    expect(await writer.post('/api/books', form)).toMatchObject({ status: 413, body: TOO_LARGE });
  });

  it.each([
    ['a form of a stranger', '/login', 'application/x-www-form-urlencoded', 64 * 1024],
    ['the JSON of a stranger', '/login', 'application/json', 64 * 1024],
    ['a form of a user', '/api/books', 'application/x-www-form-urlencoded', 2 * MEGABYTE],
    ['the JSON of a user', '/api/books', 'application/json', 2 * MEGABYTE],
    ['the JSON of a page', '/api/pages', 'application/json', Math.ceil(1.4 * 4 * MEGABYTE)],
  ])('that is %s is refused one byte above the limit', async (_, path, type, limit) => {
    const api = (path === '/login' ? app.api : writer).with({ 'content-type': type });
    const [start, end] = type.endsWith('json') ? ['{"name":"x","unknown":"', '"}'] : ['name=x&unknown=', ''];
    const send = async (bytes: number) => {
      const body = start + 'y'.repeat(bytes - start.length - end.length) + end;
      return (await api.post(path, body)).status;
    };
    const [within, above] = [await send(limit), await send(limit + 1)];
    expect(within).not.toBe(413);
    expect(above).toBe(413);
  });

  it('of a page may be as large as an upload, for callers who may embed images', async () => {
    expect((await writer.post('/api/pages', { ...(await page(100)), unknown: 'y'.repeat(3 * MEGABYTE) })).status).toBe(
      200,
    );
    expect(await writer.post('/api/pages', { ...(await page(100)), unknown: 'y'.repeat(6 * MEGABYTE) })).toMatchObject({
      status: 413,
    });
    const other = await app.given.user({ permissions: ['page-create-all', 'book-view-all', 'page-view-all'] });
    expect(
      await app.api.as(other).post('/api/pages', { ...(await page(100)), unknown: 'y'.repeat(3 * MEGABYTE) }),
    ).toMatchObject({
      status: 413,
      body: TOO_LARGE,
    });
  });

  it('without a Content-Length is refused with 413 at the limit', async () => {
    const head = `POST /api/books HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `${MEGABYTE.toString(16)}\r\n${' '.repeat(MEGABYTE)}\r\n`;
    expect(await sendRaw(app.api.baseUrl, head, chunk, chunk, chunk)).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i);
  });

  it('may be compressed, and the size limit applies to the decompressed bytes', async () => {
    const send = (body: Buffer, coding = 'gzip') =>
      fetch(new URL('/api/books', app.api.baseUrl), {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json', 'content-encoding': coding },
        body: Uint8Array.from(body),
      });
    const fits = await send(gzipSync('{"name":"Compressed"}'));
    expect(member(await fits.json(), 'name')).toBe('Compressed');
    expect((await send(gzipSync(' '.repeat(3 * MEGABYTE)))).status).toBe(413);
    expect((await send(Buffer.from('{"name":"x"}'))).status).toBe(400);
    expect((await send(Buffer.from('{"name":"x"}'), 'zstd')).status).toBe(415);
  });

  it.each([
    ['is nested more than 32 levels deep', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['is nested more than 32 levels deep', '['.repeat(2 * MEGABYTE)],
    ['has more than 100000 values', `[${'{},'.repeat(200_000)}0]`],
    [
      'has an object of more than 10000 members',
      `{${Array.from({ length: 10_001 }, (_, index) => `"a${index}":0`).join()}}`,
    ],
  ])('that %s is refused with 400', async (fault, text) => {
    expect(await json(writer).post('/api/books', text)).toMatchObject({
      status: 400,
      body: problem(400, `The request body ${fault}.`),
    });
  });

  it('or a query with more than a thousand parameters is refused with 400', async () => {
    const refusal = { status: 400, body: problem(400, 'A request may have 1000 parameters at most.') };
    const names = (count: number) => Array.from({ length: count }, (_, index) => `a[${index}]`);
    const urlencoded = (count: number) =>
      new URLSearchParams(names(count).map((name): [string, string] => [name, '1']));
    const multipart = (count: number) => {
      const form = new FormData();
      for (const name of names(count)) form.set(name, '1');
      return form;
    };
    for (const form of [urlencoded, multipart]) {
      expect(await writer.post('/api/books', form(1_001))).toMatchObject(refusal);
      expect(await writer.post('/api/books', form(1_000))).toMatchObject({ status: 422 });
    }
    expect(await writer.get(`/api/books?${'a&'.repeat(1_001)}`)).toMatchObject(refusal);
  });
});

describe('a request with _method', () => {
  it('is counted once, gets one request id and runs as the named method', async () => {
    const limited = await startContent({ API_REQUESTS_PER_MIN: '10' });
    try {
      const { id } = await limited.given.book();
      const editor = limited.api.as(await limited.given.editor());
      const answer = await editor.post(`/api/books/${id}`, { _method: 'PUT', name: 'Renamed' });
      expect(answer).toMatchObject({ status: 200, body: { id, name: 'Renamed' } });
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('9');
      expect(answer.headers.get('x-request-id')).toMatch(/^[^,]+$/);
    } finally {
      await limited.close();
    }
  });

  it('in body and query uses the method in the body', async () => {
    const { id } = await app.given.book();
    const editor = app.api.as(await app.given.editor());
    const answer = await editor.post(`/api/books/${id}?_method=DELETE`, { _method: 'PUT', name: 'Kept' });
    expect(answer).toMatchObject({ status: 200, body: { id, name: 'Kept' } });
  });
});
