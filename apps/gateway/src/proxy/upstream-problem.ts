import { Problem } from '@almanac/errors';

const RETRY_AFTER_SECONDS = '5';
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const UNSENDABLE = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * What the caller is told when no answer comes from an upstream; the cause is for the log.
 * @param wasConnected false while the request had not left the gateway
 */
export function upstreamProblem(failure: Error, wasConnected: boolean): Problem {
  if (failure instanceof Problem) return failure;
  const code = codeOf(failure);
  if (UNSENDABLE.has(code)) return new Problem(400, 'The request cannot be passed on.', { cause: failure });
  if (wasConnected && TIMEOUTS.has(code)) return new Problem(504, 'The service did not answer in time.', { cause: failure });
  if (wasConnected) return new Problem(502, 'The service gave no valid answer.', { cause: failure });
  return new Problem(503, 'The service is not available at the moment.', {
    cause: failure,
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}

/** Did the connection end under the request, as it does when the other side closes an idle connection at the moment of its next use? */
export function isBrokenConnection(failure: Error): boolean {
  return BROKEN.has(codeOf(failure));
}

function codeOf(failure: Error): string {
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
}
