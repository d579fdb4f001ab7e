import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface DrainTimes {
  /** How long a connection without a request may still send one. */
  idleMs: number;
  /** When everything that still runs is cut off. */
  limitMs: number;
}

/**
 * Takes an HTTP server out of service without a failed request.
 * `server.close()` alone ends idle connections at once, perhaps under a request that is on its way, and lets busy ones go on for ever.
 */
export class DrainingServer {
  private readonly connections = new Map<Socket, Set<ServerResponse>>();
  private drained: Promise<void> | undefined;
  private idleMs = 0;

  /** @param server with its listeners, before it listens */
  constructor(readonly server: Server) {
    server.on('connection', (socket) => this.track(socket));
    // First of all listeners, so that the header is there before an answer can be.
    const begin = (request: IncomingMessage, answer: ServerResponse) => this.begin(request, answer);
    server.prependListener('request', begin);
    // Node asks these listeners instead, but only where there are any.
    if (server.listenerCount('checkContinue') > 0) server.prependListener('checkContinue', begin);
  }

  /** Takes no new connections and settles when the last one has ended. */
  drain(times: DrainTimes): Promise<void> {
    return (this.drained ??= this.finish(times));
  }

  /** Whether a request of this connection still waits for the end of its answer. */
  isAnswering(connection: Duplex): boolean {
    return connection instanceof Socket && (this.connections.get(connection)?.size ?? 0) > 0;
  }

  private async finish({ idleMs, limitMs }: DrainTimes): Promise<void> {
    if (!this.server.listening) return;
    this.idleMs = idleMs;
    const closed = once(this.server, 'close');
    // Not http's own `close`, which ends idle connections.
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
      // An answer that had begun before the drain left its connection open.
      if (this.drained) this.endWhenIdle(socket);
    });
  }

  /** Destroyed, not ended: a half-open connection could still bring a request that is carried out and never answered. */
  private endWhenIdle(socket: Socket): void {
    setTimeout(() => {
      if (this.connections.get(socket)?.size === 0) socket.destroy();
    }, this.idleMs).unref();
  }

  private cutOff(): void {
    for (const socket of this.connections.keys()) socket.destroy();
  }
}

function announce(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('Connection', 'close');
}
