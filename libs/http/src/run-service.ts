import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, errorAnswer, unreachable } from '@almanac/errors';
import { DrainingServer, runProgram } from '@almanac/lifecycle';
import { detached, errorFields, type Logger, Readiness, type TraceSettings } from '@almanac/observability';
import type { NestExpressApplication } from '@nestjs/platform-express';

interface ServiceSettings {
  /** The name of the program. */
  name: string;
  host: string;
  port: number;
  metricsPort: number;
  traces: TraceSettings | undefined;
  shutdownDelayMs: number;
}

interface Service {
  dialect: Dialect;
  /** Rejects while the app cannot start: the database is away, refuses, or lacks migrations. */
  canStart: () => Promise<void>;
  createApp: () => Promise<NestExpressApplication>;
}

/** Callers close idle connections much sooner. */
const LEAVE_WITHIN_MS = 20_000;
const RETRY_AFTER_MS = 1_000;
const REPORT_AGAIN_AFTER_MS = 60_000;

/**
 * Serves an app of `createApp` until the process is told to stop. While the app cannot start, the program stays, answers 503 and tells the
 * cause in the log. It becomes ready by itself.
 */
export function runService(service: Service, logger: Logger, { port, ...settings }: ServiceSettings): Promise<void> {
  const startupServer = new StartupServer(service.dialect);
  let app: NestExpressApplication | undefined;
  let server: DrainingServer | undefined;
  return runProgram({
    ...settings,
    logger,
    server: {
      drain: async (times) => {
        await Promise.all([server?.drain(times), startupServer.close(times)]);
      },
    },
    listen: async () => {
      await waitUntil(service.canStart, logger, () => startupServer.open(port, settings.host));
      app = await service.createApp();
      const leaving = startupServer.close({ idleMs: settings.shutdownDelayMs, limitMs: LEAVE_WITHIN_MS });
      detached(leaving, 'connections of the waiting room');
      server = new DrainingServer(app.getHttpServer());
      await app.listen(port, settings.host);
    },
    announceStopping: () => app?.get(Readiness, { strict: false }).announceStopping(),
    close: async () => app?.close(),
  });
}

/** A cause is told when it is new, and then once a minute. */
async function waitUntil(canStart: () => Promise<void>, logger: Logger, meanwhile: () => Promise<void>): Promise<void> {
  let reported: { cause: string; at: number } | undefined;
  for (;;) {
    const failure = await canStart().then(
      () => undefined,
      (thrown: unknown) => ({ thrown, cause: errorFields(thrown).message }),
    );
    if (failure === undefined) break;
    if (reported?.cause !== failure.cause || Date.now() - reported.at > REPORT_AGAIN_AFTER_MS) {
      logger.error({ err: failure.thrown }, 'the database cannot be used yet: this program waits for it');
      reported = { cause: failure.cause, at: Date.now() };
    }
    await meanwhile();
    await sleep(RETRY_AFTER_MS);
  }
  if (reported) logger.info('the database can be used now');
}

/** Bodies and answers of the probes are those of `HealthController`. */
const ALIVE = { status: 'ok' };
const NOT_READY = { status: 'unavailable', checks: { database: 'failing' } };

/** Answers in place of a service that cannot start yet: it is alive, and not ready. */
export class StartupServer {
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
