import { PROBLEM_TYPES } from '@almanac/errors';
import type { ServedRoute } from '../routes/served-routes';
import { type Schema, TEXT, listOf, NamedSchema, record, WHOLE, type Components } from '../schema';
import { RATE_HEADERS, headerOf } from './headers';
import type { Interface } from './interface';

/** Refusals of every route. The gateway sends 414, 431, 502 and 504. */
const OF_ALL_ROUTES = [414, 429, 431, 500, 502, 503, 504, 507];

/** The refusals of every route of the same kind, and those of the route itself. */
export function refusalResponses(route: ServedRoute, about: Interface, hasBody: boolean, components: Components) {
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

interface ProblemNote {
  /** Name of the component. */
  name: string;
  meaning: string;
  headers?: Readonly<Record<string, object>>;
}

const retry = { 'Retry-After': headerOf('RetryAfter') };

/** The refusals of both interfaces, by status. */
export const PROBLEMS: Readonly<Record<number, ProblemNote>> = {
  400: { name: 'Invalid', meaning: 'A parameter or header is missing or invalid' },
  401: {
    name: 'Unauthorized',
    meaning: 'The request has no token, or an unknown one',
    headers: { 'WWW-Authenticate': headerOf('Authenticate') },
  },
  403: { name: 'Forbidden', meaning: 'The caller lacks a permission, or the token a scope' },
  404: { name: 'NotFound', meaning: 'The record does not exist, or the caller may not see it' },
  409: {
    name: 'Conflict',
    meaning: 'The state of the record does not allow it, or a request with the same `Idempotency-Key` is in flight',
    // Of a record whose creation is not repeated, because its answer was too large to keep.
    headers: { ...retry, ETag: headerOf('ETag'), Location: headerOf('Location') },
  },
  410: { name: 'Gone', meaning: 'The record is in the trash, or the sync token is too old' },
  412: {
    name: 'Changed',
    meaning: 'The record was changed after the caller read it',
    headers: { ETag: headerOf('ETag') },
  },
  413: { name: 'TooLarge', meaning: 'The body is larger than the service accepts' },
  414: {
    name: 'AddressTooLong',
    meaning: 'The address is too long; send the parameters in the body if the route takes one',
  },
  415: { name: 'UnsupportedType', meaning: 'The service does not read bodies of this type, charset or compression' },
  422: { name: 'Unprocessable', meaning: 'Fields are missing or invalid; the answer names each of them' },
  429: {
    name: 'TooMany',
    meaning: 'The caller sent too many requests',
    headers: { ...retry, 'X-RateLimit-Reset': headerOf('RateReset') },
  },
  431: { name: 'HeadersTooLarge', meaning: 'The headers are too large' },
  500: { name: 'Failed', meaning: 'The service failed; the error is in its log' },
  502: { name: 'NotSent', meaning: 'The service, or another server such as the one for mails, gave no valid answer' },
  503: { name: 'Unavailable', meaning: 'The service cannot answer at the moment', headers: retry },
  504: { name: 'TimedOut', meaning: 'The service did not answer in time; a change may have been made' },
  507: { name: 'Full', meaning: 'The storage of the service is full', headers: retry },
};

/** Every error for callers that accept `application/problem+json` (RFC 9457). */
const PROBLEM_DETAILS = new NamedSchema(
  'ProblemDetails',
  record(
    {
      type: {
        ...TEXT,
        enum: Object.keys(PROBLEM_TYPES).map((name) => `urn:problem-type:almanac:${name}`),
        description: 'The error for programs',
      },
      title: TEXT,
      status: WHOLE,
      detail: TEXT,
    },
    {
      instance: TEXT,
      request_id: TEXT,
      code: TEXT,
      errors: listOf(record({ detail: TEXT }, { pointer: TEXT, parameter: TEXT })),
    },
  ),
);
