import type { Application, RequestHandler } from 'express';
import { match, type MatchFunction, type ParamData } from 'path-to-regexp';

interface KnownRoute {
  matches: MatchFunction<ParamData>;
  methods: string[];
}

const routesOf = new WeakMap<Application, KnownRoute[]>();

/** Methods that some route of the app has for this path, e.g. `['GET', 'HEAD', 'POST']`; empty for an unknown path. */
export function allowedMethods(app: Application, path: string): string[] {
  let routes = routesOf.get(app);
  if (!routes) routesOf.set(app, (routes = collectRoutes(app)));
  const methods = new Set(routes.filter((route) => route.matches(path)).flatMap((route) => route.methods));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The table of routes is complete once the app listens, so it is read once. */
function collectRoutes(app: Application): KnownRoute[] {
  return app.router.stack.flatMap(({ route }) => {
    // The catch-all has every path; it is no answer to "what exists here".
    if (!route || route.path.startsWith('/{*')) return [];
    const methods = route.stack.map((layer) => layer.method.toUpperCase());
    return [{ matches: match(route.path, { decode: false }), methods: [...new Set(methods)] }];
  });
}

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
