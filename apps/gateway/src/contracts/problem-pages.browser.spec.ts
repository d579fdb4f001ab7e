import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Reader, testReaders } from '@almanac/testing';
import { closedAddress, startGateway, startRawUpstream, startUpstream, stopAll } from '../testing/servers';

const openReader = testReaders();
afterEach(stopAll);

const broken = () => startRawUpstream((socket) => socket.on('data', () => socket.end()));
const silent = () => startUpstream((req) => req.resume());

async function openAt(target: string, service: () => Promise<string>): Promise<Reader> {
  const { url } = await startGateway({ CONTENT_URL: await service() }, { responseTimeoutMs: 200 });
  const reader = await openReader(url);
  await reader.open(target);
  return reader;
}

it.each([
  ['unknown', '/nowhere', closedAddress, 'There is no such page'],
  ['ambiguous', '/books/..%2fx', closedAddress, 'This request cannot be read'],
  ['long', `/books?${'x'.repeat(20_000)}`, closedAddress, 'The address is too long'],
  ['down', '/books', closedAddress, 'Please try again in a moment'],
  ['down-api', '/api/books', closedAddress, 'Please try again in a moment'],
  ['broken', '/books', broken, 'Something went wrong'],
  ['silent', '/books', silent, 'That took too long'],
])('shows a page in both themes: %s', async (name, target, service, title) => {
  const reader = await openAt(target, service);
  expect(await reader.text('h1')).toBe(title);
  expect(await reader.faults(`gateway-${name}`)).toEqual([]);
});

it('loads nothing else, and obeys its policy', async () => {
  const reader = await openReader((await startGateway({ CONTENT_URL: await closedAddress() })).url);
  const complaints: string[] = [];
  reader.page.on('console', (message) => complaints.push(message.text()));
  await reader.open('/books');
  expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
  expect(await reader.groundColour()).toBe('rgb(245, 246, 248)');
});

it('has the theme that the reader chose', async () => {
  const reader = await openAt('/nowhere', closedAddress);
  const { host } = new URL(reader.page.url());
  await reader.page
    .browserContext()
    .setCookie({ name: 'almanac-theme', value: 'dark', domain: host.split(':')[0] ?? '' });
  await reader.open('/nowhere');
  expect(await reader.groundColour()).toBe('rgb(20, 24, 30)');
});

it('leads back to the form whose file was too large', async () => {
  const form = `<!doctype html><html lang="en"><title>Imports</title><form method="post" enctype="multipart/form-data">
    <label>File <input type="file" name="file" id="file"></label> <button type="submit">Upload</button></form></html>`;
  const CONTENT_URL = await startUpstream((req, res) =>
    req.resume().on('end', () => res.setHeader('Content-Type', 'text/html; charset=utf-8').end(form)),
  );
  const { url } = await startGateway({ CONTENT_URL }, { bodyLimitBytes: 1_000_000 });
  const file = path.join(tmpdir(), `almanac-large-${process.pid}`);
  await writeFile(file, Buffer.alloc(3_000_000));
  const reader = await openReader(url);
  await reader.page.goto(`${url}/settings/imports`);
  const field = await reader.page.$<'input#file'>('input#file');
  await field?.uploadFile(file);
  await reader.press('Upload');
  await rm(file);
  expect(await reader.text('h1')).toBe('That was too much');
  expect(await reader.faults('gateway-too-large')).toEqual([]);
  const back = await reader.links();
  expect(back).toContain('/settings/imports');
});
