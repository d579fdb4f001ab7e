import { mkdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { type CommandLine, endingOf, OperatorError, runCommand, usageOf } from './command-line';
import { tooOldNode } from './node-version';

let done: unknown[] = [];
const LINE: CommandLine = {
  program: 'tester',
  serve: async () => void done.push('served'),
  commands: {
    copy: {
      summary: 'copies',
      takes: ['from', 'to?'],
      options: ['all'],
      run: async ({ values, switches }) => void done.push([...values], [...switches]),
    },
  },
};
const USAGE = `Commands of tester:
                            serves until it is stopped
  copy <from> [to] [--all]  copies
  --help                    prints this list`;

let printed = '';
beforeEach(() => {
  [done, printed] = [[], ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

const endOf = (args: string[], line = LINE) =>
  runCommand(line, args).then(
    () => undefined,
    (failure: unknown) => endingOf(failure),
  );

describe('a command line', () => {
  it('serves without arguments, and runs a command with its own', async () => {
    await endOf([]);
    await endOf(['copy', 'a', '--all', 'b']);
    await endOf(['copy', 'a']);
    expect(done).toEqual(['served', ['a', 'b'], ['all'], ['a'], []]);
  });

  it.each([[['--help']], [['-h']], [['help']], [['copy', '--help']], [['copy', '-h', 'x', 'y', 'z']]])(
    'prints the list for %j, and runs nothing',
    async (args) => {
      expect(await endOf(args)).toBeUndefined();
      expect([printed, done]).toEqual([`${usageOf(LINE)}\n`, []]);
    },
  );

  it('lists the commands with their arguments and options', () => {
    expect(usageOf(LINE)).toBe(USAGE);
  });

  it.each<[string[], RegExp]>([
    [['nonsense'], /^There is no command nonsense\.\n\nCommands of tester:\n/],
    [['toString'], /^There is no command toString\./],
    [['--nonsense'], /^There is no command --nonsense\./],
    [[''], /^There is no command \./],
    [['copy'], /^copy needs from\. Usage: copy <from> \[to\] \[--all\]$/],
    [['copy', 'a', 'b', 'c'], /^copy takes no argument c\. Usage: /],
    [['copy', 'a', '--wrong'], /'--wrong'.* Usage: copy <from>/],
    [['copy', 'a', '--all=x'], /--all.* Usage: copy <from>/],
  ])('refuses %j with 2, and runs nothing', async (args, text) => {
    expect(await endOf(args)).toEqual({ text: expect.stringMatching(text), code: 2 });
    expect(done).toEqual([]);
  });

  it('asks for a command when the program serves nothing', async () => {
    const { program, commands } = LINE;
    expect(await endOf([], { program, commands })).toEqual({
      text: expect.stringMatching(/^A command is missing\.\n\n/),
      code: 2,
    });
  });
});

/** The failure of a real call. */
const failing = (call: () => Promise<unknown>): Promise<unknown> =>
  call().then(
    () => undefined,
    (failure: unknown) => failure,
  );
const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('what an operator can mend', () => {
  it.each<[what: string, failure: () => Promise<unknown>, text: string | RegExp]>([
    ['a mistake', async () => new OperatorError('No such user.'), 'No such user.'],
    [
      'settings',
      async () => Object.assign(new Error('Invalid settings'), { name: 'SettingsError' }),
      'Invalid settings',
    ],
    [
      'a missing folder',
      () => failing(() => readFile('/none/at/all')),
      '/none/at/all cannot be used: it cannot be created there.',
    ],
    [
      'a file in the way',
      () => failing(() => mkdir(path.join(__filename, 'x'))),
      /x cannot be used: a part of its path is a file\.$/,
    ],
    [
      'a read-only folder',
      async () => Object.assign(withCode('EROFS', 'x'), { syscall: 'mkdir', path: '/backups' }),
      '/backups cannot be used: the file system is read-only.',
    ],
    [
      'a full disk',
      async () => Object.assign(withCode('ENOSPC', 'x'), { syscall: 'write' }),
      'A file cannot be used: the disk is full.',
    ],
    [
      'a server that is down',
      () => failing(() => fetchRefused()),
      /^A server cannot be reached: .*127\.0\.0\.1:1\b.*Check the addresses in the settings\.$/,
    ],
    [
      'a wrong password',
      async () => withCode('28P01', 'password authentication failed'),
      'The database refuses the connection: password authentication failed.',
    ],
    [
      'a cause inside an answer for callers',
      async () =>
        Object.assign(new Error('503', { cause: withCode('ECONNREFUSED', 'connect 1') }), { name: 'Problem' }),
      /^A server cannot be reached: connect 1\./,
    ],
    [
      'a missing database',
      async () => withCode('3D000', 'database "x" does not exist'),
      'The database refuses the connection: database "x" does not exist.',
    ],
    [
      'a taken port',
      async () => Object.assign(withCode('EADDRINUSE', 'address in use'), { syscall: 'listen' }),
      /^The port cannot be used: /,
    ],
  ])('is one sentence: %s', async (_what, failure, text) => {
    const ending = endingOf(await failure());
    expect(ending).toEqual({ text: typeof text === 'string' ? text : expect.stringMatching(text), code: 1 });
    expect(ending.text).not.toContain('\n');
  });

  it('is told from a fault of the program, which keeps its stack', () => {
    expect(endingOf(new TypeError('x is undefined')).text).toContain('command-line.spec');
  });
});

async function fetchRefused(): Promise<void> {
  await new Promise((_resolve, reject) => connect(1, '127.0.0.1').once('error', reject));
}

describe('the version of Node', () => {
  it.each([
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.14.9', true],
    ['22.15.0', false],
    ['24.0.0', false],
  ])('%s is too old: %s', (version, isTooOld) => {
    expect(tooOldNode(version) !== undefined).toBe(isTooOld);
  });

  it('names the way out', () => {
    expect(tooOldNode('20.20.2')).toContain('Put npx before node');
  });
});
