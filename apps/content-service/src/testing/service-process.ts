import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@almanac/process';
import { TestApi } from '@almanac/testing';
import { type ContentApp, SERVICE_SECRET } from './content-app';

const REPOSITORY = path.resolve(__dirname, '../../../..');

/** A content-service in a process of its own, on the database and the files of a test: one that can be killed. */
export class ServiceProcess {
  private constructor(
    readonly api: TestApi,
    private readonly child: ChildProcess,
  ) {}

  static async start(app: ContentApp): Promise<ServiceProcess> {
    const port = await freePort();
    const program = ['--require', path.join(REPOSITORY, 'tools/typescript.cjs'), path.join(REPOSITORY, 'apps/content-service/src/main.ts')];
    const { options } = app.database.source;
    const child = spawn(process.execPath, program, {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATABASE_URL: 'url' in options ? String(options.url) : '',
        STORAGE_URL: pathToFileURL(app.storage).href,
        SERVICE_SECRET,
        BASE_URL: app.baseUrl,
        LOG_LEVEL: 'error',
        RUN_JOBS: 'false',
      },
      stdio: 'inherit',
    });
    const service = new ServiceProcess(new TestApi(`http://127.0.0.1:${port}`), child);
    while (!(await service.isUp())) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return service;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Memory that it holds now; 0 when it has ended. */
  residentBytes(): number {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
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
