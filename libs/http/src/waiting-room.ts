import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { type Dialect, errorAnswer, unreachable } from '@almanac/errors';

/** Bodies and answers of the probes are those of `HealthController`. */
const ALIVE = { status: 'ok' };
const NOT_READY = { status: 'unavailable', checks: { database: 'failing' } };

/** Answers in place of a service that cannot start yet: it is alive, and not ready. */
export class WaitingRoom {
  private readonly server: Server;

  constructor(dialect: Dialect) {
    this.server = createServer(answering(dialect));
  }

  get isOpen(): boolean {
    return this.server.listening;
  }

  async open(port: number, host: string): Promise<void> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }

  /** Frees the port. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    const closed = once(this.server, 'close');
    this.server.close();
    // A connection without a request would keep the port for minutes.
    this.server.closeAllConnections();
    await closed;
  }
}

function answering(dialect: Dialect): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?')[0];
    const send = (status: number, headers: Record<string, string>, body: object) =>
      response
        .writeHead(status, {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          ...headers,
          Connection: 'close',
        })
        .end(JSON.stringify(body));
    if (path === '/healthz') send(200, {}, ALIVE);
    else if (path === '/readyz') send(503, {}, NOT_READY);
    else {
      const { headers, body } = errorAnswer(unreachable(undefined), dialect, request);
      send(503, headers, body);
    }
  };
}
