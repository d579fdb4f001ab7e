import type { Application, RequestHandler } from 'express';
import { match, type MatchFunction, type ParamData } from 'path-to-regexp';
import { routeTable } from './route-table';

interface KnownRoute {
  matches: MatchFunction<ParamData>;
  method: string;
}

const routesOf = new WeakMap<Application, KnownRoute[]>();

/** Methods that some route of the app has for this path, e.g. `['GET', 'HEAD', 'POST']`; empty for an unknown path. */
export function allowedMethods(app: Application, path: string): string[] {
  let routes = routesOf.get(app);
  if (!routes) routesOf.set(app, (routes = collectRoutes(app)));
  const methods = new Set(routes.filter((route) => route.matches(path)).map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The table of routes is complete once the app listens, so it is read once. */
const collectRoutes = (app: Application): KnownRoute[] =>
  routeTable(app).map(({ method, path }) => ({ method, matches: match(path, { decode: false }) }));

/** OPTIONS on a known path says what it allows, to anybody (content-behaviour §3.5). */
export function answerOptions(app: Application): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    const allowed = allowedMethods(app, request.path);
    if (allowed.length === 0) {
      next();
      return;
    }
    response.setHeader('Allow', allowed.join(','));
    response.status(200).end();
  };
}
