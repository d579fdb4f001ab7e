export type UpstreamName = 'content' | 'calendar';

/**
 * Every address that the outside world may reach; anything else is a 404 that no service hears of.
 * `/x/**` means `/x` itself and all below it. Paths are compared with their case, because a router behind us may not do so:
 * an allow-list that is too strict hides a page, one that is too lax opens `/INTERNAL`.
 */
const ROUTES: readonly (readonly [pattern: string, upstream: UpstreamName])[] = [
  ['/calendar/events/v1/**', 'calendar'],
  ['/api/**', 'content'],
  ['/uploads/**', 'content'],
  ['/', 'content'],
  ['/logo.png', 'content'],
  ['/login', 'content'],
  ['/logout', 'content'],
  ['/my-account/**', 'content'],
  ['/mfa/**', 'content'],
  ['/password/**', 'content'],
  ['/register/invite/**', 'content'],
  ['/attachments/**', 'content'],
  ['/link/**', 'content'],
  ['/books/**', 'content'],
  ['/shelves/**', 'content'],
  ['/assets/**', 'content'],
];

const table = ROUTES.map(([pattern, upstream]) => {
  const path = pattern.replace(/\/\*\*$/, '');
  return { path, below: pattern === path ? undefined : `${path}/`, upstream };
});

/** The service that answers this path (already checked by `readTarget`), or undefined when nobody does. */
export function upstreamOf(path: string): UpstreamName | undefined {
  return table.find((route) => path === route.path || (route.below !== undefined && path.startsWith(route.below)))?.upstream;
}

/** Links whose last segment is a secret of its own: whoever reads it in a log could use it. Private feeds may be below other prefixes too. */
const SECRET_LINK = /^(\/(?:register\/invite|password\/reset)\/|[^?]*\/feeds\/(?=[^/?]+\.ics))[^/?]+/i;

export function pathForLog(target: string): string {
  return target.replace(SECRET_LINK, '$1[redacted]');
}
