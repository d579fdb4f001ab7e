import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { Problem } from '@almanac/errors';

/** In the page, so that it needs no service and no second request. */
const STYLE = readFileSync(path.join(__dirname, 'problem-page.css'), 'utf8');

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Set by content-service when the reader chooses a theme. */
const THEME = /(?:^|;\s*)almanac-theme=(light|dark)(?:;|$)/;
const LOCAL_PATH = /^\/(?![/\\])/;

interface ProblemPage {
  headers: Record<string, string>;
  body: string;
}

/** An error as a page for people, in the look of the site. It works while both services are down. */
export function problemPage(problem: Problem, caller: PageCaller): ProblemPage {
  const { title, message, mayRetry } = textsOf(problem);
  const retryAfter = problem.details.headers?.['Retry-After'];
  const sentences = [escaped(message), ...(retryAfter ? [`Try again in ${waitInWords(retryAfter)}.`] : [])];
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${THEME.exec(caller.headers.cookie ?? '')?.[1] ?? 'light dark'}">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
  <nav aria-label="Main">
    <a href="/">Home</a>
    <a href="/shelves">Library</a>
    <a href="/events/">Calendar</a>
  </nav>
</header>
<main>
<h1>${escaped(title)}</h1>
<p role="alert">${sentences.join(' ')}</p>
<p class="actions">${actions(caller, mayRetry).join(' ')}</p>${caller.id ? numberOf(caller.id) : ''}
</main>
</body>
</html>
`;
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': 'en',
      'Content-Security-Policy': POLICY,
      Vary: 'Accept, Cookie, Sec-Fetch-Mode',
      ...problem.details.headers,
    },
    body,
  };
}

/** A form is not sent again by a link, so its reader goes back to it. */
function actions({ method = 'GET', url, headers }: PageCaller, mayRetry: boolean): string[] {
  const again = mayRetry && method !== 'POST' && url !== undefined && LOCAL_PATH.test(url) ? url : undefined;
  const back = formerPage(headers.referer, headers.host);
  return [
    ...(again === undefined ? [] : [link(again, 'Try again')]),
    ...(back === undefined || back === again ? [] : [link(back, 'Go back')]),
    link('/', 'Go to the home page'),
  ];
}

/** The page of this site from which the reader came. */
function formerPage(referer: string | undefined, host: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const { host: from, pathname, search } = new URL(referer);
  return from === host && LOCAL_PATH.test(pathname) ? pathname + search : undefined;
}

const link = (address: string, label: string) => `<a href="${escaped(address)}">${label}</a>`;

const numberOf = (id: string) =>
  `\n<p class="request">Number of the request, for an administrator who looks into it: <code>${escaped(id)}</code></p>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export interface PageText {
  title: string;
  message: string;
  /** Whether the same request may succeed later. */
  mayRetry: boolean;
}

const permanent = (title: string, message: string): PageText => ({ title, message, mayRetry: false });
const temporary = (title: string, message: string): PageText => ({ title, message, mayRetry: true });

/** The texts for people, by status. Those for programs are in the problem. */
const TEXTS = new Map<number, PageText>([
  [
    400,
    permanent(
      'This request cannot be read',
      'Something in the address or in the request is not valid. Check the address, or start at the home page.',
    ),
  ],
  [404, permanent('There is no such page', 'Nothing is served at this address. Check it, or start at the home page.')],
  [408, temporary('That took too long', 'The request did not arrive in time. Check your connection.')],
  [
    413,
    permanent(
      'That was too much',
      'The file or text is larger than this site accepts. Go back and send a smaller one.',
    ),
  ],
  [414, permanent('The address is too long', 'Shorten the address, or start at the home page.')],
  [
    431,
    temporary(
      'Your browser sent too much',
      'The cookies or other headers of the request are too large. Delete the cookies of this site in your browser.',
    ),
  ],
  [502, temporary('Something went wrong', 'A part of this site gave no valid answer. Other parts may still work.')],
  [
    503,
    temporary(
      'Please try again in a moment',
      'A part of this site is not available at the moment. Other parts may still work.',
    ),
  ],
  [504, temporary('That took too long', 'A part of this site did not answer in time. Other parts may still work.')],
]);

export const textsOf = ({ status, message }: Problem): PageText =>
  TEXTS.get(status) ??
  (status < 500 ? permanent('This is not possible', message) : temporary('Something went wrong', message));

/** The seconds of a `Retry-After` in words. */
function waitInWords(retryAfter: string): string {
  const seconds = Number(retryAfter);
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** The parts of a request that decide whether a person or a program reads the answer. */
export interface PageCaller {
  id?: string;
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  /** An API was called at an address that the settings add. */
  isApi?: boolean;
}

/** Browsers send no other methods when they open an address or send a form. */
const METHODS = ['GET', 'HEAD', 'POST'];

/** Addresses for programs. `/api/docs` is a page. */
const FOR_PROGRAMS = /^\/(?:api(?!\/docs\/?(?:\?|$))|uploads|calendar\/events\/v1|openapi\.json)(?:[/?]|$)/;

/**
 * Whether a browser opens an address. Browsers accept HTML and do not mention JSON. Scripts of a page say that they do not navigate.
 * At an address for programs the browser must say that it does: some programs accept HTML without a thought.
 */
export function wantsPage({ method = 'GET', url = '', headers, isApi = false }: PageCaller): boolean {
  const { accept = '', authorization, 'sec-fetch-mode': mode } = headers;
  if (!METHODS.includes(method) || authorization !== undefined) return false;
  if (!/\btext\/html\b/i.test(accept) || /\bjson\b/i.test(accept)) return false;
  return mode === 'navigate' || (mode === undefined && !isApi && !FOR_PROGRAMS.test(url));
}
