import { Problem, type ProblemType } from '@almanac/errors';

/** Why a caller is refused. */
export type Refusal =
  | 'missing'
  | 'malformed'
  | 'unknown'
  | 'wrong-secret'
  | 'expired'
  | 'no-api-access'
  | 'session-reads-only'
  | 'unconfirmed'
  | 'throttled'
  | 'unavailable';

const ANSWERS: Record<
  Refusal,
  { status: number; type?: ProblemType; message: string; headers?: Record<string, string> }
> = {
  missing: { status: 401, message: 'No authorization token found on the request' },
  malformed: {
    status: 401,
    type: 'token-malformed',
    message: 'An authorization token was found on the request but the format appeared incorrect',
  },
  unknown: {
    status: 401,
    type: 'token-unknown',
    message: 'No matching API token was found for the provided authorization token',
  },
  'wrong-secret': {
    status: 401,
    type: 'token-secret-wrong',
    message: 'The secret provided for the given used API token is incorrect',
  },
  expired: { status: 403, type: 'token-expired', message: 'The authorization token used has expired' },
  'no-api-access': {
    status: 403,
    type: 'api-access-denied',
    message: 'The owner of the used API token does not have permission to make API calls',
  },
  'session-reads-only': {
    status: 403,
    type: 'session-read-only',
    message: 'Only GET requests are allowed when using the API with cookie-based authentication',
  },
  unconfirmed: {
    status: 401,
    type: 'email-unconfirmed',
    message: 'The email address for the account in use needs to be confirmed',
  },
  throttled: { status: 429, message: 'Too Many Attempts.', headers: { 'Retry-After': '60' } },
  unavailable: {
    status: 503,
    message: 'Tokens cannot be checked at the moment. Try again shortly.',
    headers: { 'Retry-After': '5' },
  },
};

export const isRefusal = (text: string): text is Refusal => Object.hasOwn(ANSWERS, text);

/** The answer to a refused caller (content-behaviour §1.2). */
export function refusalProblem(refusal: Refusal): Problem {
  const { status, message, ...details } = ANSWERS[refusal];
  return new Problem(status, message, details);
}
