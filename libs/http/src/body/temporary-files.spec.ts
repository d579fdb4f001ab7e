import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import http, { type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { readMultipart, TemporaryFiles } from './multipart';

const LIMIT = 1000;

let server: Server;
let port: number;
let folder: string;
let failures: unknown[];
beforeAll(async () => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'almanac-temporary-')), 'made/when/needed');
  const app = express();
  const files = new TemporaryFiles(folder, LIMIT);
  app.post('/', (request, response) => {
    readMultipart(request, files, 10).then(
      ({ uploads }) =>
        void response.json(uploads.map(([, { size, path: place }]) => ({ size, written: statSync(place).size }))),
      (failure: unknown) => {
        failures.push(failure);
        response.status(400).end();
      },
    );
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = address !== null && typeof address === 'object' ? address.port : 0;
});
beforeEach(() => {
  failures = [];
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function send(size: number, fields: string[] = []): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(size, 'x')]), 'a.bin');
  for (const field of fields) form.set(field, 'x');
  return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form });
}

it.each([
  [0, 0],
  [LIMIT - 1, LIMIT - 1],
  [LIMIT, LIMIT],
  [LIMIT + 1, LIMIT],
  [500_000, LIMIT],
])('an upload of %d bytes has its full size, and %d bytes are stored', async (size, written) => {
  expect(await (await send(size)).json()).toEqual([{ size, written }]);
});

it('a form that is rejected later leaves no temporary file', async () => {
  expect(
    (await send(10, ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'too much']))
      .status,
  ).toBe(400);
  expect(readdirSync(folder)).toEqual([]);
});

it('an aborted upload leaves no temporary file', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' };
  const request = http.request({ host: '127.0.0.1', port, method: 'POST', headers });
  request.on('error', () => undefined);
  request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n' + 'y'.repeat(500));
  while (readdirSync(folder).length === 0) await sleep(5);
  request.destroy();
  while (readdirSync(folder).length > 0) await sleep(5);
  while (failures.length === 0) await sleep(5);
  expect(failures).toHaveLength(1);
});
