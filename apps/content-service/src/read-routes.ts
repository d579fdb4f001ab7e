// GET routes whose answers may come from the cache, or whose queries may go to a read replica, by their paths in the route table. A route that
// is in no list is built for each request, on the primary.

/** JSON that depends only on the database, the caller's rights and the address. It is cached until the next commit. */
export const CACHED_ROUTES = [
  '/api/system',
  '/api/shelves',
  '/api/shelves/:id',
  '/api/books',
  '/api/books/:id',
  '/api/chapters',
  '/api/chapters/:id',
  '/api/pages',
  '/api/pages/:id',
  '/api/search',
  '/api/tags/names',
  '/api/tags/values-for-name',
];

/** Web pages of the library, cached for strangers. They depend on the theme as well, and contain no form with a CSRF token. */
export const CACHED_PAGES = [
  '/shelves',
  '/shelves/:slug',
  '/books',
  '/books/:slug',
  '/books/:book/chapter/:slug',
  '/books/:book/page/:slug',
];

/** Lists, searches and exports, whose queries a read replica may answer. */
export const REPLICA_ROUTES = [
  '/api/shelves',
  '/api/books',
  '/api/books/:id/contents',
  '/api/chapters',
  '/api/pages',
  '/api/pages/:id/revisions',
  '/api/search',
  '/api/tags/names',
  '/api/tags/values-for-name',
  '/api/attachments',
  '/api/comments',
  '/api/image-gallery',
  '/api/audit-log',
  '/api/recycle-bin',
  '/api/pages/:id/export/:format',
  '/api/chapters/:id/export/:format',
  '/api/books/:id/export/:format',
  '/search',
  '/search/suggestions',
  '/tags',
  '/books/:slug/export/:format',
  '/books/:book/:type/:slug/export/:format',
];
