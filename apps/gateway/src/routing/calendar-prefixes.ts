import type { Form } from '@almanac/config';
import { PUBLIC_PATHS } from './routes';

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
