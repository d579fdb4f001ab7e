import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { Problem } from '@almanac/errors';
import { nonEmpty, until } from '@almanac/testing';
import { problemPage } from '../problem-page/problem-page';
import { sendRaw } from '../testing/client';
import { closedAddress, startGateway, startRawUpstream, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const LIMIT = 1_000;
const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
/** Firefox and Safari on an address without HTTPS send no `Sec-Fetch-Mode`. */
const BROWSER = [`Accept: ${ACCEPT}`];
const NAVIGATION = [...BROWSER, 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];

const down = async () => ({ CONTENT_URL: await closedAddress(), CALENDAR_URL: await closedAddress() });
const broken = async () => ({ CONTENT_URL: await startRawUpstream((socket) => socket.on('data', () => socket.end())) });
const silent = async () => ({ CONTENT_URL: await startUpstream((req) => req.resume()) });

interface Failure {
  status: number;
  /** The request line. */
  request: string;
  /** Lines after those of the caller. */
  lines?: string[];
  body?: string;
  env?: () => Promise<Record<string, string>>;
}

/** Each error that the gateway makes itself and that a browser can cause. */
const FAILURES: Record<string, Failure> = {
  'an ambiguous address': { status: 400, request: 'GET /books/..%2fx' },
  'a broken header': { status: 400, request: 'GET /books', lines: ['broken header'] },
  'an unknown address': { status: 404, request: 'GET /nowhere' },
  'a form at an unknown address': { status: 404, request: 'POST /nowhere', lines: ['Content-Length: 2'], body: 'a=' },
  'a body above the limit': {
    status: 413,
    request: 'POST /settings/imports',
    lines: [`Content-Length: ${LIMIT + 1}`],
    body: 'x'.repeat(LIMIT + 1),
  },
  'a chunked body above the limit': {
    status: 413,
    request: 'POST /settings/imports',
    lines: ['Transfer-Encoding: chunked'],
    body: `${(LIMIT + 1).toString(16)}\r\n${'x'.repeat(LIMIT + 1)}\r\n0\r\n\r\n`,
    env: silent,
  },
  'a long address': { status: 414, request: `GET /books?${'x'.repeat(20_000)}` },
  'large cookies': { status: 431, request: 'GET /books', lines: [`Cookie: a=${'x'.repeat(20_000)}`] },
  'an unknown coding of the body': {
    status: 501,
    request: 'POST /login',
    lines: ['Transfer-Encoding: gzip, chunked'],
    body: '0\r\n\r\n',
  },
  'a service that breaks the connection': { status: 502, request: 'GET /books', env: broken },
  'a service that is down': { status: 503, request: 'GET /books', env: down },
  'a service that is down for a form': { status: 503, request: 'POST /login', env: down },
  'the calendar that is down': { status: 503, request: 'GET /events/', env: down },
  'the documentation of a service that is down': { status: 503, request: 'GET /api/docs', env: down },
  'a service that is silent': { status: 504, request: 'GET /books', env: silent },
};
const failures = Object.entries(FAILURES);

async function answerTo({ request, lines = [], body = '', env = down }: Failure, caller: readonly string[]) {
  const { port } = await startGateway(await env(), { bodyLimitBytes: LIMIT, responseTimeoutMs: 200 });
  const head = [`${request} HTTP/1.1`, 'Host: site.example', 'Connection: close', ...caller, ...lines];
  return parsed(await sendRaw(port, `${head.join('\r\n')}\r\n\r\n${body}`));
}

function parsed(answer: string) {
  const end = answer.indexOf('\r\n\r\n');
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.replace(/^.*?: /, '')]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: answer.slice(end + 4) };
}

