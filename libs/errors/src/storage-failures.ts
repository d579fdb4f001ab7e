import { Problem } from './problem';

/** Stable texts: clients and operators may look for them. */
const UNREACHABLE = 'The data cannot be reached at the moment. Try again in a few seconds.';
const BUSY = 'The data is too busy for this request at the moment. Try again in a few seconds.';
const FULL = 'There is no room left to store this. Nothing was changed.';

const RETRY_AFTER_SECONDS = '5';
const RETRY_WHEN_FULL_AFTER_SECONDS = '60';

/** PostgreSQL's codes (its appendix A), by code or by class. */
const SERVER_CODES: Record<string, typeof unreachable> = {
  '08': unreachable, // connections
  '25006': unreachable, // a read-only server: a replica that is about to be, or was, the primary
  '25P03': busy, // idle in a transaction for too long
  '28': unreachable, // a password that changed
  '3D000': unreachable, // no such database
  '40001': busy, // serialisation, after all attempts
  '40P01': busy, // deadlock, after all attempts
  '53100': full,
  '53': busy, // memory, connections
  '55P03': busy, // a lock that was waited for
  '57014': busy, // a statement that took too long
  '57P': unreachable, // shutting down, starting, crashed
};

/** What the driver says when there is no server to say it. */
const LOST_CONNECTION =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query runner already released|PostgreSQL owes an answer)/;
const NETWORK_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'];
const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT'];

/** 503 for a database that is gone or busy, 507 for a full disk of the database or of the files; undefined for every other failure. */
export function storageProblem(thrown: unknown): Problem | undefined {
  return judge(thrown)?.(thrown);
}

function judge(thrown: unknown): typeof unreachable | undefined {
  // Errors of the system may come from another realm, and are no instances of this one's `Error`.
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  const code = codeOf(thrown);
  if (FULL_DISK_CODES.includes(code)) return full;
  // TypeORM keeps the driver's error; without it a network error may be about any other server.
  if ('driverError' in thrown) return NETWORK_CODES.includes(codeOf(thrown.driverError)) ? unreachable : judge(thrown.driverError);
  if (LOST_CONNECTION.test(String(thrown.message))) return unreachable;
  return 'severity' in thrown ? (SERVER_CODES[code] ?? SERVER_CODES[code.slice(0, 3)] ?? SERVER_CODES[code.slice(0, 2)]) : undefined;
}

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';

/** For a connection that could not be made. */
export function unreachable(cause: unknown): Problem {
  return new Problem(503, UNREACHABLE, { cause, headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}

/** For work that waited too long for its turn; without a cause it is not a failure that the log must explain. */
export function busy(cause?: unknown): Problem {
  return new Problem(503, BUSY, { cause, headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}

function full(cause: unknown): Problem {
  return new Problem(507, FULL, { cause, headers: { 'Retry-After': RETRY_WHEN_FULL_AFTER_SECONDS } });
}
