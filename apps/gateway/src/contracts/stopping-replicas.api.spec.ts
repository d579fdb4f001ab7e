import { DrainingServer } from '@almanac/lifecycle';
import { freePort } from '@almanac/runtime';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { send } from '../testing/client';
import { startGateway, startUnverifiedUpstream, startUpstream, stopAll } from '../testing/servers';

const NAME = 'content.test';
const LONG_MS = 60_000;
let stopping: DrainingServer | undefined;

afterEach(async () => {
  await stopAll();
  stopping?.server.closeAllConnections();
  await stopping?.drain({ idleMs: 0, limitMs: 0 });
});

const write = (url: string, body = 'x') => send(url, '/api/pages', { method: 'POST', body });

/** Ends of a connection that the system has accepted for a process. */
const ENDS: [how: string, end: (socket: Socket) => void, alone: number][] = [
  ['resets it unread', (socket) => socket.resetAndDestroy(), 503],
  ['closes it unread', (socket) => socket.destroy(), 503],
  ['resets it after reading', (socket) => socket.once('data', () => socket.resetAndDestroy()), 503],
  ['closes it after reading', (socket) => socket.once('data', () => socket.end()), 503],
  ['closes it within a head', (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n')), 503],
  [
    'says that it is the last answer',
    (socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')),
    503,
  ],
  ['speaks no HTTP', (socket) => socket.once('data', () => socket.write('220 mail.example\r\n\r\n')), 502],
  ['sends more than an answer', (socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nx')), 502],
  [
    'sends two answers',
    (socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n')),
    502,
  ],
  [
    'sends only an interim answer',
    (socket) => socket.once('data', () => socket.write('HTTP/1.1 103 Early\r\n\r\n')),
    504,
  ],
  ['sends an endless head', (socket) => socket.once('data', () => socket.write('HTTP/1.1 200 O'.repeat(9_000))), 502],
  ['never answers', () => undefined, 504],
];

describe('a process whose system accepts a connection, and which then', () => {
  it.each(ENDS)('%s, gets no write', async (_how, end, alone) => {
    let sent = '';
    const CONTENT_URL = await startUnverifiedUpstream((socket) => {
      socket.on('data', (bytes) => (sent += bytes.toString()));
      end(socket);
    });
    const { url } = await startGateway({ CONTENT_URL }, { responseTimeoutMs: 200 });
    expect((await write(url)).status).toBe(alone);
    expect(sent).not.toContain('POST');
  });

  it.each(ENDS.filter(([, , alone]) => alone === 503))(
    '%s, costs no write when there is another',
    async (_how, end) => {
      let writes = 0;
      const counts: RequestListener = (_req, res) => {
        writes += 1;
        res.end('ok');
      };
      const { port } = new URL(await startUnverifiedUpstream(end));
      await startUpstream(counts, { host: '127.0.0.2', port: Number(port) });
      const { url } = await startGateway(
        { CONTENT_URL: `http://${NAME}:${port}` },
        { addressesOf: () => Promise.resolve(['127.0.0.1', '127.0.0.2']) },
      );
      for (let count = 0; count < 4; count += 1) expect((await write(url)).status).toBe(200);
      expect(writes).toBe(4);
    },
  );

  it.each([
    ['in one packet', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n']],
    [
      'in parts',
      ['HTTP/1.1 103 Early\r\n\r', '\nHTTP/1.1 102 ', 'Processing\r\n\r\n', 'HTTP/1.1 204 No Content\r\n\r', '\n'],
    ],
  ])('sends interim answers before the first one %s, gets the write after it', async (_how, parts) => {
    const CONTENT_URL = await startUnverifiedUpstream((socket) => {
      socket.once('data', () => {
        socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\ndone'));
        for (const [n, part] of parts.entries()) setTimeout(() => socket.write(part), n * 20);
      });
    });
    const { url } = await startGateway({ CONTENT_URL });
    expect(await write(url)).toMatchObject({ status: 201, body: 'done' });
  });

  it('resets it, costs no write when the next connection leads to another process', async () => {
    let connections = 0;
    const CONTENT_URL = await startUnverifiedUpstream((socket) => {
      connections += 1;
      if (connections < 3) socket.resetAndDestroy();
      else socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    });
    const { url } = await startGateway({ CONTENT_URL });
    // HEAD would be answered alike.
    expect([(await write(url)).status, connections]).toEqual([200, 3]);
  });
});

/** A service of ours, and a gateway that has a connection to it. */
async function withStoppingService(listener: RequestListener) {
  const server = createServer((req, res) => (req.url === '/healthz' ? res.end() : listener(req, res)));
  const draining = new DrainingServer(server);
  stopping = draining;
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { url } = await startGateway({ CONTENT_URL: `http://127.0.0.1:${port}` });
  /** Without a delay. */
  const stop = () => draining.drain({ idleMs: 0, limitMs: LONG_MS });
  return { url, stop };
}

const readsAll: RequestListener = (req, res) => void req.resume().once('end', () => res.end('ok'));
const turns = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('a service that stops without a delay', () => {
  it('answers a write on a connection that was idle, and ends', async () => {
    const { url, stop } = await withStoppingService(readsAll);
    expect((await write(url)).status).toBe(200);
    const stopped = stop();
    await turns();
    expect((await write(url)).status).toBe(200);
    await stopped;
    expect((await write(url)).status).toBe(503);
  });

  it('answers one write on each idle connection', async () => {
    const held: (() => void)[] = [];
    const { url, stop } = await withStoppingService((_req, res) => {
      held.push(() => res.end('ok'));
      if (held.length === 5) for (const release of held.splice(0)) release();
    });
    const five = async () =>
      (await Promise.all(Array.from({ length: 5 }, () => write(url)))).map(({ status }) => status);
    expect(await five()).toEqual([200, 200, 200, 200, 200]);
    const stopped = stop();
    await turns();
    expect(await five()).toEqual([200, 200, 200, 200, 200]);
    await stopped;
  });

  it.each<[what: string, listener: RequestListener, status: number]>([
    ['once it has arrived', readsAll, 200],
    ['before it has arrived', (_req, res) => void res.writeHead(413).end('no'), 413],
  ])('answers an upload %s', async (_when, listener, status) => {
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const { url, stop } = await withStoppingService((req, res) => {
      begun();
      listener(req, res);
    });
    const upload = write(url, 'x'.repeat(5_000_000));
    await hasBegun;
    const stopped = stop();
    expect((await upload).status).toBe(status);
    await stopped;
  });

  it('finishes a response that it streams, and answers a write on its connection', async () => {
    let finish: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const { url, stop } = await withStoppingService((req, res) => {
      if (req.method === 'POST') {
        readsAll(req, res);
        return;
      }
      res.write('half ');
      finish = () => res.end('done');
      begun();
    });
    const streamed = send(url, '/api/pages');
    await hasBegun;
    const stopped = stop();
    await turns();
    finish();
    expect((await streamed).body).toBe('half done');
    expect((await write(url)).status).toBe(200);
    await stopped;
  });
});