describe.each([
  ['a browser', BROWSER],
  ['a browser that says that it navigates', NAVIGATION],
])('%s', (_caller, caller) => {
  it.each(failures)('gets a page for %s', async (_name, failure) => {
    const { status, headers, body } = await answerTo(failure, caller);
    expect([status, headers.get('content-type')]).toEqual([failure.status, 'text/html; charset=utf-8']);
    expect(body).toMatch(/<h1>[^<]+<\/h1>/);
    for (const way of ['/', '/shelves', '/events/']) expect(body).toContain(`href="${way}"`);
    expect(body).not.toMatch(/\bsrc=|<link|<script|[{]"error/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    const id = headers.get('x-request-id');
    if (id !== null) expect(body).toContain(`<code>${id}</code>`);
  });
});

describe('a program', () => {
  it.each(failures)('gets JSON for %s', async (_name, failure) => {
    for (const caller of [[], ['Accept: */*'], ['Accept: application/json, text/html']]) {
      const { status, headers, body } = await answerTo(failure, caller);
      expect([status, headers.get('content-type')]).toEqual([failure.status, 'application/json; charset=utf-8']);
      expect(JSON.parse(body)).toMatchObject({ error: { code: failure.status } });
      expect(headers.get('content-security-policy') ?? '').not.toContain('style-src');
    }
  });

  it.each([
    ['a script of a page', 'GET /books', [...BROWSER, 'Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty']],
    ['an image of a page', 'GET /books', ['Accept: image/avif,image/webp,*/*;q=0.8', 'Sec-Fetch-Mode: no-cors']],
    ['a caller with a token', 'GET /books', [...BROWSER, 'Authorization: Token a:b']],
    ['a caller that accepts HTML from the API', 'GET /api/books', BROWSER],
    ['a caller that accepts HTML from the calendar', 'GET /calendar/events/v1/events', BROWSER],
    ['a caller that accepts HTML at another prefix', 'GET /rest/dates/v1/events', BROWSER],
    ['a caller that loads a file', 'GET /uploads/images/a.png', BROWSER],
    ['a caller of another method', 'PUT /books', BROWSER],
    ['TRACE', 'TRACE /books', BROWSER],
    ['a preflight', 'OPTIONS /books', [...BROWSER, 'Origin: http://a.example', 'Access-Control-Request-Method: PUT']],
  ])('gets JSON: %s', async (_name, request, caller) => {
    const env = async () => ({ ...(await down()), CALENDAR_PREFIXES: '/rest/dates/v1' });
    const { headers, body } = await answerTo({ status: 503, request, env }, caller);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toHaveProperty('error.code');
  });

  it('gets problem details', async () => {
    const { headers } = await answerTo({ status: 503, request: 'GET /books' }, [
      'Accept: text/html, application/problem+json',
    ]);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });
});

it.each(['/api/books', '/calendar/events/v1/events', '/uploads/images/a.png', '/rest/dates/v1/events'])(
  'a browser that navigates to %s gets a page',
  async (address) => {
    const env = async () => ({ ...(await down()), CALENDAR_PREFIXES: '/rest/dates/v1' });
    const { headers } = await answerTo({ status: 503, request: `GET ${address}`, env }, NAVIGATION);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  },
);

it('HEAD gets the headers of the page', async () => {
  const [get, head] = [
    await answerTo({ status: 503, request: 'GET /books' }, BROWSER),
    await answerTo({ status: 503, request: 'HEAD /books' }, BROWSER),
  ];
  expect(head.body).toBe('');
  for (const name of ['content-type', 'content-length', 'retry-after'])
    expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
});

describe.each([
  ['a browser', BROWSER, 'text/html; charset=utf-8'],
  ['a program', ['Accept: */*'], 'application/json; charset=utf-8'],
])('an upload that takes too long, of %s', (_caller, caller, type) => {
  it('receives 408', async () => {
    let arrived = 0;
    const CONTENT_URL = await startUpstream((req) => req.on('data', () => (arrived += 1)));
    const { port, gateway } = await startGateway({ CONTENT_URL });
    const { server } = gateway.server;
    let connection: Socket | undefined;
    server.once('connection', (socket: Socket) => (connection = socket));
    const lines = ['POST /settings/imports HTTP/1.1', 'Host: a', 'Content-Length: 9', ...caller];
    const answer = sendRaw(port, `${lines.join('\r\n')}\r\n\r\nhalf`);
    await until(() => Promise.resolve(arrived > 0));
    server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), connection);
    const { status, headers } = parsed(await answer);
    expect([status, headers.get('content-type')]).toEqual([408, type]);
  });
});

describe('the page', () => {
  const page = (status: number, asking: object = {}, problem = new Problem(status, 'A <sentence>.')) =>
    problemPage(problem, { method: 'GET', url: '/books?a=1&b="', headers: {}, ...asking }).body;

  it.each([
    ['almanac-theme=dark', 'dark'],
    ['a=b; almanac-theme=light', 'light'],
    ['almanac-theme=system', 'light dark'],
    ['almanac-theme=dark"><script>', 'light dark'],
    ['my-almanac-theme=dark', 'light dark'],
    ['', 'light dark'],
  ])('has for the cookie %s the colours %s', (cookie, scheme) => {
    expect(page(404, { headers: { cookie } })).toContain(`<meta name="color-scheme" content="${scheme}">`);
  });

  it.each([
    ['1', '1 second.'],
    ['5', '5 seconds.'],
    ['119', '119 seconds.'],
    ['600', '10 minutes.'],
  ])('says for a Retry-After of %s when to try again: in %s', (seconds, words) => {
    const problem = new Problem(503, 'x', { headers: { 'Retry-After': seconds } });
    expect(page(503, {}, problem)).toContain(`Try again in ${words}`);
  });

  it.each([
    [503, {}, true],
    [503, { method: 'HEAD' }, true],
    [503, { method: 'POST' }, false],
    [503, { url: '//elsewhere.example' }, false],
    [404, {}, false],
    [413, {}, false],
  ])('for %s and %j offers another try: %s', (status, asking, offers) => {
    expect(page(status, asking).includes('>Try again<')).toBe(offers);
    if (offers) expect(page(status, asking)).toContain('href="/books?a=1&amp;b=&quot;"');
  });

  it.each([
    ['http://site.example/settings/imports?a=1', '/settings/imports?a=1'],
    ['http://other.example/settings/imports', undefined],
    ['http://site.example//other.example', undefined],
    ['javascript:alert(1)', undefined],
    ['nonsense', undefined],
  ])('for a reader who came from %s leads back to %s', (referer, back) => {
    const body = page(413, { method: 'POST', headers: { host: 'site.example', referer } });
    expect(/<a href="([^"]*)">Go back<\/a>/.exec(body)?.[1]).toBe(back);
  });

  it('shows texts as text', () => {
    expect(page(418)).toContain('A &lt;sentence&gt;.');
  });

  it('has the colours and distances of the site', () => {
    const tokens = (file: string) =>
      [...readFileSync(path.resolve(__dirname, file), 'utf8').matchAll(/^ {2}(--[\w-]+: .+);$/gm)].map(
        ([, token]) => token,
      );
    const site = tokens('../../../../libs/web/src/assets/style.css');
    for (const token of nonEmpty(tokens('../problem-page/problem-page.css'))) expect(site).toContain(token);
  });
});
