import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@almanac/process';

type Service = 'content-service' | 'calendar-service';
type Environment = Readonly<Record<string, string>>;

/** A service of a checkout, compiled while it starts. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
  ) {}

  /** Resolves when the service is ready. */
  static async start(root: string, service: Service, settings: Environment): Promise<Program> {
    const port = await freePort();
    const child = launch(root, service, [], { ...settings, HOST: '127.0.0.1', PORT: String(port) });
    const program = new Program(child, `http://127.0.0.1:${port}`);
    while (!(await program.isReady())) {
      if (child.exitCode !== null) throw new Error(`${service} of ${root} ended with ${child.exitCode}`);
      await sleep(100);
    }
    return program;
  }

  /** Runs `migrate` of a service. */
  static async migrate(root: string, service: Service, settings: Environment): Promise<void> {
    const child = launch(root, service, ['migrate'], settings);
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`migrate of ${service} of ${root} ended with ${child.exitCode}`);
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.address}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
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
