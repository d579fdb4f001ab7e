import type { Application, RequestHandler } from 'express';
import { match, type MatchFunction, type ParamData } from 'path-to-regexp';
import { routeTable } from './route-table';

interface KnownRoute {
  matches: MatchFunction<ParamData>;
  method: string;
}

/** Whether a path may have this value, still encoded, for the parameter of this name. */
export type AcceptsParameter = (name: string, value: string) => boolean;

const routesOf = new WeakMap<Application, KnownRoute[]>();

/** Methods that some route of the app has for this path, e.g. `['GET', 'HEAD', 'POST']`; empty for an unknown path. */
export function allowedMethods(app: Application, path: string, accepts: AcceptsParameter = () => true): string[] {
  let routes = routesOf.get(app);
  if (!routes) routesOf.set(app, (routes = collectRoutes(app)));
  const isServed = ({ matches }: KnownRoute): boolean => {
    const found = matches(path);
    return found !== false && Object.entries(found.params).every(([name, value]) => typeof value !== 'string' || accepts(name, value));
  };
  const methods = new Set(routes.filter(isServed).map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The table of routes is complete once the app listens, so it is read once. */
const collectRoutes = (app: Application): KnownRoute[] =>
  routeTable(app).map(({ method, path }) => ({ method, matches: match(path, { decode: false }) }));

/** OPTIONS on a known path says what it allows, to anybody (content-behaviour §3.5). */
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
