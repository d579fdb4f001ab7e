import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '@almanac/errors';
import { withLogContext } from '@almanac/observability';
import type { Request, RequestHandler, Response } from 'express';

/** As long as the gateway waits for an answer to begin. */
export const MAX_REQUEST_MS = 60_000;

/** A request, as far as the code that serves it asks. */
interface Served {
  request: Pick<Request, 'id' | 'ip' | 'headers'>;
  /** Absent in work for a request that nobody waits for any more. */
  waiting?: { response: Response; stop: AbortController; since: number };
}

/** Where a change came from: the id of its request, and the caller's address. */
export interface RequestOrigin {
  id: string;
  ip: string;
}

const served = new AsyncLocalStorage<Served>();

/** Middleware: whatever runs for this request can ask for it. */
export const rememberRequest: RequestHandler = (request, response, next) => {
  const stop = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) stop.abort(new Problem(503, 'The caller has left.'));
  });
  const waiting = { response, stop, since: performance.now() };
  // A large body on a slow line takes its time before the work begins.
  request.once('end', () => (waiting.since = performance.now()));
  withLogContext({ request_id: request.id }, () => served.run({ request, waiting }, next));
};

/**
 * Tells when nobody waits for the running code any more: the caller has left, or the answer did not begin in time. An answer that
 * has begun, such as a download, has no deadline. `undefined` in jobs and commands.
 */
export function callerSignal(): AbortSignal | undefined {
  const waiting = served.getStore()?.waiting;
  if (!waiting) return undefined;
  const { response, stop, since } = waiting;
  if (!response.headersSent && performance.now() - since > MAX_REQUEST_MS) stop.abort(tookTooLong());
  return stop.signal;
}

const tookTooLong = () => new Problem(503, 'The request took too long. Try again in a few seconds.', { headers: { 'Retry-After': '5' } });

/** Which request the running code serves: its id and the caller's address. `undefined` in jobs and commands. */
export function currentRequest(): RequestOrigin | undefined {
  const request = served.getStore()?.request;
  return request && { id: request.id, ip: request.ip ?? '' };
}

/** Does work that a request asked for after its answer, in the name of that request. */
export const onBehalfOf = <T>(origin: RequestOrigin | undefined, work: () => T): T =>
  origin ? served.run({ request: { ...origin, headers: {} } }, work) : work();

/** A header of the request that is being served; undefined when there is none, or no request. */
export const requestHeader = (name: 'if-match'): string | undefined => served.getStore()?.request.headers[name];
