import { AsyncResource } from 'node:async_hooks';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, type Writable } from 'node:stream';
import { Problem } from '@almanac/errors';
import { counter, type Logger } from '@almanac/observability';
import { errorCode } from '@almanac/runtime';
import type { Dispatcher } from 'undici';
import type { ServiceReplica } from '../upstream/replica';
import type { Upstream } from '../upstream/upstream';
import { codingFor, isCompressible, startEncoder } from './encoding';
import type { ResponseHeaders } from './headers';
import { answerProblem } from './problem-answer';
import { type GatewayRequest, type LimitedBody, drainUpload } from './request';

interface ExchangeParts {
  req: GatewayRequest;
  res: ServerResponse;
  /** Path and query for the upstream. */
  target: string;
  /** Flat list for the upstream. */
  headers: string[];
  body: LimitedBody | undefined;
  /** The client waits for "100 Continue" before it sends the body. */
  awaitsContinue: boolean;
  upstream: Upstream;
  responseHeaders: ResponseHeaders;
  logger: Logger;
}

const failures = counter('almanac_upstream_failures_total', 'Requests that a service did not answer.', [
  'service',
  'outcome',
]);

/** Replicas that a request tries to reach. */
const MAX_ATTEMPTS = 3;

/** Forwards one request and its response. Nothing is buffered: each side is read only as fast as the other accepts data. */
export class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private replica: ServiceReplica | undefined;
  /** Whether the present attempt has reached the service. */
  private isSent = false;
  private attempts = 0;
  /** Restores the context of this request: events of a connection run in that of the request which opened it. */
  private readonly context = new AsyncResource('Exchange');
  private isOver = false;
  /** Takes the body: the response, or an encoder before it. */
  private sink: Writable;
  private flushSoon: (() => void) | undefined;

  constructor(private readonly parts: ExchangeParts) {
    this.sink = parts.res;
  }

  start(): void {
    const { req, res, body } = this.parts;
    res.once('close', () => this.clientLeft());
    if (body) req.pipe(body);
    this.send();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.isSent = true;
    if (this.isOver) controller.abort(new Error('the client left'));
    // The upstream is connected only now. Until here the client need not send its body.
    else if (this.parts.awaitsContinue) this.parts.res.writeContinue();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    reason?: string,
  ): void {
    // 1xx responses concern only the gateway and the upstream.
    if (status < 200 || this.isOver) return;
    this.replica?.succeeded();
    const { req, res, responseHeaders } = this.parts;
    drainUpload(req, res);
    const mayVary = isCompressible(req, status, headers);
    const coding = mayVary ? codingFor(req, headers) : undefined;
    res.writeHead(status, reason, responseHeaders.relayed(req, status, headers, mayVary, coding));
    if (coding === undefined || req.method === 'HEAD') return;
    const { stream, flushSoon } = startEncoder(coding);
    // A client that leaves ends the encoder too.
    pipeline(stream, res, () => undefined);
    this.sink = stream;
    this.flushSoon = flushSoon;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.flushSoon?.();
    if (this.sink.write(chunk)) return;
    controller.pause();
    this.sink.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.isOver = true;
    this.sink.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, failure: Error): void {
    if (this.isOver) return;
    if (!this.isSent || isBrokenConnection(failure)) this.replica?.failed();
    const isRepeated = this.mayTryAgain(failure);
    failures.inc({ service: this.parts.upstream.name, outcome: isRepeated ? 'repeated' : 'failed' });
    if (isRepeated) {
      this.context.runInAsyncScope(() => this.send());
      return;
    }
    this.isOver = true;
    this.context.runInAsyncScope(() => this.fail(failure));
  }

  private send(): void {
    const { req, target, headers, body = null, upstream } = this.parts;
    this.attempts += 1;
    this.isSent = false;
    this.replica = upstream.choose(this.replica);
    this.replica.dispatch({ method: req.method ?? 'GET', path: target, headers, body }, this);
  }

  /**
   * A request that reached no replica can go to another one. A restarting upstream closes idle connections: a read that fails because of this
   * can be retried safely.
   */
  private mayTryAgain(failure: Error): boolean {
    const { req, res, body, upstream } = this.parts;
    if (!this.isSent) {
      // Behind a single address, the next connection may lead to another process, unless none was possible.
      const isElsewhere = upstream.hasSeveral ? isUnreachable(failure) : isBrokenConnection(failure);
      return isElsewhere && this.attempts < MAX_ATTEMPTS;
    }
    const isSafe = (req.method === 'GET' || req.method === 'HEAD') && !body;
    return isSafe && this.attempts === 1 && !res.headersSent && isBrokenConnection(failure);
  }

  private fail(failure: Error): void {
    const { req, res, upstream, responseHeaders, logger } = this.parts;
    const problem = upstreamProblem(failure, this.controller !== undefined);
    if (problem.status >= 500) logger.warn({ err: failure, upstream: upstream.name }, 'no answer from upstream');
    // Part of the response is sent already. Only a closed connection tells the client that it is incomplete.
    if (res.headersSent) res.destroy();
    else answerProblem(req, res, problem, responseHeaders.own(req));
  }

  private clientLeft(): void {
    if (this.isOver) return;
    this.isOver = true;
    const reason = new Error('the client left');
    this.controller?.abort(reason);
    this.parts.body?.destroy();
  }
}

const RETRY_AFTER_SECONDS = '5';
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const UNSENDABLE = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * The problem for the caller if an upstream gives no answer; its cause is only for the log.
 * @param wasConnected false if no service had answered on the connection yet
 */
function upstreamProblem(failure: Error, wasConnected: boolean): Problem {
  if (failure instanceof Problem) return failure;
  const code = errorCode(failure) ?? '';
  if (UNSENDABLE.has(code)) return new Problem(400, 'The request cannot be passed on.', { cause: failure });
  if ((wasConnected || code === 'UND_ERR_HEADERS_TIMEOUT') && TIMEOUTS.has(code))
    return new Problem(504, 'The service did not answer in time.', { cause: failure });
  if (wasConnected || code.startsWith('HPE_'))
    return new Problem(502, 'The service gave no valid answer.', { cause: failure });
  return new Problem(503, 'The service is not available at the moment.', {
    cause: failure,
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}

/** Whether the connection broke during the request. This happens if the upstream closes an idle connection just as it is reused. */
function isBrokenConnection(failure: Error): boolean {
  return BROKEN.has(errorCode(failure) ?? '');
}

/** Whether no connection could be made, so that the request was not sent. */
function isUnreachable(failure: Error): boolean {
  return UNREACHABLE.has(errorCode(failure) ?? '');
}
