import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../until';
import { POSTGRES_URL } from './clone-database';
import { withClient } from './with-client';

/** Without durability, because the data is deleted after the run. The replica cancels reads at once that keep it from replaying. */
const SETTINGS = {
  fsync: 'off',
  max_connections: '60',
  max_standby_streaming_delay: '0',
  wal_level: 'replica',
  wal_keep_size: '1GB',
};

/** A server of one test file with a streaming replica. The databases that the file clones are on it. */
export class ReplicatedServer {
  private constructor(
    private readonly folder: string,
    private readonly primary: EmbeddedPostgres,
    private replica: EmbeddedPostgres,
  ) {}

  static async start(): Promise<ReplicatedServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-replicated-'));
    // Started by root, PostgreSQL runs as another user. That user needs access to the folder.
    chmodSync(folder, 0o755);
    const primary = await EmbeddedPostgres.start({
      dataDir: path.join(folder, 'primary'),
      settings: SETTINGS,
      endsWithProcess: true,
    });
    await copyCluster(primary, folder);
    const replica = await startReplica(primary, folder);
    process.env[POSTGRES_URL] = primary.url('postgres');
    return new ReplicatedServer(folder, primary, replica);
  }

  /** The URL of the same database on the replica. */
  readUrl(url: string): string {
    const read = new URL(url);
    read.port = String(this.replica.port);
    return read.href;
  }

  /** Runs one statement on the replica. */
  onReplica<Row extends object>(url: string, sql: string): Promise<Row[]> {
    return query<Row>(this.readUrl(url), sql);
  }

  /** Waits until the replica has replayed everything that was written until now. */
  async catchUp(url: string): Promise<void> {
    // A commit may leave later records in memory; this one flushes them.
    const [end] = await query<{ lsn: string }>(
      url,
      `SELECT pg_logical_emit_message(true, 'almanac', '')::text, pg_current_wal_insert_lsn()::text AS lsn`,
    );
    // A new database can be asked for only after its creation was replayed.
    const other = this.primary.url('postgres');
    await until(async () => {
      const sql = `SELECT pg_last_wal_replay_lsn() >= '${end?.lsn}'::pg_lsn AS "isCurrent"`;
      return (await this.onReplica<{ isCurrent: boolean }>(other, sql))[0]?.isCurrent === true;
    });
  }

  /** Holds the replica back: it gets changes, and shows none until `resume`. */
  async pause(url: string): Promise<void> {
    await this.onReplica(url, 'SELECT pg_wal_replay_pause()');
    await until(async () => {
      const sql = 'SELECT pg_get_wal_replay_pause_state() AS state';
      return (await this.onReplica<{ state: string }>(url, sql))[0]?.state === 'paused';
    });
  }

  async resume(url: string): Promise<void> {
    await this.onReplica(url, 'SELECT pg_wal_replay_resume()');
  }

  async killReplica(): Promise<void> {
    await this.replica.stop({ now: true });
  }

  /** On the same port as before. */
  async restartReplica(): Promise<void> {
    this.replica = await startReplica(this.primary, this.folder);
  }

  async stop(): Promise<void> {
    await this.replica.stop({ now: true });
    await this.primary.stop({ now: true });
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function copyCluster(primary: EmbeddedPostgres, folder: string): Promise<void> {
  const copy = path.join(folder, 'replica', 'cluster');
  mkdirSync(path.dirname(copy));
  copyFileSync(path.join(folder, 'primary', 'server.json'), path.join(folder, 'replica', 'server.json'));
  await withClient(primary.url('postgres'), async (client) => {
    await client.query(`SELECT pg_backup_start('replica', true)`);
    const isPart = (file: string) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+)$/.test(file);
    cpSync(path.join(folder, 'primary', 'cluster'), copy, { recursive: true, filter: isPart });
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
    writeFileSync(path.join(copy, 'backup_label'), rows[0]?.label ?? '');
    writeFileSync(path.join(copy, 'standby.signal'), '');
  });
}

const startReplica = ({ host, port, user, password }: EmbeddedPostgres, folder: string): Promise<EmbeddedPostgres> =>
  EmbeddedPostgres.start({
    dataDir: path.join(folder, 'replica'),
    endsWithProcess: true,
    settings: { ...SETTINGS, primary_conninfo: `host=${host} port=${port} user=${user} password=${password}` },
  });

const query = <Row extends object>(url: string, sql: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows);
