import { type Schema, TEXT } from '../schema';
import type { ServedRoute } from '../routes/served-routes';
import type { Components } from './components';
import { RATE_HEADERS } from './headers';
import type { Interface } from './interface';
import { PROBLEM_DETAILS, PROBLEMS } from './problems';

/** Refusals of every route. The gateway sends 414, 431, 502 and 504. */
const OF_ALL_ROUTES = [414, 429, 431, 500, 502, 503, 504, 507];

/** The refusals of every route of the same kind, and those of the route itself. */
export function refusals(route: ServedRoute, about: Interface, hasBody: boolean, components: Components) {
  const { note } = route;
  const changed = comparesVersion(route) ? [400, 412] : [];
  const unread = hasBody ? [413, 415] : [];
  const repeated = route.isRepeatable ? [400, 409, 422] : [];
  const statuses = [
    ...about.refusals(route, hasBody),
    ...changed,
    ...unread,
    ...repeated,
    ...OF_ALL_ROUTES,
    ...(note?.refusals ?? []),
  ];
  return Object.fromEntries(statuses.map((status) => [status, refusal(status, route, about, components)]));
}

/** Pages refuse with a page too. */
function refusal(status: number, { note }: ServedRoute, about: Interface, components: Components) {
  const { name = 'Invalid', meaning = '', headers } = PROBLEMS[status] ?? {};
  if (note?.mediaType === 'text/html')
    return { description: meaning, headers: RATE_HEADERS, content: { 'text/html': { schema: TEXT } } };
  const own = note?.refusalBodies?.[status];
  if (own === undefined) return { $ref: `#/components/responses/${name}` };
  const content = problemContent({ anyOf: [about.problem, own] }, components);
  return { description: meaning, headers: { ...RATE_HEADERS, ...headers }, content };
}

/** The body of an error, which callers may ask for in the form of RFC 9457. */
export const problemContent = (schema: Schema, components: Components) => ({
  'application/json': { schema: components.resolve(schema) },
  'application/problem+json': { schema: components.resolve(PROBLEM_DETAILS) },
});

/** A creation has no version to compare. */
export const comparesVersion = ({ method, keys, note, success }: ServedRoute): boolean =>
  note?.isVersioned === true && method !== 'GET' && (method !== 'POST' || (keys.length > 0 && success !== 201));
