import type { Environment } from '@almanac/runtime';
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { LaunchError } from '../settings/launch-error';

export interface Program {
  readonly name: string;
  readonly script: string;
  readonly env: Environment;
}

/** Receives one line of a program's output, or several that arrived together, without the last line break. */
export type WriteLine = (lines: string) => void;

const REMEMBERED_LINES = 20;
const SOURCE_MAPS = require.resolve('./source-maps');

/** One run of a program, as a process that ends with the launcher. */
export class ProgramProcess {
  readonly startedAtMs = Date.now();
  /** Resolves to how the process ended, e.g. `exit code 1` or `SIGKILL`. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private lines: readonly string[] = [];
  private isOver = false;

  constructor(program: Program, args: readonly string[], write: WriteLine) {
    this.child = spawn(process.execPath, ['--require', SOURCE_MAPS, program.script, ...args], {
      env: { ...program.env, EXIT_WITH_PARENT: 'true' },
      // The program reads its standard input until it closes, which tells it that the launcher ended, even when killed.
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own process group: Ctrl+C reaches every process of the terminal, but the launcher decides the order of stopping.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    // A program that dies closes its end of the pipe. Nothing is ever written to it, so the error does not matter.
    this.child.stdin?.on('error', () => undefined);
    const show = (lines: readonly string[]) => {
      this.lines = [...this.lines, ...lines].slice(-REMEMBERED_LINES);
      write(lines.map((line) => `[${program.name}] ${line}`).join('\n'));
    };
    for (const output of [this.child.stdout, this.child.stderr]) if (output) readLines(output, show);
    this.ended = new Promise<string>((resolve) => {
      this.child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
      this.child.once('error', (error) => resolve(`it cannot be run: ${error.message}`));
    }).finally(() => (this.isOver = true));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get lastOutput(): string {
    return this.lines.length > 0
      ? `Its last output:\n${this.lines.map((line) => `  ${line}`).join('\n')}`
      : 'It said nothing.';
  }

  /** Asks the program to finish its work and end; kills it after the limit. */
  async stop(limitMs: number): Promise<void> {
    if (this.isOver) return;
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.kill(), Math.max(0, limitMs));
    await this.ended;
    clearTimeout(timer);
  }

  kill(): void {
    if (!this.isOver) this.child.kill('SIGKILL');
  }
}

/** Reads the lines that arrive together at once: a busy system logs thousands a second. */
function readLines(output: Readable, onLines: (lines: readonly string[]) => void): void {
  let rest = '';
  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (lines.length > 0) onLines(lines);
  });
  output.on('end', () => {
    if (rest) onLines([rest]);
  });
}

/**
 * Runs a program to its end, e.g. with `migrate`.
 * @throws LaunchError with its last output when it fails; `signal`'s reason when aborted
 */
export async function runToEnd(
  program: Program,
  args: readonly string[],
  write: WriteLine,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const run = new ProgramProcess(program, args, write);
  const stop = () => {
    run.stop(5_000).catch((failure: unknown) => write(`${program.name} cannot be stopped: ${String(failure)}`));
  };
  signal.addEventListener('abort', stop, { once: true });
  const ending = await run.ended;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (ending !== 'exit code 0')
    throw new LaunchError(`${program.name} ${args.join(' ')} failed (${ending}). ${run.lastOutput}`);
}
