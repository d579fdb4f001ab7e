import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '@almanac/testing';
import { DrainingServer } from './draining-server';

const LONG_MS = 60_000;
const IDLE_MS = 50;
const agents: Agent[] = [];
let draining: DrainingServer | undefined;

afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  draining?.server.closeAllConnections();
  await draining?.drain({ idleMs: 0, limitMs: 0 });
});

const portOf = (server: Server): number => {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
};

async function listening(listener: RequestListener = (_req, res) => void res.end('done')) {
  const server = createServer(listener);
  draining = new DrainingServer(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server: draining, port: portOf(server) };
}

/** A client with one persistent connection. */
function client(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return async (path = '/') => {
    const [res] = (await once(request({ port, agent, path, host: '127.0.0.1' }).end(), 'response')) as [
      IncomingMessage,
    ];
    return { status: res.statusCode, connection: res.headers.connection, body: await text(res) };
  };
}

/** A server whose answers wait until the test releases them. */
async function withHeldAnswers(before: (res: ServerResponse) => void = () => undefined) {
  const held: ServerResponse[] = [];
  const { server, port } = await listening((_req, res) => {
    before(res);
    held.push(res);
  });
  const ask = client(port);
  const answer = ask();
  answer.catch(() => undefined);
  while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  return { server, port, ask, answer, letGo: () => held.splice(0).forEach((res) => res.end('done')) };
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const FIRST = 'HEAD / HTTP/1.1\r\nHost: a\r\nKeep-Alive: timeout=4\r\n\r\n';
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';
const UPLOAD = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n';

/** A connection on which raw bytes were sent and read by the server, which has answered the first request if it is whole. */
async function speaking({ server }: DrainingServer, port: number, bytes: string) {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = await opened(port);
  const [other] = await accepted;
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  const answered = new Promise<{ statuses: number[]; error?: Error }>((resolve) => {
    let error: Error | undefined;
    socket.once('error', (failure) => (error = failure));
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    socket.once('close', () => resolve({ statuses: statuses(), ...(error && { error }) }));
  });
  socket.write(bytes);
  await until(() => other.bytesRead === bytes.length && (received !== '' || !bytes.includes('\r\n\r\n')));
  return { socket, answered };
}

/** Lets the drain act between two writes; longer and shorter times change no result. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

/** What a client sends before the drain and during it, and how many answers it gets at least. */
const MEETINGS: [what: string, before: string, during: string[], answers: number][] = [
  ['on an idle connection', FIRST, [`${POST}body`], 2],
  [
    'in parts on an idle connection',
    FIRST,
    ['POST / HT', 'TP/1.1\r\nHost: a\r\nContent-Le', 'ngth: 1\r\n\r\n', 'x'],
    2,
  ],
  ['whose head is half sent', 'POST / HTTP/1.1\r\nHo', ['st: a\r\nContent-Length: 1\r\n\r\nx'], 1],
  [
    'whose head is half sent after another one',
    `${FIRST}POST / HT`,
    ['TP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx'],
    2,
  ],
  ['whose body is half sent', `${POST}bo`, ['dy'], 1],
  ['whose body is sent after its answer', FIRST, [UPLOAD, 'x'.repeat(100_000), 'x'.repeat(100_000)], 2],
  ['that was answered while its body is sent', `${FIRST}${UPLOAD}x`, ['x'.repeat(199_999), GET], 3],
  ['before a pipelined one', FIRST, [`${GET}${POST}body`], 2],
  ['after the last answer has begun', FIRST, [GET, `${POST}body`], 2],
];

describe.each([
  ['at once', (res: ServerResponse) => void res.end('done')],
  ['later', (res: ServerResponse) => void setTimeout(() => res.end('done'), 5)],
  ['in parts', (res: ServerResponse) => (res.write('half '), setTimeout(() => res.end('done'), 5))],
])('a server that answers %s and stops without a delay', (_when, respond) => {
  it.each(MEETINGS)('answers a request %s', async (_what, before, during, answers) => {
    let runs = 0;
    const { server, port } = await listening((_req, res) => {
      runs += 1;
      respond(res);
    });
    const { socket, answered } = await speaking(server, port, before);
    const drained = server.drain({ idleMs: 0, limitMs: LONG_MS });
    for (const bytes of during) {
      await settled();
      socket.write(bytes);
    }
    const { statuses, error } = await answered;
    expect([error, statuses.slice(0, answers)]).toEqual([undefined, Array(answers).fill(200)]);
    // A pipelined request that cannot be answered is not run.
    expect(runs).toBe(statuses.length);
    await drained;
  });
});

describe('a draining server', () => {
  it('answers an idle connection once more and then closes it', async () => {
    const { server, port } = await listening();
    const ask = client(port);
    expect(await ask()).toMatchObject({ status: 200, connection: 'keep-alive' });
    const drained = server.drain({ idleMs: LONG_MS, limitMs: LONG_MS });
    expect(await ask()).toEqual({ status: 200, connection: 'close', body: 'done' });
    await drained;
  });

  it('refuses new connections', async () => {
    const { server, port, letGo } = await withHeldAnswers();
    const drained = server.drain({ idleMs: 0, limitMs: LONG_MS });
    await expect(opened(port)).rejects.toThrow('ECONNREFUSED');
    letGo();
    await drained;
  });

  it('finishes a running request and answers with Connection: close', async () => {
    const { server, answer, letGo } = await withHeldAnswers();
    const drained = server.drain({ idleMs: 0, limitMs: LONG_MS });
    letGo();
    expect(await answer).toEqual({ status: 200, connection: 'close', body: 'done' });
    await drained;
  });

  it('answers once more on a connection whose last response had already begun', async () => {
    const { server, ask, answer, letGo } = await withHeldAnswers((res) => void res.write('half '));
    const drained = server.drain({ idleMs: LONG_MS, limitMs: LONG_MS });
    letGo();
    expect(await answer).toEqual({ status: 200, connection: 'keep-alive', body: 'half done' });
    const next = ask();
    await new Promise((resolve) => setTimeout(resolve, 50));
    letGo();
    expect(await next).toMatchObject({ status: 200, body: 'half done' });
    await drained;
  });

  it('answers a request that arrives while a busy process is late to close its connection', async () => {
    const { server, port } = await listening();
    const socket = await opened(port);
    const drained = server.drain({ idleMs: IDLE_MS, limitMs: LONG_MS });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const until = performance.now() + 2 * IDLE_MS;
    while (performance.now() < until);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*done/);
    await drained;
  });

  it('does not wait for idle connections or connections without a request', async () => {
    const { server, port } = await listening();
    await client(port)();
    const silent = await opened(port);
    await server.drain({ idleMs: 10, limitMs: LONG_MS });
    silent.destroy();
  });

  it.each([
    ['names no time', ''],
    ['keeps idle connections for long', 'Keep-Alive: timeout=60\r\n'],
    ['keeps idle connections for ever', 'Keep-Alive: max=100\r\n'],
  ])('does not wait for a client that %s', async (_what, header) => {
    const { server, port } = await listening();
    const { answered } = await speaking(server, port, `HEAD / HTTP/1.1\r\nHost: a\r\n${header}\r\n`);
    await server.drain({ idleMs: 0, limitMs: LONG_MS });
    expect(await answered).toEqual({ statuses: [200] });
  });

  it('waits no longer than the limit for a client that promised to close its connection', async () => {
    const { server, port } = await listening();
    const { answered } = await speaking(server, port, FIRST);
    await server.drain({ idleMs: 0, limitMs: 20 });
    expect(await answered).toEqual({ statuses: [200] });
  });

  it('cuts off requests that run longer than the limit', async () => {
    const { server, answer } = await withHeldAnswers();
    await server.drain({ idleMs: 0, limitMs: 20 });
    await expect(answer).rejects.toThrow('socket hang up');
  });

  it('can be drained twice, and before it listens', async () => {
    const { server } = await listening();
    await Promise.all([server.drain({ idleMs: 0, limitMs: 0 }), server.drain({ idleMs: 0, limitMs: 0 })]);
    await new DrainingServer(createServer()).drain({ idleMs: 0, limitMs: 0 });
  });

  it('fails no request of busy clients', async () => {
    const { server, port } = await listening((_req, res) => setTimeout(() => res.end('done'), 5));
    let answers = 0;
    const busy = Array.from({ length: 8 }, async () => {
      const ask = client(port);
      for (;;) {
        const { status, connection } = await ask();
        answers += 1;
        expect(status).toBe(200);
        if (connection === 'close') return;
      }
    });
    while (answers < 50) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.drain({ idleMs: 1_000, limitMs: LONG_MS });
    await Promise.all(busy);
  });
});
