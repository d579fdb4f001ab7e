import { AsyncLocalStorage } from 'node:async_hooks';
import { withLogContext } from '@almanac/observability';
import type { Request, RequestHandler } from 'express';

/** A request, as far as the code that serves it asks. */
type Served = Pick<Request, 'id' | 'ip' | 'headers'>;

/** Where a change came from: the id of its request, and the caller's address. */
export interface RequestOrigin {
  id: string;
  ip: string;
}

const served = new AsyncLocalStorage<Served>();

/** Middleware: whatever runs for this request can ask for it. */
export const rememberRequest: RequestHandler = (request, _response, next) =>
  withLogContext({ request_id: request.id }, () => served.run(request, next));

/** Which request the running code serves: its id and the caller's address. `undefined` in jobs and commands. */
export function currentRequest(): RequestOrigin | undefined {
  const request = served.getStore();
  return request && { id: request.id, ip: request.ip ?? '' };
}

/** Does work that a request asked for after its answer, in the name of that request. */
export const onBehalfOf = <T>(origin: RequestOrigin | undefined, work: () => T): T =>
  origin ? served.run({ ...origin, headers: {} }, work) : work();

/** A header of the request that is being served; undefined when there is none, or no request. */
export const requestHeader = (name: 'if-match'): string | undefined => served.getStore()?.headers[name];
