// GET routes whose answers may come from the cache, or whose queries may go to a read replica, by their paths in the route table. A route that
// is in no list is built for each request, on the primary.
import { NAMESPACE } from './config';

const below = (...paths: string[]): string[] => paths.map((path) => `/${NAMESPACE}/${path}`);

/** JSON that depends only on the database, the caller's rights and the address. It is cached until the next commit. */
export const CACHED_ROUTES = below(
  ...['events', 'events/changes', 'events/by-slug/:slug', 'events/:id'],
  ...['venues', 'venues/changes', 'venues/by-slug/:slug', 'venues/:id'],
  ...['organizers', 'organizers/changes', 'organizers/by-slug/:slug', 'organizers/:id'],
  ...['categories', 'categories/:id'],
  ...['tags', 'tags/:id'],
);

/** Lists and exports, whose queries a read replica may answer. */
export const REPLICA_ROUTES = below(
  ...['events', 'events/changes', 'events/:id/occurrences', 'events/:id/attendees', 'events/:id/attendees/csv'],
  ...['events/:id/tickets', 'venues', 'venues/changes', 'organizers', 'organizers/changes', 'categories', 'tags'],
  ...['events.ics', 'events/:id.ics', 'venues/:id.ics', 'organizers/:id.ics', 'categories/:id.ics', 'feeds/:token.ics'],
);
