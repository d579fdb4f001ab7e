/** An entry of the registry: the statuses of the type, the usual one first, and a title in English. */
interface TypeEntry {
  statuses: readonly [number, ...number[]];
  title: string;
}

const entry = (title: string, ...statuses: readonly [number, ...number[]]): TypeEntry => ({ statuses, title });

/**
 * Names of errors for programs. Names are stable: never rename or remove one. docs/errors.md explains each of them.
 * The first entry of a status is the type of its problems that name no other.
 */
export const PROBLEM_TYPES = {
  'malformed-request': entry('The request is malformed', 400),
  'limit-reached': entry('A limit of the service is reached', 400),
  'authentication-required': entry('Authentication is required', 401),
  'token-malformed': entry('The token is malformed', 401),
  'token-unknown': entry('The token is unknown', 401),
  'token-secret-wrong': entry('The secret of the token is wrong', 401),
  'email-unconfirmed': entry('The e-mail address is not confirmed', 401),
  'permission-denied': entry('The permission is missing', 403),
  'token-expired': entry('The token has expired', 403),
  'api-access-denied': entry('The user may not call the API', 403),
  'session-read-only': entry('A session may only read', 403),
  'password-required': entry('A password is required', 403),
  'origin-not-allowed': entry('Scripts of the origin may not send the request', 403),
  'not-found': entry('The item was not found', 404),
  'route-not-found': entry('There is no such route', 404),
  'page-out-of-range': entry('The page of the list does not exist', 404),
  'method-not-allowed': entry('The method is not allowed', 405),
  'request-timeout': entry('The request took too long to arrive', 408),
  conflict: entry('The request conflicts with the state of the item', 409, 400),
  'already-exists': entry('The item already exists', 409, 400),
  'sold-out': entry('The ticket is sold out', 409),
  'in-use': entry('Other items use this item', 409),
  gone: entry('The item is gone', 410),
  'already-in-trash': entry('The item is in the trash', 410),
  'changes-expired': entry('The change token has expired', 410),
  'version-mismatch': entry('The item was changed meanwhile', 412),
  'body-too-large': entry('The body is too large', 413),
  'address-too-long': entry('The address is too long', 414),
  'unsupported-media-type': entry('The media type is not supported', 415),
  'range-not-satisfiable': entry('The range is outside of the file', 416),
  unprocessable: entry('The input cannot be processed', 422),
  'validation-failed': entry('The input is invalid', 422, 400),
  'too-expensive': entry('The input takes too long to process', 422),
  'rate-limited': entry('Too many requests', 429),
  'too-many-in-flight': entry('Too many concurrent requests', 429),
  'too-many-attempts': entry('Too many attempts', 429),
  'headers-too-large': entry('The headers are too large', 431),
  'internal-error': entry('An unexpected error occurred', 500),
  'not-supported': entry('The feature is not supported', 501),
  'bad-gateway': entry('Another server gave no valid answer', 502),
  'service-unavailable': entry('The service is not available', 503),
  'data-unreachable': entry('The data cannot be reached', 503),
  'data-busy': entry('The data is too busy', 503),
  'gateway-timeout': entry('The service did not answer in time', 504),
  'storage-full': entry('The storage is full', 507),
} satisfies Record<string, TypeEntry>;

export type ProblemType = keyof typeof PROBLEM_TYPES;

const isProblemType = (name: string): name is ProblemType => Object.hasOwn(PROBLEM_TYPES, name);

const DEFAULT_TYPES = new Map<number, ProblemType>();
for (const name of Object.keys(PROBLEM_TYPES).filter(isProblemType)) {
  const [status] = PROBLEM_TYPES[name].statuses;
  if (!DEFAULT_TYPES.has(status)) DEFAULT_TYPES.set(status, name);
}

/** The type of problems with this status that name no other type. */
export const defaultType = (status: number): ProblemType =>
  DEFAULT_TYPES.get(status) ?? (status < 500 ? 'malformed-request' : 'internal-error');
