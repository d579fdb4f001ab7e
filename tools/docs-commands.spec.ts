import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commandsOf as calendarCommands } from '../apps/calendar-service/src/commands';
import { commandsOf as contentCommands } from '../apps/content-service/src/commands';
import { type Command, runCommand } from '../libs/runtime/src/command-line';
import { COMMANDS as BACKUP } from './backup/src/commands';

const ROOT = path.resolve(__dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const below = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => path.join(folder, name));
const DOCUMENTS = ['README.md', ...['docs', 'apps', 'bench', 'libs', 'k8s', 'tools'].flatMap(below)];

const PROGRAMS: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  'content-service': contentCommands({}),
  'calendar-service': calendarCommands({}),
  gateway: {},
  backup: BACKUP,
};
const SCRIPTS: Readonly<Record<string, string>> = Object(JSON.parse(read('package.json'))).scripts;

/** Lines of the code of a document: those of blocks, and spans of code. */
function codeIn(text: string): { code: string; line: string }[] {
  const blocks = [...text.matchAll(/^ *```.*\n([^]*?)^ *```$/gm)].flatMap(([, block = '']) => block.split('\n'));
  const rest = text.replace(/^ *```.*?^ *```$/gms, '');
  const spans = rest
    .split('\n')
    .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ code, line })));
  return [...blocks.map((line) => ({ code: line, line })), ...spans];
}

/** The words of one command, without a comment and without the commands after it. */
const wordsOf = (text: string): string[] =>
  (text.replace(/\s#.*$|\s(?:&&|\||>|;).*$/, '').match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, ''));

/** The same for a command that is not run: why its arguments are refused. */
async function refusalOf(program: string, args: string[]): Promise<string | undefined> {
  const commands = PROGRAMS[program];
  if (!commands) return `There is no program ${program}.`;
  const idle = Object.entries(commands).map(([name, command]) => [name, { ...command, run: () => Promise.resolve() }]);
  const line = { program, commands: Object.fromEntries(idle) as typeof commands, serve: () => Promise.resolve() };
  return runCommand(line, args).then(
    () => undefined,
    (failure: unknown) => String(failure),
  );
}

/** Containers have the Node that the program needs. On other machines npm has it. */
const HAS_NODE = /\bk exec\b|\bdocker\b|\bcontainer\b/i;

interface Written {
  document: string;
  code: string;
  fault: () => Promise<string | undefined>;
}

function programsIn(document: string, code: string, line: string): Written[] {
  return [...code.matchAll(/((?:npx )?)node dist\/(\S+?)\/((?:apps|tools)\/\S+?)\/src\/main\.js(.*)/g)].map(
    ([, npx, program = '', folder = '', rest = '']) => ({
      document,
      code,
      fault: async () => {
        if (npx === '' && !HAS_NODE.test(line)) return 'It needs npx: the Node of the machine may be too old.';
        // `<app>` stands for both services.
        const names = program === '<app>' ? ['content-service', 'calendar-service'] : [program];
        for (const name of names) {
          if (!existsSync(path.join(ROOT, folder.replace('<app>', name), 'src/main.ts')))
            return `There is no ${folder}.`;
          const refusal = await refusalOf(name, wordsOf(rest));
          if (refusal !== undefined) return refusal;
        }
        return undefined;
      },
    }),
  );
}

/** `npm run script`, and the arguments of the programs behind two scripts. */
function scriptsIn(document: string, code: string): Written[] {
  return [...code.matchAll(/\bnpm run ([\w:-]+)(.*)/g)].map(([, script = '', rest = '']) => ({
    document,
    code,
    fault: async () => {
      if (!(script in SCRIPTS)) return `There is no script ${script}.`;
      const [, given = ''] = / -- (.*)/.exec(rest) ?? [];
      return script in BACKUP ? refusalOf('backup', [script, ...wordsOf(given)]) : undefined;
    },
  }));
}

function servicesIn(document: string, code: string): Written[] {
  return [...code.matchAll(/\bcompose\b.* run --rm (content-service|calendar-service) (.*)/g)].map(
    ([, program = '', rest = '']) => ({ document, code, fault: () => refusalOf(program, wordsOf(rest)) }),
  );
}

const WRITTEN = DOCUMENTS.flatMap((document) =>
  codeIn(read(document)).flatMap(({ code, line }) => [
    ...programsIn(document, code, line),
    ...scriptsIn(document, code),
    ...servicesIn(document, code),
  ]),
);

describe('a command of the documents', () => {
  it('is found in each form', () => {
    const forms = [/^npx node dist/, /k exec.* node dist/, /^npm run backup/, /docker compose/];
    expect(forms.filter((form) => !WRITTEN.some(({ code }) => form.test(code)))).toEqual([]);
    expect(WRITTEN.length).toBeGreaterThan(30);
  });

  it.each(WRITTEN.map((written) => [written.document, written.code, written] as const))(
    'in %s exists, with its options: %s',
    async (_document, _code, { fault }) => {
      expect(await fault()).toBeUndefined();
    },
  );

  it('would be refused for a program, a command or an option that does not exist', async () => {
    const faults = [
      'node dist/content-service/apps/content-service/src/main.js migrate',
      'npx node dist/gateway/apps/gateway/src/main.js migrate',
      'npx node dist/content-service/apps/other/src/main.js migrate',
      'npx node dist/content-service/apps/content-service/src/main.js recover-admin --wrong',
    ];
    for (const code of faults)
      expect([code, await programsIn('x', code, code)[0]?.fault()]).toEqual([code, expect.any(String)]);
    expect(await scriptsIn('x', 'npm run backups')[0]?.fault()).toEqual(expect.any(String));
    expect(await scriptsIn('x', 'npm run backup -- --verfy')[0]?.fault()).toEqual(expect.any(String));
  });
});
