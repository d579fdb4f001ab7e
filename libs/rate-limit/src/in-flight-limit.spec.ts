import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@almanac/testing';
import express, { type Response } from 'express';
import { stopCounting, InFlightLimit } from './in-flight-limit';

let limit: InFlightLimit;
let server: Server;
let address: string;
/** Requests in progress. */
let working: Map<string, Response>;
beforeEach(async () => {
  limit = new InFlightLimit(() => 2);
  working = new Map();
  const app = express();
  app.use((request, response, next) => {
    limit.enter(String(request.headers['x-caller']), request, response).then(() => {
      if (request.path.startsWith('/waits')) stopCounting(request);
      working.set(request.path, response);
      response.once('close', () => working.delete(request.path));
    }, next);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, caller = 'one', signal?: AbortSignal) =>
  fetch(address + path, { headers: { 'x-caller': caller }, ...(signal && { signal }) }).then(
    ({ status }) => status,
    () => 'gone',
  );
const isWorking = (...paths: string[]) => until(() => paths.every((path) => working.has(path)));
const answer = (path: string) => working.get(path)?.end('x');

it('InFlightLimit runs two requests of each caller at once, and queues the others', async () => {
  const answers = [ask('/1'), ask('/2')];
  await isWorking('/1', '/2');
  const third = ask('/3');
  const other = ask('/other', 'two');
  await isWorking('/other');
  expect([...working.keys()].sort()).toEqual(['/1', '/2', '/other']);
  answer('/1');
  await isWorking('/3');
  for (const path of ['/2', '/3', '/other']) answer(path);
  expect(await Promise.all([...answers, third, other])).toEqual([200, 200, 200, 200]);
  await until(() => limit.size === 0);
});

it('InFlightLimit removes the requests of a caller who disconnects', async () => {
  const leaving = new AbortController();
  const answers = [ask('/1', 'one', leaving.signal), ask('/2', 'one', leaving.signal)];
  await isWorking('/1', '/2');
  const third = ask('/3', 'one', leaving.signal);
  leaving.abort();
  expect(await Promise.all([...answers, third])).toEqual(['gone', 'gone', 'gone']);
  await until(() => limit.size === 0);
  const next = [ask('/4'), ask('/5')];
  await isWorking('/4', '/5');
  answer('/4');
  answer('/5');
  expect(await Promise.all(next)).toEqual([200, 200]);
});

it('InFlightLimit does not count a request that waits for other work', async () => {
  const waiting = [ask('/waits/1'), ask('/waits/2'), ask('/waits/3')];
  await isWorking('/waits/1', '/waits/2', '/waits/3');
  for (const path of [...working.keys()]) answer(path);
  expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
});

it('InFlightLimit does not count a complete response to a slow reader', async () => {
  const { request } = await import('node:http');
  const slow = [1, 2].map((number) => request(`${address}/slow/${number}`, { headers: { 'x-caller': 'one' } }));
  const readers = Promise.all(
    slow.map(async (sent) => ((await once(sent.end(), 'response')) as [IncomingMessage])[0].pause()),
  );
  await isWorking('/slow/1', '/slow/2');
  for (const path of ['/slow/1', '/slow/2']) working.get(path)?.end(Buffer.alloc(30_000_000));
  await readers;
  const next = ask('/next');
  await isWorking('/next');
  expect(working.size).toBe(3);
  answer('/next');
  expect(await next).toBe(200);
  for (const sent of slow) sent.destroy();
});

it('InFlightLimit returns 429 when its queue is full', async () => {
  const responses = Array.from({ length: 203 }, (_, at) => ask(`/${at}`));
  expect(await Promise.race(responses)).toBe(429);
  await until(() => working.size === 2);
});
