import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { type Dialect, errorAnswer, unreachable } from '@almanac/errors';
import { DrainingServer } from '@almanac/lifecycle';

/** Bodies and answers of the probes are those of `HealthController`. */
const ALIVE = { status: 'ok' };
const NOT_READY = { status: 'unavailable', checks: { database: 'failing' } };

/** Answers in place of a service that cannot start yet: it is alive, and not ready. */
export class WaitingRoom {
  private readonly server: DrainingServer;
  private wasUsed = false;

  constructor(dialect: Dialect) {
    this.server = new DrainingServer(createServer(answering(dialect)));
  }

  /** Only the first call opens it; none does after `close`. */
  async open(port: number, host: string): Promise<void> {
    if (this.wasUsed) return;
    this.wasUsed = true;
    const { server } = this.server;
    server.listen(port, host);
    await once(server, 'listening');
  }

  /** Frees the port at once, and resolves when the last connection has ended. */
  close(times: Parameters<DrainingServer['drain']>[0]): Promise<void> {
    this.wasUsed = true;
    return this.server.drain(times);
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
