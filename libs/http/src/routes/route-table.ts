import type { Application, RequestHandler } from 'express';
import { match, type MatchFunction, type ParamData } from 'path-to-regexp';
import { literalPrefix, isBelow } from './route-index';

/** A route of the app. The path contains its parameters, e.g. `/api/books/:id`. */
export interface Route {
  method: string;
  path: string;
}

/** Every route of the app except catch-alls, which answer unknown paths. Complete once the app listens. */
export function routeTable(app: Application): Route[] {
  const routes: Route[] = [];
  for (const { route } of app.router.stack) {
    if (!route || route.path.includes('{*')) continue;
    const methods = new Set(route.stack.map((layer) => layer.method.toUpperCase()));
    // Nest adds the catch-all again for each path that is excluded from a prefix, with all methods and after the path's own route.
    if (methods.has('TRACE') && routes.some(({ path }) => path === route.path)) continue;
    for (const method of methods) routes.push({ method, path: route.path });
  }
  return routes;
}

interface IndexedRoute {
  path: string;
  beginning: string;
  matches: MatchFunction<ParamData>;
  method: string;
}

/** Whether a path parameter may have this value, which is still percent-encoded. */
export type AcceptsParameter = (name: string, value: string) => boolean;

const routesOf = new WeakMap<Application, IndexedRoute[]>();

/** Methods of all routes of the app for this path, e.g. `['GET', 'HEAD', 'POST']`; empty for an unknown path. */
export function allowedMethods(app: Application, path: string, accepts: AcceptsParameter = () => true): string[] {
  const routes = routesNear(app, path);
  const isServed = ({ matches }: IndexedRoute): boolean => {
    const found = matches(path);
    return (
      found !== false &&
      Object.entries(found.params).every(([name, value]) => typeof value !== 'string' || accepts(name, value))
    );
  };
  // `/users/me` is no id of `/users/:id`.
  const fixed = routes.filter((route) => isLiteral(route) && route.matches(path));
  const methods = new Set((fixed.length > 0 ? fixed : routes.filter(isServed)).map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** Whether a route without parameters has this path, so that it is no record of `/users/:id`. */
export const hasLiteralRoute = (app: Application, path: string): boolean =>
  routesNear(app, path).some((route) => isLiteral(route) && route.matches(path));

const isLiteral = ({ path }: IndexedRoute): boolean => !path.includes(':');

/** Whether a route of the app has this path, with any method. */
export const isServedPath = (app: Application, path: string): boolean =>
  routesNear(app, path).some(({ matches }) => matches(path) !== false);

/** The routes with a beginning of this path. Comparing it with all patterns took 2 % of the time of a write. */
function routesNear(app: Application, path: string): IndexedRoute[] {
  const plain = path.toLowerCase();
  return indexedRoutes(app).filter(({ beginning }) => isBelow(plain, beginning));
}

function indexedRoutes(app: Application): IndexedRoute[] {
  let routes = routesOf.get(app);
  if (!routes) routesOf.set(app, (routes = collectRoutes(app)));
  return routes;
}

/** Called once per app, because the route table does not change once the app listens. */
const collectRoutes = (app: Application): IndexedRoute[] =>
  routeTable(app).map(({ method, path }) => ({
    method,
    path,
    beginning: literalPrefix(path),
    matches: match(path, { decode: false }),
  }));

/** Middleware: answers OPTIONS on a known path with its allowed methods, also to anonymous callers (content-behaviour §3.5). */
export function answerOptions(app: Application, accepts?: AcceptsParameter): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    const allowed = allowedMethods(app, request.path, accepts);
    if (allowed.length === 0) {
      next();
      return;
    }
    response.setHeader('Allow', allowed.join(','));
    response.status(200).end();
  };
}
