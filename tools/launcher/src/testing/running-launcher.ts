import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonTexts } from './json-texts';

const repository = path.resolve(__dirname, '../../../..');

/** A launcher in its own process, with fake programs unless another script is given. */
export class RunningLauncher {
  /** Everything it has printed. */
  output = '';
  readonly exit: Promise<number | string>;
  private readonly child: ChildProcess;

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    args: readonly string[] = [],
    options: SpawnOptions = {},
    script: 'launch-with-fakes.ts' | 'launch-from-source.ts' = 'launch-with-fakes.ts',
  ) {
    const command = [process.execPath, path.join(__dirname, script), ...args];
    // As npm runs it. The second command keeps the shell from replacing itself with the first.
    const [file = '', ...rest] = options.shell ? ['sh', '-c', `${command.join(' ')}; true`] : command;
    this.child = spawn(file, rest, {
      ...options,
      shell: false,
      cwd: repository,
      env: {
        PATH: process.env['PATH'],
        NODE_OPTIONS: `--require ${path.join(repository, 'tools/typescript.cjs')}`,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.exit = once(this.child, 'close').then(([code, signal]: unknown[]) =>
      typeof code === 'number' ? code : String(signal),
    );
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until the output matches. @throws when the launcher ends before that */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found) return found;
      if (this.child.exitCode !== null)
        throw new Error(`ended with ${this.child.exitCode} before it printed ${pattern}:\n${this.output}`);
      await sleep(20);
    }
  }

  /** Returns a fake program's environment, `name`, `pid` and number of `migrations`, asked through the gateway; `''` is the gateway itself. */
  async whoIs(prefix: '' | '/content' | '/calendar-service'): Promise<Record<string, string>> {
    const response = await fetch(`http://127.0.0.1:${this.env['PORT']}${prefix}/whoami`);
    if (!response.ok) throw new Error(await response.text());
    return jsonTexts(await response.text());
  }

  /** Pids of the programs and of PostgreSQL that the launcher runs now. */
  get startedPids(): number[] {
    const folder = this.env['DATA_DIR'] ?? '';
    const programs = readFileSync(path.join(folder, 'programs.json'), 'utf8').matchAll(/"pid":(\d+)/g);
    const postmaster = path.join(folder, 'postgres/cluster/postmaster.pid');
    const servers = existsSync(postmaster) ? readFileSync(postmaster, 'utf8').split('\n').slice(0, 1) : [];
    return [...Array.from(programs, ([, pid]) => pid), ...servers].map(Number);
  }
}
