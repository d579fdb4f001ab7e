import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '@almanac/runtime';
import { until } from '@almanac/testing';

const REPOSITORY = path.resolve(__dirname, '../../..');
let child: ChildProcess | undefined;

afterEach(() => child?.kill('SIGKILL'));

async function started() {
  const port = await freePort();
  const program = [
    '--require',
    path.join(REPOSITORY, 'tools/typescript.cjs'),
    path.join(__dirname, 'testing/small-program.ts'),
    String(port),
  ];
  const running = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'] });
  child = running;
  let output = '';
  for (const stream of [running.stdout, running.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(running, 'close').then(([code]: unknown[]) => code);
  const status = (route: string, id?: string) =>
    fetch(`http://127.0.0.1:${port}${route}`, { headers: id === undefined ? {} : { 'X-Request-Id': id } }).then(
      (answer) => answer.status,
      () => 'failed',
    );
  await until(async () => (await status('/readyz')) === 200);
  const lines = () =>
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => Object(JSON.parse(line)) as Record<string, unknown>);
  return { running, ended, status, lines };
}

describe('a program', () => {
  it('fails the readiness probe after SIGTERM, finishes running requests, and ends with 0', async () => {
    const { running, ended, status, lines } = await started();
    const slow = status('/slow');
    await status('/');
    running.kill('SIGTERM');
    await until(async () => (await status('/readyz')) === 503);
    expect(await slow).toBe(200);
    expect(await ended).toBe(0);
    expect(lines().map(({ msg }) => msg)).toEqual(['stopping', 'closed']);
  });

  it('logs the texts that libraries print, and the warnings of Node', async () => {
    const { status, lines } = await started();
    await status('/print', 'the-one-that-prints');
    await until(() => lines().length >= 4);
    const printed = { request_id: 'the-one-that-prints', context: 'console' };
    expect(lines()).toEqual([
      expect.objectContaining({ ...printed, level: 'info', msg: 'one of two\nlines' }),
      expect.objectContaining({ ...printed, level: 'warn', msg: "[WARN] { of: 'a library' }" }),
      expect.objectContaining({ ...printed, level: 'error', msg: expect.stringContaining('Error: printed') }),
      expect.objectContaining({ level: 'warn', context: 'node', msg: 'odd' }),
    ]);
  });

  it.each([
    ['an error that nobody caught', '/throw', 'thrown in a timer', 'uncaughtException'],
    ['a rejection that nobody handled', '/reject', 'rejected', 'unhandledRejection'],
  ])('logs %s, finishes running requests, and ends with 1', async (_what, route, message, origin) => {
    const { ended, status, lines } = await started();
    const slow = status('/slow');
    await status('/');
    await status(route, 'the-one-that-failed');
    expect(await slow).toBe(200);
    expect(await ended).toBe(1);
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'fatal',
        request_id: 'the-one-that-failed',
        origin,
        err: expect.objectContaining({ message }),
      }),
      expect.objectContaining({ msg: 'closed' }),
    ]);
  });
});
