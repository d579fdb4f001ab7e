import { once } from 'node:events';
import { createServer, type Server, ServerResponse } from 'node:http';
import { DrainingServer } from '@almanac/lifecycle';
import { type Logger, NestLogger, Readiness } from '@almanac/observability';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { GatewayConfig } from './config';
import { GatewayModule } from './gateway.module';
import { WholeDescription } from './openapi/whole-description';
import { Cors } from './proxy/cors';
import { Front } from './proxy/front';
import { ResponseHeaders } from './proxy/headers';
import { MalformedRequests } from './proxy/malformed-request';
import { GatewayRequest } from './proxy/request';
import { ServicesReadiness } from './proxy/services-readiness';
import { TrustedProxies } from './proxy/trusted-proxies';
import type { UpstreamName } from './routing/routes';
import { Upstream } from './upstream/upstream';

/** Longer than the idle timeout of usual load balancers: they must close an idle connection before the gateway does. */
const KEEP_ALIVE_MS = 65_000;
const WHOLE_REQUEST_MS = 600_000;

/** The running program: a plain HTTP server that forwards requests, and a small Nest application for the probes. */
export class Gateway {
  private constructor(
    readonly server: DrainingServer,
    private readonly nest: INestApplication,
    private readonly upstreams: Record<UpstreamName, Upstream>,
    private readonly logger: Logger,
  ) {}

  static async create(config: GatewayConfig, logger: Logger): Promise<Gateway> {
    const upstreams = {
      content: new Upstream('content', config.contentUrl, config),
      calendar: new Upstream('calendar', config.calendarUrl, config),
    };
    const nest = await createNest(upstreams, logger);
    const responseHeaders = new ResponseHeaders(config, new Cors(config.corsAllowedOrigins));
    const front = new Front({
      upstreams,
      fallback: nest.getHttpAdapter().getInstance(),
      responseHeaders,
      trustedProxies: new TrustedProxies(config.trustedProxies),
      trustsTraceparent: config.trustsTraceparent,
      calendarPrefixes: config.calendarPrefixes,
      description: new WholeDescription(upstreams, config.calendarPrefixes),
      services: new ServicesReadiness(nest.get(Readiness, { strict: false })),
      bodyLimitBytes: config.bodyLimitBytes,
      logger,
    });
    const server = new DrainingServer(createHttpServer(front));
    const malformed = new MalformedRequests((connection) => server.unanswered(connection));
    server.server.on('clientError', (failure, connection) => malformed.answer(failure, connection));
    return new Gateway(server, nest, upstreams, logger);
  }

  /** @returns the port; the system chooses it if `port` is 0 */
  async listen(port: number, host: string): Promise<number> {
    const { server } = this.server;
    server.listen(port, host);
    await once(server, 'listening');
    const address = server.address();
    const listensOn = typeof address === 'object' && address !== null ? address.port : port;
    this.logger.info({ port: listensOn, host }, 'listening');
    return listensOn;
  }

  /** Makes the readiness probe fail from now on. */
  announceStopping(): void {
    this.nest.get(Readiness, { strict: false }).announceStopping();
  }

  /** Closes the connections to the services; call it when no request is running any more. */
  async close(): Promise<void> {
    await Promise.all([this.upstreams.content.close(), this.upstreams.calendar.close(), this.nest.close()]);
  }
}

function createHttpServer(front: Front): Server<typeof GatewayRequest> {
  const server = createServer({
    IncomingMessage: GatewayRequest,
    ServerResponse,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: WHOLE_REQUEST_MS,
    // The default, stated here because a lenient parser makes request smuggling possible.
    insecureHTTPParser: false,
  });
  server.on('request', (req, res) => front.receive(req, res));
  server.on('checkContinue', (req, res) => front.receive(req, res, true));
  return server;
}

async function createNest(upstreams: Record<UpstreamName, Upstream>, logger: Logger): Promise<NestExpressApplication> {
  const nest = await NestFactory.create<NestExpressApplication>(
    GatewayModule.forRoot(upstreams, logger),
    new ExpressAdapter(),
    {
      logger: new NestLogger(logger),
      bodyParser: false,
    },
  );
  nest.disable('x-powered-by');
  return nest.init();
}
