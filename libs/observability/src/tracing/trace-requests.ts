import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type Span, tracer, type Tracer } from './tracer';

type Headers = Dispatcher.DispatchOptions['headers'];

/**
 * Makes each request of a dispatcher a span: `agent.compose(traceRequests(…))`. Its name and attributes do not contain the path.
 * @param propagates adds `traceparent`. Only our own services get it: others need not learn our ids.
 */
export const traceRequests =
  ({ propagates }: { propagates: boolean }): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const active = tracer();
    if (!active?.isTracing) return dispatch(options, handler);
    const span = active.startChild(options.method, { kind: 'client', attributes: addressOf(options) });
    const sent = propagates ? { ...options, headers: withHeaders(options.headers, traceOf(active, span)) } : options;
    return dispatch(sent, span ? new SpanHandler(handler, span, active) : handler);
  };

function addressOf({ method, origin = '' }: Dispatcher.DispatchOptions) {
  const address = origin.toString();
  return {
    'http.request.method': method,
    ...(URL.canParse(address) && { 'server.address': new URL(address).host }),
  };
}

/** The gateway passes on the headers of the caller, so both must be replaced. */
const traceOf = (active: Tracer, span: Span | undefined) => ({
  traceparent: undefined,
  tracestate: undefined,
  ...active.headers(span),
});

/** The headers of a request with others, which replace those of the same name. A header that is undefined is only removed. */
export function withHeaders(headers: Headers, others: Readonly<Record<string, string | undefined>>): string[] {
  const remaining = pairsOf(headers).filter(([name]) => !(name.toLowerCase() in others));
  return [...remaining, ...pairsOf(others)].flat();
}

/** Headers of undici: a flat list of names and values, or an object. */
function pairsOf(headers: Headers): [string, string][] {
  if (Array.isArray(headers))
    return headers.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, headers[i + 1] ?? '']] : []));
  return Object.entries(headers ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
}

/** Ends the span with the answer, and passes everything on. */
class SpanHandler implements Dispatcher.DispatchHandler {
  constructor(
    private readonly inner: Dispatcher.DispatchHandler,
    private readonly span: Span,
    private readonly active: Tracer,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.inner.onRequestStart?.(controller, context);
  }

  onBodySent(chunk: Buffer): void {
    this.inner.onBodySent?.(chunk);
  }

  onRequestSent(): void {
    this.inner.onRequestSent?.();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    reason?: string,
  ): void {
    this.span.setAttribute('http.response.status_code', status);
    if (status >= 500) this.active.markFailed(this.span, status);
    this.inner.onResponseStart?.(controller, status, headers, reason);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.inner.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.span.end();
    this.inner.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, failure: Error): void {
    this.active.markFailed(this.span, failure);
    this.span.end();
    this.inner.onResponseError?.(controller, failure);
  }
}
