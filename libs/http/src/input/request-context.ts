import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '@almanac/errors';
import { callerKey, forCaller } from '@almanac/rate-limit';
import { logContext, withLogContext } from '@almanac/observability';
import type { Request, RequestHandler, Response } from 'express';

/** The same time as the gateway's time-out for the begin of an answer. */
export const MAX_REQUEST_MS = 60_000;

/**
 * Log, limits, draining and this middleware wait for the end of an answer, and a download adds seven listeners. Node takes more than ten
 * for a leak, and warns of it in the log.
 */
const MAX_LISTENERS = 20;

/** The request that the running code serves. */
interface Served {
  request: Pick<Request, 'id' | 'ip' | 'headers'>;
  /** Absent in work that runs after the answer. */
  waiting?: { response: Response; stop: AbortController; since: number };
}

/** The origin of a change: the id of its request, and the caller's address. */
export interface RequestOrigin {
  id: string;
  ip: string;
}

const served = new AsyncLocalStorage<Served>();

/** Middleware: makes the request available to all code that runs for it. */
export const rememberRequest: RequestHandler = (request, response, next) => {
  const stop = new AbortController();
  response.setMaxListeners(MAX_LISTENERS);
  response.once('close', () => {
    if (!response.writableFinished) stop.abort(new Problem(503, 'The caller has left.'));
  });
  const waiting = { response, stop, since: performance.now() };
  // The time of a slow upload does not count.
  request.once('end', () => (waiting.since = performance.now()));
  withLogContext({ ...logContext(), user_id: request.actor?.id }, () =>
    served.run({ request, waiting }, () => forCaller(callerKey(request), next)),
  );
};

/**
 * A signal that aborts when the caller has disconnected, or the answer did not begin in time. An answer that has begun, such as a
 * download, has no deadline. `undefined` in jobs and commands.
 */
export function callerSignal(): AbortSignal | undefined {
  const waiting = served.getStore()?.waiting;
  if (!waiting) return undefined;
  const { response, stop, since } = waiting;
  if (!response.headersSent && performance.now() - since > MAX_REQUEST_MS) stop.abort(tookTooLong());
  return stop.signal;
}

/** Waits for the work. @throws the reason at once when the caller has disconnected, or its answer cannot begin in time any more */
export async function whileCallerWaits<T>(work: Promise<T>): Promise<T> {
  const waiting = served.getStore()?.waiting;
  if (!waiting) return work;
  const { signal } = waiting.stop;
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  const leftMs = Math.max(0, waiting.since + MAX_REQUEST_MS - performance.now());
  const timer = setTimeout(() => left.reject(tookTooLong()), leftMs);
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

const tookTooLong = () =>
  new Problem(503, 'The request took too long. Try again in a few seconds.', { headers: { 'Retry-After': '5' } });

/** The origin of the request that the running code serves. `undefined` in jobs and commands. */
export function currentRequest(): RequestOrigin | undefined {
  const request = served.getStore()?.request;
  return request && { id: request.id, ip: request.ip ?? '' };
}

/** Runs work after a request's answer, so that `currentRequest` still gives the origin of that request. */
export const onBehalfOf = <T>(origin: RequestOrigin | undefined, work: () => T): T =>
  origin ? served.run({ request: { ...origin, headers: {} } }, work) : work();

/** A header of the request that the running code serves; undefined without the header, or outside of a request. */
export const requestHeader = (name: 'if-match'): string | undefined => served.getStore()?.request.headers[name];

/** Runs work as if its request had named this version in `If-Match`: for forms, which cannot send headers. */
export function asMatching<T>(etag: string, work: () => T): T {
  const store = served.getStore();
  if (!store) return work();
  const { request } = store;
  const headers = { ...request.headers, 'if-match': etag };
  return served.run({ ...store, request: { id: request.id, ip: request.ip, headers } }, work);
}
