import express from 'express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createLogger, type LogLevel } from './log/logger';
import { metrics } from './metrics/metrics';
import { requestId, requestLog } from './request-log';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SLOW_MS = 50;
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A small express app with both middlewares; `logged` resolves with the first line. */
async function listening(level: LogLevel = 'info') {
  const lines: Record<string, unknown>[] = [];
  let wake: (line: Record<string, unknown>) => void;
  const logged = new Promise<Record<string, unknown>>((resolve) => (wake = resolve));
  const write = (text: string) => {
    const line: Record<string, unknown> = { ...JSON.parse(text) };
    lines.push(line);
    wake(line);
  };
  const app = express();
  app.use(requestId(), requestLog(createLogger({ level, format: 'json', name: 'tester' }, { write })));
  app.get('/users/:name', (req, res) => {
    Object.assign(req, { actor: { id: 7 } });
    res.status(418).json({ id: req.id });
  });
  app.all('/measured/:name', (req, res) => void res.status(req.method === 'POST' ? 201 : 200).json({}));
  app.get('/slow/measured', async (_req, res) => {
    await setTimeout(SLOW_MS);
    res.json({});
  });
  for (const path of ['/endless', '/endless/measured']) app.get(path, (_req, res) => void res.write('first'));
  app.get(['/healthz', '/readyz'], (_req, res) => void res.json({}));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : ''}`,
    lines,
    logged,
  };
}

describe('requestId', () => {
  it('generates a UUID for the request and the response', async () => {
    const { url } = await listening();
    const res = await fetch(`${url}/users/ada`);
    const id = res.headers.get('x-request-id');
    expect(id).toMatch(UUID);
    expect(await res.json()).toEqual({ id });
  });

  it.each(['a', 'Trace_1.2-3', 'x'.repeat(128)])('keeps the valid id %s', async (id) => {
    const { url } = await listening();
    const res = await fetch(`${url}/users/ada`, { headers: { 'X-Request-Id': id } });
    expect(res.headers.get('x-request-id')).toBe(id);
  });

  it.each([
    ['too long', 'x'.repeat(129)],
    ['with spaces', 'a b'],
    ['with quotes', '"},{"level":"'],
    ['empty', ''],
  ])('replaces an id that is %s', async (_fault, id) => {
    const { url } = await listening();
    const res = await fetch(`${url}/users/ada`, { headers: { 'X-Request-Id': id } });
    expect(res.headers.get('x-request-id')).toMatch(UUID);
  });
});

describe('requestLog', () => {
  it('writes one line with method, path, status, duration, request id and user id', async () => {
    const { url, lines, logged } = await listening();
    await fetch(`${url}/users/ada?page=2`, { headers: { 'X-Request-Id': 'abc' } });
    expect(await logged).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/users/ada?page=2',
      status: 418,
      duration_ms: expect.any(Number),
      request_id: 'abc',
      user_id: 7,
    });
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['?token=hunter2&page=2', '?token=[redacted]&page=2'],
    ['?a=1&new_password=hunter2', '?a=1&new_password=[redacted]'],
    ['?pass%77ord=hunter2', '?pass%77ord=[redacted]'],
    ['?filter%5Bname%5D=%E4%zz', '?filter%5Bname%5D=%E4%zz'],
  ])('writes the query %s as %s', async (query, written) => {
    const { url, logged } = await listening();
    await fetch(`${url}/users/ada${query}`);
    expect(await logged).toMatchObject({ path: `/users/ada${written}` });
  });

  it.each(['/healthz', '/readyz', '/readyz?verbose=1'])('writes %s at debug', async (path) => {
    const { url, logged } = await listening('debug');
    await fetch(url + path);
    expect(await logged).toMatchObject({ level: 'debug', path });
  });

  it('writes no probe at info, and no request at warn', async () => {
    const info = await listening('info');
    await fetch(`${info.url}/healthz`);
    await fetch(`${info.url}/users/ada`);
    expect(await info.logged).toMatchObject({ path: '/users/ada' });
    server?.close();
    const warn = await listening('warn');
    await fetch(`${warn.url}/users/ada`);
    await fetch(`${warn.url}/users/ada`);
    expect(warn.lines).toEqual([]);
  });

  it('marks a request as aborted when the client disconnects', async () => {
    const { url, logged } = await listening();
    const hangUp = new AbortController();
    await fetch(`${url}/endless`, { signal: hangUp.signal });
    hangUp.abort();
    expect(await logged).toMatchObject({ path: '/endless', aborted: true });
  });
});

describe('the metrics of requests', () => {
  /** The numbers of requests by method and status, once so many requests to the route have ended. */
  async function counts(route: string, ended: number): Promise<string[]> {
    const lines = (await metrics.metrics())
      .split('\n')
      .filter((line) => line.includes(`_count{`) && line.includes(route));
    if (lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0) >= ended) return lines.sort();
    await setTimeout(5);
    return counts(route, ended);
  }

  it('count by method, template of the route and status, also when nothing is logged', async () => {
    const { url } = await listening('silent');
    for (const method of ['GET', 'POST']) await fetch(`${url}/measured/${method}`, { method });
    await fetch(`${url}/measured/again`);
    expect(await counts('/measured/:name', 3)).toEqual([
      'almanac_request_seconds_count{method="GET",route="/measured/:name",status="200"} 2',
      'almanac_request_seconds_count{method="POST",route="/measured/:name",status="201"} 1',
    ]);
  });

  it('have durations in seconds', async () => {
    const { url } = await listening();
    const start = performance.now();
    await fetch(`${url}/slow/measured`);
    await counts('/slow/measured', 1);
    const elapsedSeconds = (performance.now() - start) / 1_000;
    const sum = /^almanac_request_seconds_sum\{[^}]*slow[^}]*\} (\S+)$/m.exec(await metrics.metrics())?.[1];
    expect(Number(sum)).toBeGreaterThan(SLOW_MS / 2_000);
    expect(Number(sum)).toBeLessThanOrEqual(elapsedSeconds);
  });

  it('count paths without a route together', async () => {
    const { url } = await listening();
    await fetch(`${url}/nowhere`);
    expect(await counts('unmatched', 1)).toEqual([
      'almanac_request_seconds_count{method="GET",route="unmatched",status="404"} 1',
    ]);
  });

  it('count an answer that was not sent completely as aborted', async () => {
    const { url } = await listening();
    const leaving = new AbortController();
    await fetch(`${url}/endless/measured`, { signal: leaving.signal });
    leaving.abort();
    expect(await counts('/endless/measured', 1)).toEqual([
      'almanac_request_seconds_count{method="GET",route="/endless/measured",status="aborted"} 1',
    ]);
  });
});
