import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '@almanac/errors';
import { until } from '@almanac/testing';
import express from 'express';
import { readMultipart, TemporaryFiles } from './multipart';

const TEXT_BYTES = 1_000;

let server: Server;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-multipart-'));
  const files = new TemporaryFiles(folder, 100);
  const app = express();
  app.post('/', (request, response, next) => {
    readMultipart(request, files, TEXT_BYTES).then(
      ({ fields, uploads }) =>
        void response.json({
          fields,
          uploads: uploads.map(([name, { originalName, size }]) => [name, originalName, size]),
        }),
      (fault: unknown) => (fault instanceof Problem ? void response.status(fault.status).end() : next(fault)),
    );
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => readdirSync(folder).forEach((name) => rmSync(path.join(folder, name))));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const part = (head: string, content: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const file = (name = 'a.png') => part(`name="file"; filename="${name}"`, 'abc');
async function send(...parts: string[]) {
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: parts.join('') });
  return { status: answer.status, body: answer.status === 200 ? await answer.json() : undefined };
}

it('readMultipart reads fields and files, with names in UTF-8 and with escapes of browsers', async () => {
  const answer = await send(part('name="a[b]"', 'ü'), part('name="%22q%22"', '50%25'), file('ü%22.png'), '--x--\r\n');
  expect(answer).toEqual({
    status: 200,
    body: { fields: { a: { b: 'ü' }, '"q"': '50%25' }, uploads: [['file', 'ü".png', 3]] },
  });
});

it('readMultipart ignores parts without a name', async () => {
  const nameless = (disposition: string) => `--x\r\nContent-Disposition: ${disposition}\r\n\r\ny\r\n`;
  const parts = [
    'form-data',
    'form-data; name',
    'form-data; name=',
    'form-data; name=""',
    'form-data; filename="a.png"',
    'form-data; name=""; filename="a.png"',
    'form-data; filename="a.png"\r\nContent-Type: application/octet-stream',
    'attachment; name="a"',
  ];
  for (const disposition of parts)
    expect(await send(nameless(disposition), part('name="b"', '1'), '--x--\r\n')).toMatchObject({
      status: 200,
      body: { fields: { b: '1' } },
    });
});

const MALFORMED = part('name="\0"', 'x');
const LONG = part('name="a"', 'y'.repeat(TEXT_BYTES + 1));
const REFUSED: [what: string, status: number, parts: string[]][] = [
  ['that has no end', 400, [file()]],
  ['that ends within a file without a name', 400, [part('filename="a.png"', 'abc')]],
  ['that ends within a file without a file name', 400, [part('name="file"; filename=""', 'abc')]],
  ['that ends within a part of bytes', 400, [part('name="file"\r\nContent-Type: application/octet-stream', 'abc')]],
  ['with a malformed part', 400, [MALFORMED, '--x--\r\n']],
  ['with a file after a malformed part', 400, [MALFORMED, file(), '--x--\r\n']],
  ['with an unfinished file after a malformed part', 400, [MALFORMED, part('name="file"; filename="a"', 'abc')]],
  ['with files before and after a text that is too long', 413, [file(), LONG, file(), '--x--\r\n']],
  [
    'with texts that are too long together',
    413,
    [part('name="a"', 'y'.repeat(600)), file(), part('name="b"', 'y'.repeat(600)), file(), '--x--\r\n'],
  ],
  ['with a name that is too long', 413, [part(`name="${'n'.repeat(TEXT_BYTES)}"`, 'x'), file(), '--x--\r\n']],
  ['with too many files', 400, [...Array.from({ length: 21 }, () => file()), '--x--\r\n']],
  [
    'with too many fields',
    400,
    [file(), ...Array.from({ length: 1_001 }, () => part('name="a"', '')), file(), '--x--\r\n'],
  ],
];

it.each(REFUSED)('readMultipart rejects a form %s with %d and keeps no file', async (_what, status, parts) => {
  expect((await send(...parts)).status).toBe(status);
  await until(() => readdirSync(folder).length === 0);
});
