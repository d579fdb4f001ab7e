import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@almanac/runtime';
import { secondsOf } from './processor-time';

export const ROOT = path.resolve(__dirname, '../..');

export type Environment = Record<string, string>;

const READY_WITHIN_MS = 60_000;
const LEAVES_WITHIN_MS = 5_000;

/** Path of a built program. */
export const builtScript = (app: string, dist = path.join(ROOT, 'dist')): string =>
  path.join(path.resolve(dist), app, 'apps', app, 'src/main.js');

/** A program under load, in its own process, which ends with this one. */
export class BenchProcess {
  private constructor(
    readonly name: string,
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /**
   * Starts a script on a free port of 127.0.0.1 and waits until `probe` answers 200. TypeScript is compiled as it loads.
   */
  static async start(name: string, script: string, env: Environment, probe: string): Promise<BenchProcess> {
    const port = await freePort();
    const child = spawn(process.execPath, [...loaderOf(script), script], {
      env: {
        ...process.env,
        ...env,
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'warn',
        EXIT_WITH_PARENT: 'true',
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const program = new BenchProcess(name, `http://127.0.0.1:${port}`, child);
    await program.ready(probe);
    return program;
  }

  /** Runs a script until it ends. @throws when it fails */
  static async run(script: string, args: string[], env: Environment): Promise<void> {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...process.env, LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`${script} ${args.join(' ')} failed`);
  }

  /** CPU time used so far, in seconds; undefined where the system does not report it. Unlike wall time, other load hardly affects it. */
  cpuSeconds(): number | undefined {
    try {
      return secondsOf(this.child.pid);
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    // Closes its standard input first: a program that ends by itself still writes its CPU profile.
    this.child.stdin?.end();
    await Promise.race([gone, sleep(LEAVES_WITHIN_MS)]);
    this.child.kill();
    await gone;
  }

  private async ready(probe: string): Promise<void> {
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(100)) {
      if (this.child.exitCode !== null) throw new Error(`${this.name} ended with code ${this.child.exitCode}`);
      const isReady = await fetch(this.url + probe).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return;
    }
    this.child.kill();
    throw new Error(`${this.name} did not get ready`);
  }
}

const loaderOf = (script: string): string[] =>
  script.endsWith('.ts') ? ['--require', path.join(ROOT, 'tools/typescript.cjs')] : [];
