import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { type Problem, NOT_PERMITTED } from './problem';
import { PROBLEM_TYPES } from './problem-types';

const PROBLEM_JSON = 'application/problem+json';
const READS = ['GET', 'HEAD'];

/** The text of a refused permission for callers who prefer another format than JSON, such as browsers (content-behaviour §3.2). */
const PAGE_NOT_PERMITTED = 'You do not have permission to access the requested page.';

/** The parts of a request that its refusal depends on. */
interface RefusedRequest {
  id?: string;
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

interface ErrorAnswer {
  headers: Record<string, string>;
  body: object;
}

/** Headers and body of the answer to a request that failed. The format and the language are those that the caller accepts. */
export function errorAnswer(
  problem: Problem,
  dialect: Dialect,
  { id, method = '', headers }: RefusedRequest = { headers: {} },
  languages = LANGUAGES,
): ErrorAnswer {
  const caller = new Negotiator({ headers });
  const language = languageFor(caller, languages);
  const translate = languages[language] ?? String;
  const texts = sentences(problem, translate);
  if (dialect === 'content' && problem.message === NOT_PERMITTED && !prefersJson(caller))
    texts.message = translate(PAGE_NOT_PERMITTED);
  const answered = { problem, texts, isRead: READS.includes(method), ...(id && { requestId: id }) };
  // Wildcards do not count: usual clients send them, and expect the shape of the reference.
  const isRequested = caller.mediaTypes().includes(PROBLEM_JSON);
  const envelope = dialect === 'content' ? contentEnvelope : calendarEnvelope;
  return {
    headers: {
      'Content-Type': `${isRequested ? PROBLEM_JSON : 'application/json'}; charset=utf-8`,
      'Content-Language': language,
      Vary: 'Accept, Accept-Language',
      // Not "Basic": browsers would ask for a user name and a password.
      ...(problem.status === 401 && { 'WWW-Authenticate': 'Token' }),
      ...problem.details.headers,
    },
    body: isRequested ? problemDetails(answered, dialect) : envelope(answered),
  };
}

/** Wildcards count as JSON, because programs send them by default. */
function prefersJson(caller: Negotiator): boolean {
  const [preferred = '*/*'] = caller.mediaTypes();
  return /[/+]json|\*$/.test(preferred);
}

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
function contentEnvelope(answered: Answered): object {
  const { status, details } = answered.problem;
  const { message, fields } = answered.texts;
  if (details.flat) return { message, status: 'error' };
  return { error: { message, ...(fields && { validation: fields }), code: status, ...forPrograms(answered) } };
}

/** Calendar's envelope carries both dialects, so that one client library can read the errors of both services. */
function calendarEnvelope(answered: Answered): object {
  const { problem, texts } = answered;
  const { status, details } = problem;
  const { message } = texts;
  const error = { code: status, message, ...forPrograms(answered) };
  return { code: calendarCode(problem), message, data: { status, ...details.data }, error };
}

/** The shape of RFC 9457, for callers that ask for `application/problem+json`. It has no reference to match. */
function problemDetails({ problem, texts, requestId, isRead }: Answered, dialect: Dialect): object {
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

/** Gives an English sentence in another language; the same sentence when it has no translation. */
type Translate = (english: string) => string;

/**
 * The languages of error messages by their tag, English first. The code phrases its messages in English. An entry here, such as
 * `de: (english) => GERMAN[english] ?? english`, adds a language without a change of any handler.
 */
const LANGUAGES: Readonly<Record<string, Translate>> = { en: (english) => english };

/** The first accepted language that there is; English for callers that accept none. */
function languageFor(caller: Negotiator, languages: Readonly<Record<string, Translate>>): string {
  return caller.language(Object.keys(languages)) ?? 'en';
}

/** The texts of a problem that people read. */
interface Sentences {
  message: string;
  fields: Record<string, string[]> | undefined;
}

export const sentences = ({ message, details: { fields } }: Problem, translate: Translate): Sentences => ({
  message: translate(message),
  fields: fields && Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map(translate)])),
});
