import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { launchChromium } from '@almanac/chromium';
import { TestApi, until } from '@almanac/testing';
import { startUpstream } from '../../apps/gateway/src/testing/servers';
import { type OneAddress, startAtOneAddress } from '../system/testing/one-address';
import { BROWSER_TYPES, describedOffline, InstalledClient, NODE_TYPES } from './testing/installed-client';
import { simplestCalls } from './testing/simplest-calls';

const FILE_BYTES = 3_000_000;
const COVER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let system: OneAddress;
let token: string;
let client: InstalledClient;
beforeAll(async () => {
  system = await startAtOneAddress({ CORS_ALLOWED_ORIGINS: '*' });
  ({ token } = await system.content.given.admin());
  client = await InstalledClient.install();
  for (const extension of ['mts', 'cts']) await client.copy('tools/client/consumer/flow.ts', `flow.${extension}`);
});
afterAll(async () => {
  await client.remove();
  await system.close();
});

const environment = () => ({ ALMANAC: system.base, TOKEN: token });

/** The outcome of the flow, in every environment. */
const OUTCOME = {
  books: 1,
  pages: ['A', 'B', 'C'],
  found: true,
  events: ['1', '2', '3'],
  hasFeed: true,
  attachments: 1,
  progress: { id: true, rises: true, last: 1 },
  refusedUpload: { status: 422, type: 'validation-failed', fields: ['name'], hasRequestId: true },
  versions: true,
  downloaded: FILE_BYTES,
  exported: true,
  cover: true,
  tags: [
    ['state', 'new'],
    ['kind', ''],
  ],
  conflict: { status: 412, type: 'version-mismatch', fields: [], hasRequestId: true },
  attempts: 2,
  merged: 'merged',
  invalid: { status: 422, type: 'validation-failed', fields: ['name'], hasRequestId: true },
  invalidDate: { status: 400, type: 'validation-failed', fields: ['end_date'], hasRequestId: true },
  missing: { status: 404, type: 'not-found', fields: [], hasRequestId: true },
  unchanged: 304,
  aborted: 'AbortError',
  abortedUpload: 'AbortError',
};

/** Prints the outcome of the flow, whose module is `flow` in the script. */
const printing = (run: string) => `
  const options = { baseUrl: process.env.ALMANAC, token: process.env.TOKEN };
  const cover = new File([Buffer.from('${COVER.toString('base64')}', 'base64')], 'cover.png', { type: 'image/png' });
  require('node:fs').openAsBlob('data.bin').then((file) => flow(options, '${run}', file, cover)).then((outcome) => console.log(JSON.stringify(outcome)));
`;

