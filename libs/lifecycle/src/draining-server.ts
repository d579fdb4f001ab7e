import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface DrainTimes {
  /** How long an idle connection may still send a request, unless its client closes idle connections itself. */
  idleMs: number;
  /** When all remaining connections are destroyed. */
  limitMs: number;
}

interface Connection {
  readonly answers: Set<ServerResponse>;
  /** `bytesRead` of the socket after the latest whole request that was answered. */
  bytesDone: number;
  /** The answer after which the connection ends. */
  last?: ServerResponse;
  /** Only its client closes it while it is idle. */
  isClosedByClient: boolean;
}

/** Longer idle times would hold up a stop for too long. */
const MAX_CLIENT_IDLE_SECONDS = 5;

/**
 * Takes an HTTP server out of service without a failed request: each one that arrives on an open connection is answered, or was not run.
 * `server.close()` alone ends idle connections at once, although a request may be on its way, and never ends busy ones.
 */
export class DrainingServer {
  private readonly connections = new Map<Socket, Connection>();
  private drained: Promise<void> | undefined;
  private idleMs = 0;

  /** @param server with its listeners, before it listens */
  constructor(readonly server: Server) {
    server.on('connection', (socket) => this.track(socket));
    this.precede('request');
    // For requests with `Expect: 100-continue`, Node emits this event instead of `request`, but only when it has listeners.
    if (server.listenerCount('checkContinue') > 0) this.precede('checkContinue');
  }

  /** Accepts no new connections, and resolves when the last one has ended. */
  drain(times: DrainTimes): Promise<void> {
    return (this.drained ??= this.finish(times));
  }

  /** The first request on this connection whose answer is not finished yet. */
  unanswered(connection: Duplex): IncomingMessage | undefined {
    const [answer] = (connection instanceof Socket ? this.connections.get(connection)?.answers : undefined) ?? [];
    return answer?.req;
  }

  private async finish({ idleMs, limitMs }: DrainTimes): Promise<void> {
    if (!this.server.listening) return;
    this.idleMs = idleMs;
    const closed = once(this.server, 'close');
    // Not `close` of node:http, which ends idle connections.
    NetServer.prototype.close.call(this.server);
    for (const [socket, connection] of this.connections) {
      announceLast(connection);
      if (connection.answers.size === 0) this.endWhenIdle(socket, connection);
    }
    const cutOff = setTimeout(() => this.cutOff(), limitMs);
    await closed;
    clearTimeout(cutOff);
  }

  private track(socket: Socket): void {
    this.connections.set(socket, { answers: new Set(), bytesDone: 0, isClosedByClient: false });
    socket.once('close', () => this.connections.delete(socket));
  }

  /** The listeners get only the requests that can be answered, after the header of the answer is set. */
  private precede(event: 'request' | 'checkContinue'): void {
    const listeners = this.server.listeners(event);
    this.server.removeAllListeners(event);
    this.server.on(event, (request: IncomingMessage, answer: ServerResponse) => {
      if (!this.begin(request, answer)) return;
      for (const listener of listeners) Reflect.apply(listener, this.server, [request, answer]);
    });
  }

  /** @returns false if the answer could not be sent any more */
  private begin(request: IncomingMessage, answer: ServerResponse): boolean {
    const { socket } = request;
    const connection = this.connections.get(socket);
    if (!connection) return true;
    if (connection.last?.headersSent) {
      // It was pipelined behind the last one. Unread bytes would reset the connection.
      request.resume();
      return false;
    }
    connection.isClosedByClient ||= namesIdleTime(request);
    connection.answers.add(answer);
    if (this.drained) announceLast(connection);
    const done = () => {
      connection.bytesDone = socket.bytesRead;
      // An answer that began before the drain has no `Connection: close`.
      if (this.drained) this.endWhenIdle(socket, connection);
    };
    answer.once('close', () => {
      connection.answers.delete(answer);
      // The answer may be sent before the whole body has arrived.
      if (request.complete) done();
      else request.once('end', done);
    });
    return true;
  }

  /**
   * Uses `destroy`, not `end`: a half-open connection could still send a request, which would run and never be answered.
   * A timer that is late runs before the requests that arrived meanwhile are read; `setImmediate` runs after them.
   */
  private endWhenIdle(socket: Socket, connection: Connection): void {
    if (connection.isClosedByClient) return;
    const end = () => {
      // A request whose head is still arriving is known only by its bytes.
      if (connection.answers.size === 0 && socket.bytesRead === connection.bytesDone) socket.destroy();
    };
    setTimeout(() => setImmediate(end), this.idleMs).unref();
  }

  private cutOff(): void {
    for (const socket of this.connections.keys()) socket.destroy();
  }
}

/** `Keep-Alive: timeout=4` of a client promises that it closes the connection itself when it was idle for so many seconds. */
function namesIdleTime({ headers }: IncomingMessage): boolean {
  const [, seconds] = /^timeout=(\d+)$/.exec(headers['keep-alive']?.toString() ?? '') ?? [];
  return seconds !== undefined && Number(seconds) <= MAX_CLIENT_IDLE_SECONDS;
}

/** The last answer must be the one to the latest of several pipelined requests, because Node sends none after it. */
function announceLast(connection: Connection): void {
  const latest = [...connection.answers].at(-1);
  if (!latest || latest.headersSent) return;
  connection.last?.setHeader('Connection', 'keep-alive');
  latest.setHeader('Connection', 'close');
  connection.last = latest;
  closeWhenRead(latest.req);
}

/** To close a connection while the body of a request arrives would reset it, and a reset can overtake the answer. */
function closeWhenRead(request: IncomingMessage): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  // Node calls this when the last answer is sent.
  socket.destroySoon = () => {
    if (request.complete) {
      close();
      return;
    }
    socket.end();
    request.once('end', close).resume();
  };
}
