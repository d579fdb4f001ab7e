import { createLogger } from '@almanac/observability';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { type GatewayConfig, readConfig } from '../config';
import { Gateway } from '../gateway';

const running: (() => Promise<void>)[] = [];

/** Stops all servers that the helpers below have started; call it after each test. */
export async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((stop) => stop()));
}

/** The request by which the gateway verifies a new connection; it precedes those that a test is about. */
const isFirst = (method?: string, url?: string) => method === 'HEAD' && url === '/healthz';
const FIRST_ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n';

/** A real HTTP server that plays a service. @param at where it listens: a free port of 127.0.0.1 by default */
export async function startUpstream(listener: RequestListener, at: Partial<Place> = {}): Promise<string> {
  const server = createServer((req, res) => (isFirst(req.method, req.url) ? res.end() : listener(req, res)));
  running.push(async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  return `http://${at.host ?? '127.0.0.1'}:${await listening(server, at)}`;
}

/** A TCP server that plays a service and may send arbitrary bytes. The listener gets connections that the gateway has verified. */
export function startRawUpstream(listener: (socket: Socket) => void): Promise<string> {
  return startUnverifiedUpstream((socket) => {
    socket.once('data', () => {
      listener(socket);
      socket.write(FIRST_ANSWER);
    });
  });
}

/** The same, and the listener gets the first request of each connection as well. */
export async function startUnverifiedUpstream(
  listener: (socket: Socket) => void,
  at: Partial<Place> = {},
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    listener(socket);
  });
  running.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://${at.host ?? '127.0.0.1'}:${await listening(server, at)}`;
}

/** An address with no listening server. */
export async function closedAddress(): Promise<string> {
  const server = createTcpServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

interface RunningGateway {
  url: string;
  port: number;
  gateway: Gateway;
  /** The log so far, as text. */
  logged: () => string;
}

/** Starts the gateway on a free port. `exact` overrides settings with values that the units of the environment cannot express. */
export async function startGateway(
  env: Record<string, string>,
  exact: Partial<GatewayConfig> = {},
): Promise<RunningGateway> {
  const config = { ...readConfig({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', ...env }), ...exact };
  const lines: string[] = [];
  const logger = createLogger(
    { level: config.logLevel, format: 'json', name: 'gateway' },
    { write: (line) => void lines.push(line) },
  );
  const gateway = await Gateway.create(config, logger);
  const port = await gateway.listen(config.port, config.host);
  running.push(async () => {
    await gateway.server.drain({ idleMs: 0, limitMs: 0 });
    await gateway.close();
  });
  return { url: `http://127.0.0.1:${port}`, port, gateway, logged: () => lines.join('') };
}

interface Place {
  host: string;
  port: number;
}

async function listening(server: Server, { host = '127.0.0.1', port = 0 }: Partial<Place> = {}): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
