import { allowedMethods } from '@almanac/http';
import type { Application, RequestHandler } from 'express';
import { setPageHeaders } from './page-locals';

/** Addresses for programs, which never get an HTML page. */
const FOR_PROGRAMS = /^\/(?:api|internal|uploads)(?:\/|$)/;

/** Answers browsers with an HTML page for 404, e.g. after an old link or a mistyped address. */
export function answerUnknownPages(app: Application): RequestHandler {
  return (request, response, next) => {
    const isPage =
      request.method === 'GET' && !FOR_PROGRAMS.test(request.path) && request.accepts(['json', 'html']) === 'html';
    if (!isPage || allowedMethods(app, request.path).length > 0) {
      next();
      return;
    }
    setPageHeaders(response);
    const message = 'Nothing is served at this address. Look at it again, or start at your account.';
    response.status(404).render('templates/problem', { title: 'There is no such page', message });
  };
}
