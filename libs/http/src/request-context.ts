import { AsyncLocalStorage } from 'node:async_hooks';
import { withLogContext } from '@almanac/observability';
import type { Request, RequestHandler } from 'express';

const served = new AsyncLocalStorage<Request>();

/** Middleware: whatever runs for this request can ask for it. */
export const rememberRequest: RequestHandler = (request, _response, next) =>
  withLogContext({ request_id: request.id }, () => served.run(request, next));

/** Which request the running code serves: its id and the caller's address. `undefined` in jobs and commands. */
export function currentRequest(): { id: string; ip: string } | undefined {
  const request = served.getStore();
  return request && { id: request.id, ip: request.ip ?? '' };
}

/** A header of the request that is being served; undefined when there is none, or no request. */
export const requestHeader = (name: 'if-match'): string | undefined => served.getStore()?.headers[name];
