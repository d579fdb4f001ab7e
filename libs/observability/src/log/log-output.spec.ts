import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { logOutput } from './log-output';

const REPOSITORY = path.resolve(__dirname, '../../../..');
let child: ChildProcessByStdio<null, Readable, Readable> | undefined;

afterEach(() => {
  jest.useRealTimers();
  child?.kill('SIGKILL');
});

function logging(ending: string) {
  const hook = path.join(REPOSITORY, 'tools/typescript.cjs');
  const program = path.join(__dirname, '../testing/logging-program.ts');
  child = spawn(process.execPath, ['--require', hook, program, ending], { stdio: ['ignore', 'pipe', 'pipe'] });
  return child;
}

const numbers = (output: string): unknown[] =>
  output
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { n: unknown }).n);

describe('the log on standard output', () => {
  it.each(['process.exit', 'an uncaught error', 'no more work'])('is complete after %s', async (ending) => {
    const program = logging(ending);
    const [output] = await Promise.all([text(program.stdout), once(program, 'close')]);
    expect(numbers(output)).toEqual([0, 1, 2]);
  });

  it('is complete up to the last error after a kill', async () => {
    const program = logging('a kill after an error');
    const [output] = await Promise.all([text(program.stdout), once(program, 'close')]);
    expect(numbers(output)).toEqual([0, 1, 2, 3]);
  });

  it('is written while the program goes on', async () => {
    const program = logging('a signal from outside');
    const [output]: unknown[] = await once(program.stdout, 'data');
    expect(numbers(String(output))).toEqual([0, 1, 2]);
  });

  it('is complete soon after several warnings at once, while the program goes on', async () => {
    const program = logging('several warnings');
    let output = '';
    for await (const text of program.stdout.setEncoding('utf8')) {
      output += String(text);
      if (output.includes('"n":23')) break;
    }
    expect(numbers(output)).toEqual(Array.from({ length: 24 }, (_, n) => n));
  });

  it('drops lines that a reader does not take, and the program goes on', async () => {
    const program = logging('a reader that stopped');
    program.stdout.pause();
    const [dropped]: unknown[] = await once(program.stderr, 'data');
    expect(Number(dropped)).toBeGreaterThan(10_000);
  });

  it('keeps no timer while there is nothing to write', () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    const output = logOutput();
    const before = jest.getTimerCount();
    output.write('\n');
    const waiting = jest.getTimerCount();
    output.flush?.();
    expect([before, waiting, jest.getTimerCount()]).toEqual([0, 1, 0]);
  });
});
