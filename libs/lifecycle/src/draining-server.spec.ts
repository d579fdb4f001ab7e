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
