import type { Problem } from '@almanac/errors';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { textsOf, waitInWords } from './page-texts';
import type { Asking } from './wants-page';

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
export function problemPage(problem: Problem, asking: Asking): ProblemPage {
  const { title, message, mayRetry } = textsOf(problem);
  const retryAfter = problem.details.headers?.['Retry-After'];
  const sentences = [escaped(message), ...(retryAfter ? [`Try again in ${waitInWords(retryAfter)}.`] : [])];
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${THEME.exec(asking.headers.cookie ?? '')?.[1] ?? 'light dark'}">
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
<p class="actions">${actions(asking, mayRetry).join(' ')}</p>${asking.id ? numberOf(asking.id) : ''}
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
function actions({ method = 'GET', url, headers }: Asking, mayRetry: boolean): string[] {
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
