import { Problem } from './problem';

/** Do not change these texts: clients and operators may search for them. */
const UNREACHABLE = 'The data cannot be reached at the moment. Try again in a few seconds.';
const BUSY = 'The data is too busy for this request at the moment. Try again in a few seconds.';
const FULL = 'There is no room left to store this. Nothing was changed.';

const RETRY_AFTER_SECONDS = '5';
const RETRY_WHEN_FULL_AFTER_SECONDS = '60';

/** PostgreSQL's error codes (appendix A of its manual), by code or by class. */
const SERVER_CODES: Record<string, typeof unreachable> = {
  '08': unreachable, // connections
  '25006': unreachable, // a read-only server: a replica during a fail-over
  '25P03': busy, // idle in a transaction for too long
  '26000': busy, // a pooler lost a named statement; the next attempt goes without a name
  '28': unreachable, // authentication failed, e.g. after a password change
  '3D000': unreachable, // no such database
  '40001': busy, // serialisation, after all attempts
  '40P01': busy, // deadlock, after all attempts
  '42P05': busy, // as 26000
  '53100': full,
  '53': busy, // memory, connections
  '55P03': busy, // lock time-out
  '57014': busy, // statement time-out
  '57P': unreachable, // shutting down, starting, crashed
};

/** Messages of the driver when the connection to the server is lost. */
const LOST_CONNECTION =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query runner already released|PostgreSQL owes an answer)/;
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
];
/** Names of errors of the file store. */
const STORE_ERRORS: readonly unknown[] = ['MissingStoreError', 'RefusedStoreError'];
const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT'];

/** @returns 503 for an unreachable or busy database or bucket, 507 for a full disk of database or files; undefined for other failures */
export function storageProblem(thrown: unknown): Problem | undefined {
  return judge(thrown)?.(thrown);
}

function judge(thrown: unknown): typeof unreachable | undefined {
  // Not `instanceof Error`: errors of the system may come from another realm, with another `Error` class.
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  const code = codeOf(thrown);
  if (FULL_DISK_CODES.includes(code)) return full;
  if ('name' in thrown && STORE_ERRORS.includes(thrown.name)) return unreachable;
  // The client of S3 adds it to answers and to broken connections. Missing files and sources that break off are no such errors.
  if ('$metadata' in thrown) return unreachable;
  // TypeORM keeps the driver's error. A network error without one may concern any other server.
  if ('driverError' in thrown)
    return NETWORK_CODES.includes(codeOf(thrown.driverError)) ? unreachable : judge(thrown.driverError);
  if (LOST_CONNECTION.test(String(thrown.message))) return unreachable;
  return 'severity' in thrown
    ? (SERVER_CODES[code] ?? SERVER_CODES[code.slice(0, 3)] ?? SERVER_CODES[code.slice(0, 2)])
    : undefined;
}

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : '';

/** For a connection that could not be made, or a file whose bytes do not come. */
export function unreachable(cause: unknown): Problem {
  return new Problem(503, UNREACHABLE, {
    type: 'data-unreachable',
    cause,
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}

/** For work that waited too long in a queue. Without a cause it is a deliberate refusal, which `ProblemFilter` does not log. */
export function busy(cause?: unknown): Problem {
  return new Problem(503, BUSY, { type: 'data-busy', cause, headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}

function full(cause: unknown): Problem {
  return new Problem(507, FULL, { cause, headers: { 'Retry-After': RETRY_WHEN_FULL_AFTER_SECONDS } });
}
