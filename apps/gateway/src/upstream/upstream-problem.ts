import { Problem } from '@almanac/errors';
import { errorCode } from '@almanac/process';

const RETRY_AFTER_SECONDS = '5';
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const UNSENDABLE = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * The problem for the caller if an upstream gives no answer; its cause is only for the log.
 * @param wasConnected false if no service had answered on the connection yet
 */
export function upstreamProblem(failure: Error, wasConnected: boolean): Problem {
  if (failure instanceof Problem) return failure;
  const code = errorCode(failure) ?? '';
  if (UNSENDABLE.has(code)) return new Problem(400, 'The request cannot be passed on.', { cause: failure });
  if ((wasConnected || code === 'UND_ERR_HEADERS_TIMEOUT') && TIMEOUTS.has(code))
    return new Problem(504, 'The service did not answer in time.', { cause: failure });
  if (wasConnected || code.startsWith('HPE_'))
    return new Problem(502, 'The service gave no valid answer.', { cause: failure });
  return new Problem(503, 'The service is not available at the moment.', {
    cause: failure,
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}

/** Whether the connection broke during the request. This happens if the upstream closes an idle connection just as it is reused. */
export function isBrokenConnection(failure: Error): boolean {
  return BROKEN.has(errorCode(failure) ?? '');
}

/** Whether no connection could be made, so that the request was not sent. */
export function isUnreachable(failure: Error): boolean {
  return UNREACHABLE.has(errorCode(failure) ?? '');
}
