import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LogFile, outputWithFile } from './output';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-log-'));
const file = path.join(folder, 'almanac.log');
afterAll(() => rmSync(folder, { recursive: true }));

const kept = (name = file) => readFileSync(name, 'utf8');

function started() {
  const shown: string[] = [];
  return { shown, ...outputWithFile(new LogFile(file), (lines) => void shown.push(lines)) };
}

it.each([
  ['an error in JSON', '[gateway] {"level":"error","name":"gateway","msg":"no"}', true],
  ['a fatal error in JSON', '[gateway] {"level":"fatal","msg":"no"}', true],
  ['an error for people', '[content-service] [12:30:05.123] ERROR (content-service): no', true],
  ['a fatal error for people', '[calendar-service] [12:30:05.123] FATAL (calendar-service): no', true],
  ['a warning', '[gateway] {"level":"warn","msg":"an error"}', false],
  ['a warning for people', '[gateway] [12:30:05.123] WARN (gateway): ERROR', false],
  ['a request', '[gateway] {"level":"info","msg":"request","path":"/?{\\"level\\":\\"error\\""}', false],
  ['a warning of a package', '[gateway] (node:7) DeprecationWarning: ERROR', false],
  ['a step', 'Preparing the databases …', false],
])('%s is in the file, and at the terminal: %s, %s', (_what, line, isShown) => {
  const { log, shown } = started();
  log(`[gateway] before\n${line}\n[gateway] after`);
  expect(kept()).toBe(`[gateway] before\n${line}\n[gateway] after\n`);
  expect(shown).toEqual(isShown ? [line] : []);
});

it('a long line is shortened at the terminal only', () => {
  const { log, shown } = started();
  const line = `[gateway] {"level":"error","msg":"${'x'.repeat(5_000)}"}`;
  log(line);
  expect(kept()).toBe(`${line}\n`);
  expect(shown).toEqual([`${line.slice(0, 300)} …`]);
});

it('a line for people is in both', () => {
  const { say, shown } = started();
  say('[launcher] gateway ended');
  expect([kept(), shown]).toEqual(['[launcher] gateway ended\n', ['[launcher] gateway ended']]);
});

it('a start keeps the file of the former one, and no older one', () => {
  for (const text of ['first', 'second', 'third']) started().log(text);
  expect([kept(), kept(`${file}.1`)]).toEqual(['third\n', 'second\n']);
  expect(statSync(file).mode & 0o077).toBe(0);
});

it('a full file begins anew', () => {
  const { log } = started();
  log('x'.repeat(10_000_001));
  log('next');
  expect([kept(), kept(`${file}.1`).length]).toEqual(['next\n', 10_000_002]);
  truncateSync(`${file}.1`);
});
