import { once } from 'node:events';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@almanac/errors';
import express from 'express';
import { contentDisposition, serveFile, type ServedFile } from './serve-file';

const BYTES = Buffer.from('0123456789');

let server: Server;
let url: string;
let file: ServedFile;
/** The result of `serveFile`. */
let outcome: unknown;
beforeAll(async () => {
  const app = express().disable('etag');
  app.get('/', (request, response) => {
    outcome = 'under way';
    serveFile(request, response, file).then(
      () => (outcome = 'served'),
      (failure: unknown) => {
        outcome = failure;
        if (!response.headersSent) response.status(failure instanceof Problem ? failure.status : 500).end();
      },
    );
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}/`;
});
beforeEach(() => {
  const read: ServedFile['read'] = (range) =>
    Promise.resolve(Readable.from([BYTES.subarray(range?.start ?? 0, (range?.end ?? BYTES.length) + 1)]));
  file = { size: BYTES.length, type: 'text/plain', version: 'v-1', headers: { 'X-Extra': 'yes' }, read };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = async (headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(url, { method, headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

it('serveFile sends a whole file with its type, length, ETag and extra headers', async () => {
  const { status, text, headers } = await get();
  expect({ status, text }).toEqual({ status: 200, text: '0123456789' });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '10',
    etag: '"v-1"',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'x-extra': 'yes',
  });
});

it.each([
  ['bytes=0-0', '0', 'bytes 0-0/10'],
  ['bytes=3-', '3456789', 'bytes 3-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=8-100', '89', 'bytes 8-9/10'],
  ['bytes=0-3,2-5', '012345', 'bytes 0-5/10'],
])('serveFile sends the range %s', async (range, text, contentRange) => {
  const answer = await get({ range });
  expect(answer).toMatchObject({ status: 206, text });
  expect(answer.headers.get('content-range')).toBe(contentRange);
  expect(answer.headers.get('content-length')).toBe(String(text.length));
});

it.each(['bytes=0-1,5-6', 'bytes=x', 'lines=0-1', 'bytes'])('serveFile ignores the range %j', async (range) => {
  expect(await get({ range })).toMatchObject({ status: 200, text: '0123456789' });
});

it.each(['bytes=10-', 'bytes=20-30'])('serveFile returns 416 for the range %s', async (range) => {
  expect((await get({ range })).status).toBe(416);
  expect(outcome).toMatchObject({ status: 416, details: { headers: { 'Content-Range': 'bytes */10' } } });
});

it('serveFile sends a range only if If-Range matches the version', async () => {
  expect((await get({ range: 'bytes=0-1', 'if-range': '"v-1"' })).status).toBe(206);
  expect(await get({ range: 'bytes=0-1', 'if-range': '"v-0"' })).toMatchObject({ status: 200, text: '0123456789' });
  expect((await get({ range: 'bytes=0-1', 'if-range': new Date().toUTCString() })).status).toBe(200);
});

it('serveFile returns 304 to a caller with the current version', async () => {
  const answer = await get({ 'if-none-match': '"v-0", "v-1"' });
  expect(answer).toMatchObject({ status: 304, text: '' });
  expect(answer.headers.get('etag')).toBe('"v-1"');
});

it.each([
  ['"v-0"', 200],
  ['"v-1"', 304],
  ['W/"v-1"', 304],
  ['"v-0" , W/"v-1"', 304],
  ['*', 304],
  ['v-1', 200],
  ['"v-', 200],
  ['', 200],
  ['"a,"v-1"', 200],
])('serveFile maps If-None-Match %j to %d, also with Cache-Control', async (tags, status) => {
  for (const control of ['no-cache', 'max-age=0']) {
    expect((await get({ 'if-none-match': tags, 'cache-control': control })).status).toBe(status);
  }
});

it('serveFile answers HEAD without reading the file', async () => {
  file = { ...file, read: () => Promise.reject(new Error('was read')) };
  const { status, headers } = await get({ range: 'bytes=0-1' }, 'HEAD');
  expect({ status, length: headers.get('content-length') }).toEqual({ status: 200, length: '10' });
});

it('serveFile returns 404 for a missing file', async () => {
  file = { ...file, read: () => Promise.resolve(undefined) };
  expect((await get()).status).toBe(404);
});

it('serveFile rejects when a read fails, but not when the caller disconnects', async () => {
  let wanted = 0;
  const endless = () =>
    Readable.from(
      (async function* () {
        for (;;) {
          wanted += 1;
          yield Buffer.alloc(65_536);
          await sleep(1);
        }
      })(),
    );
  file = { ...file, size: 1e9, read: () => Promise.resolve(endless()) };
  const leaving = new AbortController();
  const answer = await fetch(url, { signal: leaving.signal });
  await answer.body?.getReader().read();
  leaving.abort();
  while (outcome === 'under way') await sleep(5);
  expect(outcome).toBe('served');
  const readBefore = wanted;
  await sleep(30);
  expect(wanted).toBe(readBefore);

  file = {
    ...file,
    read: () =>
      Promise.resolve(
        new Readable({
          read() {
            this.destroy(new Error('disk failed'));
          },
        }),
      ),
  };
  await expect(get()).rejects.toThrow();
  expect(outcome).toMatchObject({ message: 'disk failed' });
});

it.each([
  ['plain.txt', "inline; filename*=UTF-8''plain.txt"],
  ['a "b"; c.txt', "inline; filename*=UTF-8''a%20%22b%22%3B%20c.txt"],
  ["it's*(1)", "inline; filename*=UTF-8''it%27s%2A%281%29"],
  ['ü\r\nX: y', "inline; filename*=UTF-8''%C3%BC%0D%0AX%3A%20y"],
  ['\ud800', "inline; filename*=UTF-8''%EF%BF%BD"],
])('contentDisposition encodes special characters of the name %j', (name, header) =>
  expect(contentDisposition('inline', name)).toBe(header),
);
