import type { Application } from 'express';

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
