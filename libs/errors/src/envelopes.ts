import { type Problem } from './problem';

export type Dialect = 'content' | 'calendar';

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

/** Content's envelope: `{error: {message, validation?, code}}`, or the flat shape of a few old endpoints. */
export function contentEnvelope({ status, message, details }: Problem): object {
  if (details.flat) return { message, status: 'error' };
  return { error: { message, ...(details.fields && { validation: details.fields }), code: status } };
}

/** Calendar's envelope carries both dialects, so that one client library can read the errors of both services. */
export function calendarEnvelope({ status, message, details }: Problem): object {
  const code = details.code ?? CALENDAR_CODES[status] ?? 'rest_error';
  return { code, message, data: { status, ...details.data }, error: { code: status, message } };
}

export const envelopes: Record<Dialect, (problem: Problem) => object> = {
  content: contentEnvelope,
  calendar: calendarEnvelope,
};
