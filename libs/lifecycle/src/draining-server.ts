import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface DrainTimes {
  /** How long an idle connection may still send a request. */
  idleMs: number;
  /** When all remaining connections are destroyed. */
  limitMs: number;
}

/**
 * Takes an HTTP server out of service without a failed request.
 * `server.close()` alone ends idle connections at once, although a request may be on its way, and never ends busy ones.
 */
export class DrainingServer {
  private readonly connections = new Map<Socket, Set<ServerResponse>>();
  private drained: Promise<void> | undefined;
  private idleMs = 0;

  /** @param server with its listeners, before it listens */
  constructor(readonly server: Server) {
    server.on('connection', (socket) => this.track(socket));
    // Before all other listeners, so that the header is set before an answer can be sent.
    const begin = (request: IncomingMessage, answer: ServerResponse) => this.begin(request, answer);
    server.prependListener('request', begin);
    // For requests with `Expect: 100-continue`, Node emits this event instead of `request`, but only when it has listeners.
    if (server.listenerCount('checkContinue') > 0) server.prependListener('checkContinue', begin);
  }

  /** Accepts no new connections, and resolves when the last one has ended. */
  drain(times: DrainTimes): Promise<void> {
    return (this.drained ??= this.finish(times));
  }

  /** The first request on this connection whose answer is not finished yet. */
  unanswered(connection: Duplex): IncomingMessage | undefined {
    const [answer] = (connection instanceof Socket ? this.connections.get(connection) : undefined) ?? [];
    return answer?.req;
  }

  private async finish({ idleMs, limitMs }: DrainTimes): Promise<void> {
    if (!this.server.listening) return;
    this.idleMs = idleMs;
    const closed = once(this.server, 'close');
    // Not `close` of node:http, which ends idle connections.
    NetServer.prototype.close.call(this.server);
    for (const [socket, answers] of this.connections) {
      for (const answer of answers) announce(answer);
      if (answers.size === 0) this.endWhenIdle(socket);
    }
    const cutOff = setTimeout(() => this.cutOff(), limitMs);
    await closed;
    clearTimeout(cutOff);
  }

  private track(socket: Socket): void {
    this.connections.set(socket, new Set());
    socket.once('close', () => this.connections.delete(socket));
  }

  private begin({ socket }: IncomingMessage, answer: ServerResponse): void {
    const answers = this.connections.get(socket);
    if (this.drained) announce(answer);
    answers?.add(answer);
    answer.once('close', () => {
      answers?.delete(answer);
      // An answer that began before the drain has no `Connection: close`.
      if (this.drained) this.endWhenIdle(socket);
    });
  }

  /**
   * Uses `destroy`, not `end`: a half-open connection could still send a request, which would run and never be answered.
   * A timer that is late runs before the requests that arrived meanwhile are read; `setImmediate` runs after them.
   */
  private endWhenIdle(socket: Socket): void {
    const end = () => {
      if (this.connections.get(socket)?.size === 0) socket.destroy();
    };
    setTimeout(() => setImmediate(end), this.idleMs).unref();
  }

  private cutOff(): void {
    for (const socket of this.connections.keys()) socket.destroy();
  }
}

function announce(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
