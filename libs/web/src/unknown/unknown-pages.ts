import { isServedPath } from '@almanac/http';
import type { Application, RequestHandler } from 'express';
import { wantsHtml } from './only-for-browsers';
import { setPageHeaders } from '../page-headers';

/** Addresses for programs, which never get an HTML page. */
const FOR_PROGRAMS = /^\/(?:api|calendar|internal|uploads)(?:\/|$)/;

/** Answers browsers with an HTML page for 404, e.g. after an old link or a mistyped address. */
export function answerUnknownPages(app: Application): RequestHandler {
  return (request, response, next) => {
    const isPage = request.method === 'GET' && !FOR_PROGRAMS.test(request.path) && wantsHtml(request);
    if (!isPage || isServedPath(app, request.path)) {
      next();
      return;
    }
    setPageHeaders(response);
    const message = 'Nothing is served at this address. Check it, or start at the home page.';
    response.status(404).render('templates/problem', { title: 'There is no such page', message });
  };
}
