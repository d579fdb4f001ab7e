export type UpstreamName = 'content' | 'calendar';

/**
 * The public paths. All others get a 404 from the gateway and reach no service.
 * `/x/**` means `/x` itself and all paths below it. The comparison is case-sensitive, although routers behind may ignore case.
 * An allow-list that is too strict hides a page, one that is too lax exposes `/INTERNAL`.
 */
const ROUTES: readonly (readonly [pattern: string, upstream: UpstreamName])[] = [
  ['/calendar/events/v1/**', 'calendar'],
  ['/api/**', 'content'],
  ['/uploads/**', 'content'],
  ['/events/**', 'calendar'],
  ['/event/**', 'calendar'],
  ['/venue/**', 'calendar'],
  ['/organizer/**', 'calendar'],
  ['/calendar-assets/**', 'calendar'],
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
  ['/user/**', 'content'],
  ['/user_avatar.png', 'content'],
  ['/search/**', 'content'],
  ['/settings/**', 'content'],
  ['/tags', 'content'],
  ['/assets/**', 'content'],
  ['/theme', 'content'],
  ['/feed.atom', 'content'],
  ['/robots.txt', 'content'],
  ['/sitemap.xml', 'content'],
  ['/favicon.ico', 'content'],
  ['/manifest.webmanifest', 'content'],
];

const table = ROUTES.map(([pattern, upstream]) => {
  const path = pattern.replace(/\/\*\*$/, '');
  return { path, below: pattern === path ? undefined : `${path}/`, upstream };
});

/** All public paths as one regular expression without its ends. Paths have no special characters but dots. */
export const PUBLIC_PATHS = table
  .map(({ path, below }) => path.replaceAll('.', '\\.') + (below === undefined ? '' : '(?:/.*)?'))
  .join('|');

/** The service for this path (already checked by `readTarget`), or undefined if no service has it. */
export function upstreamOf(path: string): UpstreamName | undefined {
  return table.find((route) => path === route.path || (route.below !== undefined && path.startsWith(route.below)))
    ?.upstream;
}

/** Links that contain a secret, which every reader of the log could use. Private feeds may be below other prefixes too. */
const SECRET_LINK = /^(\/(?:register\/invite|password\/reset)\/|[^?]*\/feeds\/(?=[^/?]+\.ics))[^/?]+/i;

export function pathForLog(target: string): string {
  return target.replace(SECRET_LINK, '$1[redacted]');
}
