import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { withLogContext, type Logger } from './log/logger';
import { targetWithoutSecrets } from './log/secrets';
import { histogram } from './metrics/metrics';
import { type Span, type TraceHeaders, tracer, type Tracer } from './tracing/tracer';

declare module 'express-serve-static-core' {
  interface Request {
    /** The request's id in logs and in `X-Request-Id`; set by `requestId()`. */
    id: string;
  }
}

const VALID = /^[A-Za-z0-9._-]{1,128}$/;

/** The header's value when it is valid: 1-128 letters, digits, dots, underscores and dashes. Other characters could forge log lines. */
export function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && VALID.test(header) ? header : undefined;
}

/** Middleware: keeps a valid incoming `X-Request-Id`, or creates a UUID. Sets `req.id`, the answer's `X-Request-Id` and the log context. */
export function requestId(): (req: IncomingMessage & { id: string }, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    req.id = validRequestId(req.headers['x-request-id']) ?? randomUUID();
    res.setHeader('X-Request-Id', req.id);
    withLogContext({ request_id: req.id }, next);
  };
}

const PROBE = /^\/(?:healthz|readyz)(?:\?|$)/;

/** A request of express or of plain `node:http`; only the fields that the log reads. */
type LoggedRequest = IncomingMessage &
  RoutedRequest & { id?: string; originalUrl?: string; actor?: { id?: unknown } | null };

interface RequestLogOptions<Request extends LoggedRequest> {
  /** Rewrites the logged path when a segment of it is a secret, e.g. the token of an invitation's link. */
  path?: ((target: string) => string) | undefined;
  /** The label of the request's metrics; the template of its route by default. */
  route?: (req: Request) => string;
}

/**
 * Middleware: writes one line when the answer is sent or the connection broke:
 * `{ method, path, status, duration_ms, request_id, trace_id?, user_id?, aborted? }`.
 * Health probes have level debug, other requests info. Also measures the request (`almanac_request_seconds`), and traces it.
 */
export function requestLog<Request extends LoggedRequest>(
  logger: Logger,
  { path = (target) => target, route = routeTemplate }: RequestLogOptions<Request> = {},
): (req: Request, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    const target = req.originalUrl ?? req.url ?? '/';
    const level = PROBE.test(target) ? 'debug' : 'info';
    const started = performance.now();
    const active = level === 'info' ? tracer() : undefined;
    const span = active?.startRoot(req.method ?? '', traceHeaders(req));
    res.once('close', () => {
      const took = performance.now() - started;
      const status = res.writableFinished ? res.statusCode : 'aborted';
      measureRequest(req.method ?? '', route(req), status, took);
      if (active && span) endSpan(active, span, req, route(req), status);
      if (!logger.isLevelEnabled(level)) return;
      logger[level]({
        method: req.method,
        path: path(targetWithoutSecrets(target)),
        status: res.statusCode,
        duration_ms: Math.round(took * 10) / 10,
        request_id: req.id ?? validRequestId(req.headers['x-request-id']),
        // Named here because the event may be emitted outside of the context of the request.
        trace_id: span?.spanContext().traceId,
        // Read at the end, because the caller is identified after this middleware.
        user_id: req.actor?.id,
        // The answer was not sent completely, so its status alone would mislead.
        aborted: res.writableFinished ? undefined : true,
      });
    });
    if (active && span) active.run(span, next);
    else next();
  };
}

function traceHeaders({ headers }: IncomingMessage): TraceHeaders {
  const { traceparent, tracestate } = headers;
  return { traceparent: text(traceparent), tracestate: text(tracestate) };
}

const text = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined;

/** The route is known only at the end. */
function endSpan(active: Tracer, span: Span, req: LoggedRequest, route: string, status: number | 'aborted'): void {
  const method = req.method ?? '';
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.request.method': method, 'http.route': route, 'almanac.request_id': req.id ?? '' });
  if (typeof req.actor?.id === 'number') span.setAttribute('user.id', String(req.actor.id));
  if (status !== 'aborted') span.setAttribute('http.response.status_code', status);
  if (status === 'aborted' || status >= 500) active.markFailed(span, status);
  span.end();
}

/** Few, because there is one series per bucket, route, method and status. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5, 30];

const durations = histogram(
  'almanac_request_seconds',
  'Duration of requests, from their first line to the end of the answer.',
  ['method', 'route', 'status'],
  BUCKETS,
);

/** A request of express; only the fields that its metrics read. */
interface RoutedRequest {
  method?: string | undefined;
  route?: { path?: string } | undefined;
}

/** The template of the matched route, such as `/api/books/:id`. Never the called path, which has as many values as there are callers. */
const routeTemplate = ({ route }: RoutedRequest): string => route?.path ?? 'unmatched';

/** Counts a finished request with its duration. @param status `aborted` when the answer was not sent completely */
function measureRequest(method: string, route: string, status: number | 'aborted', milliseconds: number): void {
  durations.observe({ method, route, status }, milliseconds / 1_000);
}
