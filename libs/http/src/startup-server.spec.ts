import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { StartupServer } from './run-service';

const LONG_MS = 60_000;
let next: Server | undefined;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => {
  agent.destroy();
  next?.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('a startup server frees its port at once, and still answers on its connections', async () => {
  const port = await freePort();
  const write = async (dispatcher?: Agent) => {
    const sent = request({ port, host: '127.0.0.1', path: '/api/books', method: 'POST', agent: dispatcher ?? false });
    const [response] = (await once(sent.end('{}'), 'response')) as [IncomingMessage];
    await text(response);
    return [response.statusCode, response.headers.connection];
  };
  const room = new StartupServer('content');
  await room.open(port, '127.0.0.1');
  expect(await write(agent)).toEqual([503, 'keep-alive']);
  const left = room.close({ idleMs: LONG_MS, limitMs: LONG_MS });
  next = createServer((_request, response) => void response.writeHead(201).end()).listen(port, '127.0.0.1');
  await once(next, 'listening');
  expect(await write()).toEqual([201, 'close']);
  expect(await write(agent)).toEqual([503, 'close']);
  await left;
  await room.open(port, '127.0.0.1');
});