describe('the package of the client', () => {
  it('is made from the descriptions that the services answer with', async () => {
    const api = new TestApi(system.base).as({ token });
    const live = {
      content: (await api.get('/api/openapi.json')).text,
      calendar: (await api.get('/calendar/events/v1/doc')).text,
    };
    const offline = await describedOffline();
    for (const service of ['content', 'calendar'] as const)
      expect(JSON.stringify(offline[service]).replaceAll('http://localhost:8080', system.base)).toBe(live[service]);
  });

  it.each([
    ['in a browser', BROWSER_TYPES],
    ['in Node', NODE_TYPES],
  ])('compiles under strict rules, its own types included, for a program %s', async (_, types) => {
    expect(await client.compile(['flow.mts', 'flow.cts'], types)).toBe('');
  });

  it('compiles the simplest call of every operation', async () => {
    const program = simplestCalls(await describedOffline());
    expect(program.match(/await client/g)?.length).toBeGreaterThan(150);
    await client.write('calls.mts', program);
    expect(await client.compile(['calls.mts'], BROWSER_TYPES)).toBe('');
  });

  it('works as an ES module and as CommonJS', async () => {
    await client.write('data.bin', 'x'.repeat(FILE_BYTES));
    await client.write(
      'run.mjs',
      `import { createRequire } from 'node:module';\nimport { flow } from './flow.mjs';\nconst require = createRequire(import.meta.url);${printing('module')}`,
    );
    await client.write('run.cjs', `const { flow } = require('./flow.cjs');${printing('commonjs')}`);
    for (const script of ['run.mjs', 'run.cjs'])
      expect([script, JSON.parse(await client.node(script, [], environment()))]).toEqual([script, OUTCOME]);
  });

  it('works in a browser, from another origin', async () => {
    expect(
      await inBrowser(`import('/flow.mjs').then(({ flow }) => flow(
        ${JSON.stringify({ baseUrl: system.base, token })},
        'browser',
        new Blob([new Uint8Array(${FILE_BYTES})]),
        new File([Uint8Array.from(atob('${COVER.toString('base64')}'), (part) => part.charCodeAt(0))], 'cover.png', { type: 'image/png' }),
      ))`),
    ).toEqual(OUTCOME);
  });

  it('repeats an upload with progress in a browser when its connection broke after the work', async () => {
    const keys: unknown[] = [];
    // Passes uploads on, and breaks the connection of the first one instead of answering.
    const breaking: Route = async (request, response) => {
      if (request.method !== 'POST') return false;
      const body = await buffer(request);
      const headers = { authorization: `Token ${token}`, ...only(request.headers, 'content-type', 'idempotency-key') };
      const answer = await fetch(`${system.base}${request.url}`, { method: 'POST', headers, body });
      keys.push(request.headers['idempotency-key']);
      if (keys.length === 1) request.socket.destroy();
      else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      return true;
    };
    const api = new TestApi(system.base).as({ token });
    const { id: book }: { id: number } = JSON.parse((await api.post('/api/books', { name: 'Uploads' })).text);
    const { id }: { id: number } = JSON.parse(
      (await api.post('/api/pages', { book_id: book, name: 'Uploads', html: 'x' })).text,
    );
    const outcome = await inBrowser(
      `import('@almanac/client').then(async ({ createClient, data, onProgress }) => {
        const { content } = createClient({ baseUrl: location.origin, token: 'sent by the site', retry: { firstPauseMs: 1 } });
        const seen = [];
        const body = { name: 'Once', uploaded_to: ${id}, file: new Blob([new Uint8Array(${FILE_BYTES})]) };
        const made = await data(content.POST('/api/attachments', { body, ...onProgress(({ loaded, total }) => seen.push(loaded / total)) }));
        return { name: made.name, last: seen.at(-1) };
      })`,
      breaking,
    );
    expect(outcome).toEqual({ name: 'Once', last: 1 });
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
    expect(JSON.parse((await api.get(`/api/attachments?filter[uploaded_to]=${id}`)).text)).toMatchObject({ total: 1 });
  });
});

/** Answers a request, or says that it does not. */
type Route = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const only = (headers: IncomingHttpHeaders, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, String(headers[name])]));

/** The value of a script's promise in a page of a site that serves the package. @param route for other requests to the site */
async function inBrowser(script: string, route: Route = () => Promise.resolve(false)): Promise<unknown> {
  const modules = 'node_modules/@almanac/client';
  const imports = {
    '@almanac/client': `/${modules}/esm/index.js`,
    'openapi-fetch': `/${modules}/node_modules/openapi-fetch/dist/index.mjs`,
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (await route(request, response)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
      response.setHeader('content-type', 'text/html').end(`<!doctype html>${map}`);
      return;
    }
    const text = await readFile(path.join(client.folder, pathname)).catch(() => undefined);
    if (text) response.setHeader('content-type', 'text/javascript').end(text);
    else response.writeHead(404).end();
  };
  const site = await startUpstream((request, response) => serve(request, response).catch(() => response.destroy()));
  const browser = await launchChromium({ executablePath: process.env['PUPPETEER_EXECUTABLE_PATH'], network: 'open' });
  try {
    const page = await browser.newPage();
    await page.goto(site);
    await page.evaluate(
      `${script}.then((outcome) => { window.outcome = outcome; }, (failure) => { window.outcome = String(failure); }); undefined`,
    );
    // The browser's driver limits the time of a single call.
    let outcome: unknown;
    await until(async () => (outcome = await page.evaluate('window.outcome')) !== undefined);
    return outcome;
  } finally {
    await browser.close();
  }
}

