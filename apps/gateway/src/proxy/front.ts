import { badRequest, Problem, toProblem } from '@almanac/errors';
import { type Logger, requestLog, validRequestId, withLogContext } from '@almanac/observability';
import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import {
  CALENDAR_ROOT,
  DESCRIPTION,
  prefixOf,
  PROBES,
  withOneSlash,
  pathForLog,
  type UpstreamName,
  upstreamOf,
} from '../routing/routes';
import type { WholeDescription } from '../openapi/whole-description';
import { ServicesReadiness } from './services-readiness';
import { type GatewayRequest, limitedBody, drainUpload } from './request';
import { codingFor, plainTags, startEncoder } from './encoding';
import { isAnonymousRead, isPreflight, METHODS } from './cors';
import { Exchange } from './exchange';
import { answerProblem } from './problem-answer';
import { requestHeaders, type ResponseHeaders } from './headers';
import { readTarget } from '../routing/target';
import type { TrustedProxies } from './trusted-proxies';
import type { Upstream } from '../upstream/upstream';

interface FrontParts {
  upstreams: Record<UpstreamName, Upstream>;
  /** Handles requests that belong to no upstream: probes, and 404 for the rest. */
  fallback: RequestListener;
  responseHeaders: ResponseHeaders;
  trustedProxies: TrustedProxies;
  trustsTraceparent: boolean;
  /** Additional prefixes of the calendar, for clients that expect it elsewhere. */
  calendarPrefixes: readonly string[];
  description: WholeDescription;
  services: ServicesReadiness;
  bodyLimitBytes: number;
  logger: Logger;
}

const OWN_PATHS = [DESCRIPTION, ...PROBES];

/** Receives every request: gives it an id, logs it, checks it, and routes it to its upstream or to the fallback. */
export class Front {
  private readonly log: ReturnType<typeof requestLog<GatewayRequest>>;

  constructor(private readonly parts: FrontParts) {
    this.log = requestLog(parts.logger, { path: pathForLog, route: ({ dialect }) => dialect ?? 'gateway' });
  }

  receive(req: GatewayRequest, res: ServerResponse, awaitsContinue = false): void {
    req.id = validRequestId(req.headers['x-request-id']) ?? randomUUID();
    if (!this.parts.trustsTraceparent) dropTrace(req);
    withLogContext({ request_id: req.id }, () =>
      this.log(req, res, () => {
        try {
          this.route(req, res, awaitsContinue);
        } catch (refusal) {
          this.refuse(req, res, refusal);
        }
      }),
    );
  }

  private route(req: GatewayRequest, res: ServerResponse, awaitsContinue: boolean): void {
    const { upstreams, responseHeaders, trustedProxies, calendarPrefixes, bodyLimitBytes, logger } = this.parts;
    const called = withOneSlash(req.url ?? '', calendarPrefixes);
    const path = readTarget(called);
    const prefix = prefixOf(path, calendarPrefixes);
    const name = prefix === undefined ? upstreamOf(path) : 'calendar';
    req.dialect = name;
    req.isApi = prefix !== undefined;
    if (hasSeveralHosts(req)) badRequest('The request names more than one host.');
    if (path === DESCRIPTION && req.method === 'GET') {
      this.describe(req, res).catch((failure: unknown) => this.refuse(req, res, failure));
      return;
    }
    if (ServicesReadiness.isRequestedBy(req)) {
      this.answerReadiness(req, res).catch((failure: unknown) => this.refuse(req, res, failure));
      return;
    }
    const isOpen = prefix !== undefined || (name === 'calendar' && path.startsWith(CALENDAR_ROOT));
    req.isOpenRead = isOpen && isAnonymousRead(req);
    if (isPreflight(req) && (name !== undefined || OWN_PATHS.includes(path))) {
      this.answerPreflight(req, res);
      return;
    }
    if (name === undefined) {
      this.fallBack(req, res);
      return;
    }
    if (req.method === 'TRACE') throw new Problem(405, 'The method is not supported.', { headers: { Allow: METHODS } });

    const body = limitedBody(req, bodyLimitBytes);
    const headers = requestHeaders(req, trustedProxies, prefix);
    const target = prefix === undefined ? called : `${CALENDAR_ROOT}${called.slice(prefix.length)}`;
    new Exchange({
      req,
      res,
      target,
      headers,
      body,
      awaitsContinue,
      upstream: upstreams[name],
      responseHeaders,
      logger,
    }).start();
  }

  /** Both interfaces in one document, with the rights of the caller. A refusal of a service is passed on. */
  private async describe(req: GatewayRequest, res: ServerResponse): Promise<void> {
    const { description, trustedProxies, responseHeaders } = this.parts;
    const condition = req.headers['if-none-match'];
    const found = await description.read(requestHeaders(req, trustedProxies));
    if ('refusal' in found) {
      const { status, headers, text } = found.refusal;
      res.writeHead(status, responseHeaders.relayed(req, status, headers)).end(text);
      return;
    }
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' };
    const status = condition !== undefined && plainTags(condition).includes(found.etag) ? 304 : 200;
    const answer = { ...headers, etag: found.etag };
    const coding = status === 200 ? codingFor(req, answer) : undefined;
    res.writeHead(status, responseHeaders.relayed(req, status, answer, true, coding));
    if (status === 304) res.end();
    else if (coding === undefined) res.end(found.text);
    else pipeline(Readable.from([found.text]), startEncoder(coding).stream, res, () => undefined);
  }

  private async answerReadiness(req: GatewayRequest, res: ServerResponse): Promise<void> {
    const { services, responseHeaders } = this.parts;
    const { status, body } = await services.read();
    const json = JSON.stringify(body);
    const described = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(json.length)];
    drainUpload(req, res);
    res.writeHead(status, [...responseHeaders.own(req), ...described, 'Cache-Control', 'no-store']).end(json);
  }

  private fallBack(req: GatewayRequest, res: ServerResponse): void {
    const headers = this.parts.responseHeaders.own(req);
    for (let i = 0; i + 1 < headers.length; i += 2) res.appendHeader(headers[i] ?? '', headers[i + 1] ?? '');
    drainUpload(req, res);
    this.parts.fallback(req, res);
  }

  private answerPreflight(req: GatewayRequest, res: ServerResponse): void {
    drainUpload(req, res);
    res.writeHead(204, this.parts.responseHeaders.preflight(req)).end();
  }

  private refuse(req: GatewayRequest, res: ServerResponse, refusal: unknown): void {
    const problem = toProblem(refusal);
    if (problem.status === 500) this.parts.logger.error({ err: refusal }, 'request failed in the gateway');
    if (res.headersSent) res.destroy();
    else answerProblem(req, res, problem, this.parts.responseHeaders.own(req));
  }
}

/** Otherwise a caller decides that its requests are recorded, against the ratio of the settings. */
function dropTrace({ headers }: GatewayRequest): void {
  if (headers.traceparent !== undefined) delete headers.traceparent;
  if (headers.tracestate !== undefined) delete headers.tracestate;
}

/** RFC 9112 §3.2: two programs could each use a different one of several Host headers. */
function hasSeveralHosts({ rawHeaders }: GatewayRequest): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}
