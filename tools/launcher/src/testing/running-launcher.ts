import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const repository = path.resolve(__dirname, '../../../..');

export interface WhoAmI {
  readonly name: string;
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
  readonly migrations: number;
}

/** A launcher with fake programs that was started as a process of its own. */
export class RunningLauncher {
  /** Everything it has printed. */
  output = '';
  readonly exit: Promise<number | string>;
  private readonly child: ChildProcess;

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    args: readonly string[] = [],
    options: SpawnOptions = {},
  ) {
    const command = [process.execPath, path.join(__dirname, 'launch-with-fakes.ts'), ...args];
    // As npm does it; the second command keeps the shell from becoming the first.
    const [file = '', ...rest] = options.shell ? ['sh', '-c', `${command.join(' ')}; true`] : command;
    this.child = spawn(file, rest, {
      ...options,
      shell: false,
      cwd: repository,
      env: { PATH: process.env['PATH'], NODE_OPTIONS: `--require ${path.join(repository, 'tools/typescript.cjs')}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.exit = once(this.child, 'close').then(([code, signal]: unknown[]) => (typeof code === 'number' ? code : String(signal)));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until the output matches; an end before that is an error. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`ended with ${this.child.exitCode} before it printed ${pattern}:\n${this.output}`);
      await sleep(20);
    }
  }

  /** Asks a fake program, through the gateway: `''` is the gateway itself. */
  async whoIs(prefix: '' | '/content' | '/calendar-service'): Promise<WhoAmI> {
    const response = await fetch(`http://127.0.0.1:${this.env['PORT']}${prefix}/whoami`);
    if (!response.ok) throw new Error(await response.text());
    const who: WhoAmI = JSON.parse(await response.text());
    return who;
  }

  /** Numbers of all processes that the launcher has started and not yet replaced. */
  get startedPids(): number[] {
    const folder = this.env['DATA_DIR'] ?? '';
    const programs: { pid: number }[] = JSON.parse(readFileSync(path.join(folder, 'programs.json'), 'utf8'));
    const postmaster = path.join(folder, 'postgres/cluster/postmaster.pid');
    return [
      ...programs.map(({ pid }) => pid),
      ...(existsSync(postmaster) ? [Number(readFileSync(postmaster, 'utf8').split('\n')[0])] : []),
    ];
  }
}
