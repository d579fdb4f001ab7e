import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';

const called = new AsyncLocalStorage<string>();

/** Sent by the gateway alone, when the calendar was called below another prefix than its own. */
const HEADER = 'x-forwarded-prefix';

/** Middleware: addresses in the answer begin with the prefix that the request came by. */
export const rememberPrefix: RequestHandler = (request, _response, next) => {
  const prefix = request.headers[HEADER];
  if (typeof prefix === 'string' && /^(?:\/[\w.~-]+)+$/.test(prefix)) called.run(prefix, next);
  else next();
};

/** The other prefix, without a slash at its end; undefined for requests to the calendar's own. */
export const calledPrefix = (): string | undefined => called.getStore();

/** Does work as if it were asked for below this prefix. */
export const calledBelow = <T>(prefix: string | undefined, work: () => T): T => (prefix === undefined ? work() : called.run(prefix, work));
