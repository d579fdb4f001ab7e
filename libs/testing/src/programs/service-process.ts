import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@almanac/runtime';
import { TestApi } from '../test-api';
import { until } from '../until';

const REPOSITORY = path.resolve(__dirname, '../../../..');

export type ServiceName = 'content-service' | 'calendar-service' | 'gateway';

const sourceOf = (service: ServiceName): readonly string[] => [
  '--require',
  path.join(REPOSITORY, 'tools/typescript.cjs'),
  path.join(REPOSITORY, 'apps', service, 'src/main.ts'),
];

/** Arguments of Node that run a program of `npm run build`, which starts several times as fast. */
export const builtProgram = (service: ServiceName): readonly string[] => [
  path.join(REPOSITORY, 'dist', service, 'apps', service, 'src/main.js'),
];

/** A service or the gateway in a process of its own, so that tests can stop or kill it and measure its memory. */
export class ServiceProcess {
  private constructor(
    readonly api: TestApi,
    private readonly child: ChildProcess,
  ) {}

  /**
   * @param environment its settings; the port is a free one, the rest of the environment is inherited
   * @param onOutput gets the texts of its standard output and of its errors, which are printed by default
   * @param program its source by default, so that tests need no build
   * @param at where it listens; a free port of 127.0.0.1 by default
   */
  static async start(
    service: ServiceName,
    environment: Readonly<Record<string, string | undefined>>,
    onOutput?: (text: string) => void,
    program: readonly string[] = sourceOf(service),
    at?: { host: string; port: number },
  ): Promise<ServiceProcess> {
    const { host, port } = at ?? { host: '127.0.0.1', port: await freePort() };
    const child = spawn(process.execPath, program, {
      env: { ...process.env, ...environment, HOST: host, PORT: String(port), EXIT_WITH_PARENT: 'true' },
      // The pipe closes with this process, even if it is killed.
      stdio: ['pipe', onOutput ? 'pipe' : 'inherit', onOutput ? 'pipe' : 'inherit'],
    });
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
    const started = new ServiceProcess(new TestApi(`http://${host}:${port}`), child);
    await until(async () => {
      if (!started.lives) throw new Error(`the ${service} ended with ${child.exitCode ?? child.signalCode}`);
      return started.isUp();
    });
    return started;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get lives(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Its resident memory, on Linux. */
  residentBytes(): number {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  }

  /** Sends SIGTERM and waits for the end. @returns its exit code */
  async stop(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
    return this.child.exitCode;
  }

  /** Sends SIGKILL and waits for the end. */
  async kill(): Promise<void> {
    if (!this.lives) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  private async isUp(): Promise<boolean> {
    return this.api.get('/readyz').then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}
