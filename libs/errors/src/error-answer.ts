import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';
import { calendarEnvelope, contentEnvelope, type Dialect, problemDetails } from './envelopes';
import { languageFor, LANGUAGES, sentences } from './languages';
import type { Problem } from './problem';
import { NOT_PERMITTED } from './throwing';

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
  const isAsked = caller.mediaTypes().includes(PROBLEM_JSON);
  const envelope = dialect === 'content' ? contentEnvelope : calendarEnvelope;
  return {
    headers: {
      'Content-Type': `${isAsked ? PROBLEM_JSON : 'application/json'}; charset=utf-8`,
      'Content-Language': language,
      Vary: 'Accept, Accept-Language',
      // Not "Basic": browsers would ask for a user name and a password.
      ...(problem.status === 401 && { 'WWW-Authenticate': 'Token' }),
      ...problem.details.headers,
    },
    body: isAsked ? problemDetails(answered, dialect) : envelope(answered),
  };
}

/** Wildcards count as JSON, because programs send them by default. */
function prefersJson(caller: Negotiator): boolean {
  const [preferred = '*/*'] = caller.mediaTypes();
  return /[/+]json|\*$/.test(preferred);
}
