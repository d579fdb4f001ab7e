import express, { type Application, type RequestHandler, type Router } from 'express';

/** Characters of a pattern that stand for anything but themselves. */
const PATTERN = /[:*{}()[\]?+!\\]/;

/**
 * Middleware: tries only the routes that share the fixed beginning of the called path. Express alone compares a path with the pattern of each
 * route before the right one. Must be the last middleware; a request without a route goes on to the routes of the app.
 */
export function indexRoutes(app: Application): RequestHandler {
  let routers: Map<string, Router> | undefined;
  return (request, response, next) => {
    // The routes are complete once the app listens.
    routers ??= routersOf(app);
    const router = nearest(routers, request.path.toLowerCase());
    if (router) router(request, response, next);
    else next();
  };
}

/** A router for each beginning. It has the routes of this beginning and of shorter ones, in their order. */
function routersOf(app: Application): Map<string, Router> {
  const routes = app.router.stack.flatMap((layer) =>
    layer.route ? [{ layer, beginning: literalPrefix(layer.route.path) }] : [],
  );
  return new Map(
    routes.map(({ beginning }) => {
      const router = express.Router();
      router.stack = routes.filter((route) => isBelow(beginning, route.beginning)).map(({ layer }) => layer);
      return [beginning, router];
    }),
  );
}

/** The segments before the first parameter, in lower case as routes ignore case: `/api/books` of `/api/books/:id`. */
export function literalPrefix(pattern: string): string {
  const segments = pattern.toLowerCase().split('/').filter(Boolean);
  const end = segments.findIndex((segment) => PATTERN.test(segment));
  return segments
    .slice(0, end === -1 ? undefined : end)
    .map((segment) => `/${segment}`)
    .join('');
}

/** Whether a path has this beginning; both are in lower case. */
export const isBelow = (path: string, beginning: string): boolean =>
  path === beginning || path.startsWith(`${beginning}/`);

/** The router of the longest beginning of the path. */
function nearest(routers: ReadonlyMap<string, Router>, path: string): Router | undefined {
  let beginning = path;
  while (beginning !== '') {
    const router = routers.get(beginning);
    if (router) return router;
    beginning = beginning.slice(0, Math.max(0, beginning.lastIndexOf('/')));
  }
  return routers.get('');
}
