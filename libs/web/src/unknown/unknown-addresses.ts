import { isServedPath } from '@almanac/http';
import type { Application, RequestHandler } from 'express';
import { setSiteHeaders } from '../site-headers';
import { setVisitor, type Visitors } from '../visitor';

/** Addresses for programs, which never get an HTML page. */
const FOR_PROGRAMS = /^\/(?:api|calendar|internal|uploads)(?:\/|$)/;

/** Browsers send no other methods when they open an address or send a form. */
const METHODS = ['GET', 'HEAD', 'POST'];

/** Answers browsers with an HTML page for 404, e.g. after an old link or a mistyped address. */
export function answerUnknownAddresses(app: Application, visitors: Visitors): RequestHandler {
  return async (request, response, next) => {
    const isPage = METHODS.includes(request.method) && !FOR_PROGRAMS.test(request.path) && wantsHtml(request);
    if (!isPage || isServedPath(app, request.path)) {
      next();
      return;
    }
    setSiteHeaders(response);
    await setVisitor(visitors, request, response);
    const message = 'Nothing is served at this address. Check it, or start at the home page.';
    response.status(404).render('templates/problem', { title: 'There is no such page', message });
  };
}

/** No route has this path. */
const UNKNOWN = '/-';

/** Browsers ask for HTML. Programs ask for JSON or take everything. */
const wantsHtml = (request: { accepts(types: string[]): string | false }): boolean =>
  request.accepts(['json', 'html']) === 'html';

/** Hides pages from programs, which get the answer of an unknown path there. */
export function onlyForBrowsers(pages: RegExp): RequestHandler {
  return (request, _response, next) => {
    if (pages.test(request.path) && !wantsHtml(request)) request.url = UNKNOWN;
    next();
  };
}
