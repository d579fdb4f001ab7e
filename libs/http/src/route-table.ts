import type { Application } from 'express';

/** A route as the app has it; the path with its parameters, e.g. `/api/books/:id`. */
export interface Route {
  method: string;
  path: string;
}

/** Every route of the app but its catch-alls, which answer for what does not exist. Complete once the app listens. */
export function routeTable(app: Application): Route[] {
  const routes: Route[] = [];
  for (const { route } of app.router.stack) {
    if (!route || route.path.includes('{*')) continue;
    const methods = new Set(route.stack.map((layer) => layer.method.toUpperCase()));
    // Nest repeats the catch-all for each path that it keeps out of a prefix; there it takes all methods and comes behind the path's own route.
    if (methods.has('TRACE') && routes.some(({ path }) => path === route.path)) continue;
    routes.push(...[...methods].map((method) => ({ method, path: route.path })));
  }
  return routes;
}
