import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { portIsFree } from '@almanac/runtime';
import { until } from '@almanac/testing';
import { startPostgres } from '../whole-system';

/** A small log of changes, so that a small file system holds it. */
const SETTINGS = { fsync: 'off', max_connections: 300, max_wal_size: '64MB', min_wal_size: '32MB' };

/** A PostgreSQL that can be killed, paused and started again on the same data and port. */
export class DatabaseServer {
  private constructor(
    private readonly dataDir: string,
    private running: EmbeddedPostgres,
  ) {}

  static async start(dataDir: string): Promise<DatabaseServer> {
    return new DatabaseServer(dataDir, await startPostgres(dataDir, SETTINGS));
  }

  url(database: string): string {
    return this.running.url(database);
  }

  /** Kills the main process; the others notice it and end. */
  async kill(): Promise<void> {
    const { host, port } = this.running;
    process.kill(this.pid, 'SIGKILL');
    await this.running.exited;
    // Until they have ended they hold the port, and the next server would take another one.
    await until(() => portIsFree(port, host));
  }

  async restart(): Promise<void> {
    this.running = await EmbeddedPostgres.start({ dataDir: this.dataDir, settings: SETTINGS, endsWithProcess: true });
  }

  /** Starts it again if it has ended, as a supervisor does. */
  async ensureRunning(): Promise<void> {
    const hasEnded = await Promise.race([this.running.exited.then(() => true), Promise.resolve(false)]);
    if (hasEnded) await this.restart();
  }

  /** All its processes stop working and keep their connections. */
  pause(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.running.stop({ now: true });
  }

  private get pid(): number {
    return Number(readFileSync(path.join(this.dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  }

  private signal(signal: NodeJS.Signals): void {
    const { pid } = this;
    for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal);
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}
