import { parseArgs } from 'node:util';
import { errorCode, fileRefusal } from './error-code';

/** A mistake of the operator. Its message is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** A mistake in the arguments: the program ends with 2. */
class UsageError extends OperatorError {}

export interface Command {
  summary: string;
  /** Names of its options, without the hyphens. All are switches. */
  options?: readonly string[];
  /** Names of its arguments, in their order. One that ends in a question mark may be left out. */
  takes?: readonly string[];
  run: (input: { switches: ReadonlySet<string>; values: readonly string[] }) => Promise<void>;
}

export interface CommandLine {
  /** Its name, as people know it. */
  program: string;
  commands: Readonly<Record<string, Command>>;
  /** Runs without arguments. A program that has no such work asks for a command. */
  serve?: () => Promise<void>;
}

const WRONG_USAGE = 2;
const HELP = ['--help', '-h', 'help'];
/** Names of errors whose message was written for the operator. */
const SENTENCES = [
  'OperatorError',
  'SettingsError',
  'BackupError',
  'RecoveryError',
  'StoreAddressError',
  'MissingStoreError',
  'RefusedStoreError',
];
const CANNOT_CONNECT = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'];
const PORT_IN_USE = ['EADDRINUSE', 'EADDRNOTAVAIL'];
/** Authentication failed, no such database, too many connections, starting or stopping (PostgreSQL's codes). */
const DATABASE_REFUSED = /^(?:28|3D|53300|57P)/;

/** Runs the command that the arguments name. A failure ends the process: with 2 for wrong arguments, else with 1. */
export function runCommandLine(line: CommandLine, args = process.argv.slice(2)): void {
  runCommand(line, args).catch((failure: unknown) => {
    const { text, code } = endingOf(failure);
    process.stderr.write(`${text}\n`);
    process.exit(code);
  });
}

/** The text about a failure for the operator, and the exit code. */
export const endingOf = (failure: unknown): { text: string; code: number } => ({
  text: explained(failure),
  code: failure instanceof UsageError ? WRONG_USAGE : 1,
});

/** @throws UsageError for arguments that name nothing, and what the command throws */
export async function runCommand(line: CommandLine, [name, ...args]: string[]): Promise<void> {
  if (name === undefined && line.serve) return line.serve();
  if (name !== undefined && HELP.includes(name)) return write(usageOf(line));
  const command = name !== undefined && Object.hasOwn(line.commands, name) ? line.commands[name] : undefined;
  if (name === undefined || !command)
    throw new UsageError(
      `${name === undefined ? 'A command is missing.' : `There is no command ${name}.`}\n\n${usageOf(line)}`,
    );
  if (args.some((arg) => arg === '--help' || arg === '-h')) return write(usageOf(line));
  return command.run(parseArguments(name, command, args));
}

/** The list of commands, for people. */
export function usageOf({ program, commands, serve }: CommandLine): string {
  const rows = Object.entries(commands).map(([name, command]) => [formOf(name, command), command.summary] as const);
  const all = [...(serve ? [['', 'serves until it is stopped'] as const] : []), ...rows];
  const width = all.reduce((longest, [form]) => Math.max(longest, form.length), 0);
  const lines = all.map(([form, summary]) => `  ${form.padEnd(width)}  ${summary}`);
  return [`Commands of ${program}:`, ...lines, `  ${'--help'.padEnd(width)}  prints this list`].join('\n');
}

const formOf = (name: string, { options = [], takes = [] }: Command): string =>
  [
    name,
    ...takes.map((argument) => (argument.endsWith('?') ? `[${argument.slice(0, -1)}]` : `<${argument}>`)),
    ...options.map((option) => `[--${option}]`),
  ].join(' ');

function parseArguments(name: string, command: Command, args: string[]) {
  const { options = [], takes = [] } = command;
  const form = `Usage: ${formOf(name, command)}`;
  const parsed = parsedBy(options, args, form);
  const needed = takes.filter((argument) => !argument.endsWith('?')).length;
  const missing = takes[parsed.positionals.length];
  if (parsed.positionals.length < needed) throw new UsageError(`${name} needs ${missing ?? 'more'}. ${form}`);
  if (parsed.positionals.length > takes.length)
    throw new UsageError(`${name} takes no argument ${parsed.positionals[takes.length] ?? ''}. ${form}`);
  return { switches: new Set(Object.keys(parsed.values)), values: parsed.positionals };
}

function parsedBy(options: readonly string[], args: string[], form: string) {
  try {
    const switches = Object.fromEntries(options.map((option) => [option, { type: 'boolean' as const }]));
    return parseArgs({ args, options: switches, allowPositionals: true });
  } catch (failure) {
    throw new UsageError(`${failure instanceof Error ? failure.message : String(failure)} ${form}`);
  }
}

const write = (text: string): void => void process.stdout.write(`${text}\n`);

/** Not `instanceof Error`: inside a test runner's sandbox, errors of system calls have another `Error` class. */
const isError = (thrown: unknown): thrown is Error =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && 'stack' in thrown;

/** One sentence for what an operator can mend, and the stack for faults of the program. */
function explained(failure: unknown): string {
  if (!isError(failure)) return String(failure);
  if (SENTENCES.includes(failure.name)) return failure.message;
  const code = errorCode(failure) ?? '';
  if (CANNOT_CONNECT.includes(code))
    return `A server cannot be reached: ${failure.message || code}. Check the addresses in the settings.`;
  if (PORT_IN_USE.includes(code)) return `The port cannot be used: ${failure.message}. Another program may have it.`;
  if (DATABASE_REFUSED.test(code)) return `The database refuses the connection: ${failure.message}.`;
  if ('syscall' in failure) {
    const path: unknown = Reflect.get(failure, 'path');
    return `${typeof path === 'string' ? path : 'A file'} cannot be used: ${fileRefusal(failure) ?? failure.message}.`;
  }
  // A problem is the answer to callers of the API. The operator needs its cause.
  if (failure.name === 'Problem' && failure.cause !== undefined) return explained(failure.cause);
  return failure.stack ?? failure.message;
}
