import type { Form } from '@almanac/runtime';

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
  ['/files/**', 'content'],
  ['/link/**', 'content'],
  ['/books/**', 'content'],
  ['/shelves/**', 'content'],
  ['/create-book', 'content'],
  ['/create-shelf', 'content'],
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
const PUBLIC_PATHS = table
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

/** The built-in prefix of the calendar. calendar-service expects all of its requests below it. */
export const CALENDAR_ROOT = '/calendar/events/v1';

/** Paths that the gateway answers itself. */
export const PROBES = ['/healthz', '/readyz'];
export const DESCRIPTION = '/openapi.json';

/** A prefix at which the calendar can be mounted too: a plain path that hides no existing route. */
export const ADDITIONAL_PREFIX: Form = {
  pattern: /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\/?$/,
  except: new RegExp(
    `^(?:${[PUBLIC_PATHS, '/calendar(?:/events)?', DESCRIPTION.replace('.', '\\.'), ...PROBES].join('|')})/?$`,
  ),
  complaint: 'must be plain paths such as /rest/dates/v1 that nothing else has',
};

/**
 * The target with one slash after the prefix of the calendar. Its description has a slash at the end of its address, as the contract requires, so
 * generated clients ask for `/calendar/events/v1//events`.
 */
export function withOneSlash(target: string, prefixes: readonly string[]): string {
  const prefix = [CALENDAR_ROOT, ...prefixes].find((one) => target.startsWith(`${one}//`));
  return prefix === undefined ? target : prefix + target.slice(prefix.length + 1);
}

/** The first of these prefixes that the path has; undefined if it has none. */
export function prefixOf(path: string, prefixes: readonly string[]): string | undefined {
  return prefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}
