import type { Sentences } from './languages';
import type { Problem } from './problem';
import { PROBLEM_TYPES } from './problem-types';

export type Dialect = 'content' | 'calendar';

/** A problem with its texts in the language of the caller, and with the request that it answers. */
interface Answered {
  problem: Problem;
  texts: Sentences;
  requestId?: string;
  /** Whether the input came in the query alone, which has no JSON pointers. */
  isRead?: boolean;
}

/** Calendar's codes for problems that were thrown without one (calendar-behaviour §5.1). */
const CALENDAR_CODES: Record<number, string> = {
  400: 'rest_invalid_param',
  401: 'rest_forbidden',
  403: 'rest_forbidden',
  404: 'rest_no_route',
  405: 'rest_no_route',
  413: 'rest_payload_too_large',
  415: 'rest_unsupported_media_type',
  422: 'rest_invalid_param',
  429: 'rest_too_many_requests',
  503: 'rest_unavailable',
  507: 'rest_insufficient_storage',
};

const calendarCode = ({ status, details }: Problem): string => details.code ?? CALENDAR_CODES[status] ?? 'rest_error';

/** The members that both services add to the fields of their references. */
const forPrograms = ({ problem, requestId }: Answered) => ({
  type: problem.type,
  ...(requestId !== undefined && { request_id: requestId }),
});

/** Content's envelope: `{error: {message, validation?, code, type, request_id}}`, or the flat shape of a few old endpoints. */
export function contentEnvelope(answered: Answered): object {
  const { status, details } = answered.problem;
  const { message, fields } = answered.texts;
  if (details.flat) return { message, status: 'error' };
  return { error: { message, ...(fields && { validation: fields }), code: status, ...forPrograms(answered) } };
}

/** Calendar's envelope carries both dialects, so that one client library can read the errors of both services. */
export function calendarEnvelope(answered: Answered): object {
  const { problem, texts } = answered;
  const { status, details } = problem;
  const { message } = texts;
  const error = { code: status, message, ...forPrograms(answered) };
  return { code: calendarCode(problem), message, data: { status, ...details.data }, error };
}

/** The shape of RFC 9457, for callers that ask for `application/problem+json`. It has no reference to match. */
export function problemDetails({ problem, texts, requestId, isRead }: Answered, dialect: Dialect): object {
  const errors = Object.entries(texts.fields ?? {}).flatMap(([field, messages]) =>
    messages.map((detail) => ({ ...(isRead ? { parameter: field } : { pointer: pointerTo(field) }), detail })),
  );
  return {
    type: `urn:problem-type:almanac:${problem.type}`,
    title: PROBLEM_TYPES[problem.type].title,
    status: problem.status,
    detail: texts.message,
    ...(requestId !== undefined && { instance: `urn:almanac:request:${requestId}`, request_id: requestId }),
    ...(dialect === 'calendar' && { code: calendarCode(problem) }),
    ...(errors.length > 0 && { errors }),
  };
}

/** A JSON pointer (RFC 6901) as a URI fragment: `tags.0.name` becomes `#/tags/0/name`. */
const pointerTo = (field: string): string =>
  ['#', ...field.split('.').map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))].join(
    '/',
  );
