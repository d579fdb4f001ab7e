import type { RequestHandler } from 'express';

/** No route has this path. */
const UNKNOWN = '/-';

/** Browsers ask for HTML. Programs ask for JSON or take everything. */
export const wantsHtml = (request: { accepts(types: string[]): string | false }): boolean =>
  request.accepts(['json', 'html']) === 'html';

/** Hides pages from programs, which get the answer of an unknown path there. */
export function onlyForBrowsers(pages: RegExp): RequestHandler {
  return (request, _response, next) => {
    if (pages.test(request.path) && !wantsHtml(request)) request.url = UNKNOWN;
    next();
  };
}
