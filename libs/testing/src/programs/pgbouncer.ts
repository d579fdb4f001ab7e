import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@almanac/runtime';
import { until } from '../until';

/** Path of a PgBouncer, such as the one that tools/ci/postgres.sh installs; undefined without one. */
export const PGBOUNCER = process.env['ALMANAC_TEST_PGBOUNCER'];

interface PgBouncerOptions {
  mode?: 'transaction' | 'session';
  /** Further lines of its settings. */
  settings?: readonly string[];
}

/** A real PgBouncer in front of the PostgreSQL of the tests. It serves all databases there, and asks for no password. */
export class PgBouncer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {
    process.once('exit', () => child.kill('SIGKILL'));
  }

  /** @param server URL of a database on the server behind it */
  static async start(program: string, server: string, options: PgBouncerOptions = {}): Promise<PgBouncer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-pgbouncer-'));
    const file = path.join(folder, 'pgbouncer.ini');
    const port = await freePort();
    writeFileSync(file, settingsOf(new URL(server), port, options));
    // It refuses to run as root.
    chmodSync(folder, 0o755);
    const user = process.getuid?.() === 0 ? ['--user=nobody'] : [];
    const child = spawn(program, ['--quiet', ...user, file], { stdio: 'ignore' });
    const pooler = new PgBouncer(child, folder, port);
    await until(() => pooler.accepts());
    return pooler;
  }

  /** The URL of this database through the pooler. */
  urlOf(database: string): string {
    const url = new URL(database);
    [url.hostname, url.port, url.password] = ['127.0.0.1', String(this.port), ''];
    return url.href;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    if (this.child.kill('SIGKILL')) await exited;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private accepts(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }
}

function settingsOf(server: URL, port: number, { mode = 'transaction', settings = [] }: PgBouncerOptions): string {
  const [user, password] = [decodeURIComponent(server.username), decodeURIComponent(server.password)];
  return [
    '[databases]',
    `* = host=${server.hostname} port=${server.port || 5432} user=${user}${password && ` password=${password}`}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'max_client_conn = 500',
    'default_pool_size = 10',
    ...settings,
    '',
  ].join('\n');
}
