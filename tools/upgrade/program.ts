import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@almanac/runtime';

export type Service = 'content-service' | 'calendar-service';
type Environment = Readonly<Record<string, string>>;

/** A service of a checkout, compiled while it starts. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
  ) {}

  /** Does not wait until the service answers. */
  static async launch(root: string, service: Service, settings: Environment): Promise<Program> {
    const port = await freePort();
    const child = launch(root, service, [], { ...settings, HOST: '127.0.0.1', PORT: String(port) });
    return new Program(child, `http://127.0.0.1:${port}`);
  }

  /** Runs `migrate` of a service. */
  static async migrate(root: string, service: Service, settings: Environment): Promise<void> {
    const child = launch(root, service, ['migrate'], settings);
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`migrate of ${service} of ${root} ended with ${child.exitCode}`);
  }

  /** Resolves when `/readyz` answers with this status. @throws Error when the program has ended */
  async answersReadiness(expected: 200 | 503): Promise<void> {
    while ((await this.readiness()) !== expected) {
      if (this.child.exitCode !== null)
        throw new Error(`${this.child.spawnargs.join(' ')} ended with ${this.child.exitCode}`);
      await sleep(100);
    }
  }

  /** The status of `/readyz`; undefined when the program does not answer. */
  async readiness(): Promise<number | undefined> {
    return fetch(`${this.address}/readyz`).then(
      ({ status }) => status,
      () => undefined,
    );
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

function launch(root: string, service: Service, args: string[], settings: Environment): ChildProcess {
  const script = path.join(root, 'apps', service, 'src/main.ts');
  const compiler = path.join(root, 'tools/typescript.cjs');
  return spawn(process.execPath, ['--require', compiler, script, ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