describe('an example in docs/examples', () => {
  const example = async (name: string, ...args: string[]) => {
    await client.copy(`docs/examples/${name}`);
    return client.node(name, args, environment());
  };
  /** Sends a request to the system as its administrator. */
  const send = async (method: string, target: string, body?: object) => {
    const { text } = await new TestApi(system.base).as({ token }).send(method, target, body);
    const answer: { id: number } = JSON.parse(text === '' ? '{}' : text);
    return answer;
  };

  it('prints the library as a tree, after it has added a line to a page', async () => {
    const { id: book } = await send('POST', '/api/books', { name: 'Wiki example' });
    const { id: chapter } = await send('POST', '/api/chapters', { book_id: book, name: 'Basics' });
    const { id: page } = await send('POST', '/api/pages', { chapter_id: chapter, name: 'Start', markdown: 'Hello' });
    expect(await example('wiki-tree.mjs', String(page), 'A new line')).toContain(
      `📖 Wiki example\n   ▸ Basics (${chapter})\n      · Start (${page})\n`,
    );
    expect(await send('GET', `/api/pages/${page}`)).toMatchObject({ markdown: 'Hello\n\nA new line' });
  });

  it('prints a month', async () => {
    const start = { start_date: '2037-03-04 10:00', end_date: '2037-03-05 11:00' };
    await send('POST', '/calendar/events/v1/events', { title: 'Fair', status: 'publish', ...start });
    const lines = (await example('month-view.mjs', '2037-03')).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      '2037-03',
      'Mon           Tue           Wed           Thu           Fri           Sat           Sun',
    ]);
    const week = lines.findIndex((line) => line.startsWith('2 '));
    expect(lines[week]).toMatch(/^2 +3 +4 +5 +6 +7 +8$/);
    expect(lines[week + 1]).toMatch(/^ {28}10:00 Fair {4}10:00 Fair$/);
  });

  it('keeps a copy of the events up to date', async () => {
    const copied = async () => {
      await example('sync.mjs', 'copy.json');
      const copy: { events: Record<string, { title: string }> } = JSON.parse(
        await readFile(path.join(client.folder, 'copy.json'), 'utf8'),
      );
      return copy.events;
    };
    const times = { start_date: '2037-04-04 10:00', end_date: '2037-04-04 11:00', status: 'publish' };
    const events = '/calendar/events/v1/events';
    const { id: kept } = await send('POST', events, { title: 'Kept', ...times });
    const { id: removed } = await send('POST', events, { title: 'Removed', ...times });
    // A change is in the feed once all transactions that began before it have ended.
    await until(async () => (await copied())[removed]?.title === 'Removed');
    await send('POST', `${events}/${kept}`, { title: 'Changed' });
    await send('DELETE', `${events}/${removed}`);
    await until(async () => !(await copied())[removed]);
    expect((await copied())[kept]).toMatchObject({ title: 'Changed' });
  });
});

it('the program of docs/guides/client.md runs', async () => {
  const guide = readFileSync(path.resolve(__dirname, '../../docs/guides/client.md'), 'utf8');
  const program = [...guide.matchAll(/^```js\n(.*?)^```$/gms)].map(([, lines]) => lines).join('');
  await client.write('guide.mjs', program);
  const output = await client.node('guide.mjs', [], environment());
  expect(output).toContain('422 validation-failed');
  expect(output).toContain('a report');
});
