import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';

const called = new AsyncLocalStorage<string>();

/** Only the gateway sends it, for requests that came by a prefix other than the calendar's own. */
const HEADER = 'x-forwarded-prefix';

/** Middleware: addresses in the answer begin with the prefix that the request came by. */
export const rememberPrefix: RequestHandler = (request, _response, next) => {
  const prefix = request.headers[HEADER];
  if (typeof prefix === 'string' && /^(?:\/[\w.~-]+)+$/.test(prefix)) called.run(prefix, next);
  else next();
};

/** The prefix of the current request, without a slash at its end; undefined when it is the calendar's own. */
export const calledPrefix = (): string | undefined => called.getStore();

/** Runs `work` as if its request had come by this prefix. */
export const calledBelow = <T>(prefix: string | undefined, work: () => T): T =>
  prefix === undefined ? work() : called.run(prefix, work);
