import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedPostgres } from './embedded-postgres';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-point-in-time-'));
const archive = path.join(folder, 'archive');
const copy = path.join(folder, 'copy');
const [dataDir, restoredDir] = [path.join(folder, 'original'), path.join(folder, 'restored')] as const;

let server: EmbeddedPostgres | undefined;
afterAll(async () => {
  await server?.stop({ now: true });
  rmSync(folder, { recursive: true, force: true });
});

async function connect(to: EmbeddedPostgres): Promise<Client> {
  const client = new Client({ connectionString: to.url('postgres') });
  // The server is stopped while the connection is open.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const one = async (client: Client, sql: string): Promise<string> =>
  String(Object.values((await client.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0]);

/** The steps of docs/runbook.md, "Restore to a moment". */
it('a base copy and archived WAL restore the rows of the moment before a mistake', async () => {
  // For root, PostgreSQL runs as another user, who writes into the archive.
  chmodSync(folder, 0o755);
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  server = await EmbeddedPostgres.start({
    dataDir,
    settings: {
      fsync: 'off',
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    },
  });
  const client = await connect(server);
  await client.query(`CREATE TABLE ledger AS SELECT number FROM generate_series(1, 1000) number`);

  await client.query(`SELECT pg_backup_start('rehearsal', true)`);
  const isPart = (file: string) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+)$/.test(file);
  cpSync(await one(client, 'SHOW data_directory'), copy, { recursive: true, filter: isPart });
  writeFileSync(path.join(copy, 'backup_label'), await one(client, 'SELECT labelfile FROM pg_backup_stop()'));

  await client.query('INSERT INTO ledger SELECT generate_series(1001, 1500)');
  const moment = await one(client, 'SELECT clock_timestamp()::text');
  await sleep(10);
  await client.query('DELETE FROM ledger WHERE number > 3');
  await client.query('INSERT INTO ledger VALUES (-1)');
  const segment = await one(client, 'SELECT pg_walfile_name(pg_switch_wal())');
  while ((await one(client, 'SELECT last_archived_wal FROM pg_stat_archiver')) < segment) await sleep(50);
  await server.stop({ now: true });

  mkdirSync(restoredDir);
  copyFileSync(path.join(dataDir, 'server.json'), path.join(restoredDir, 'server.json'));
  cpSync(copy, path.join(restoredDir, 'cluster'), { recursive: true });
  writeFileSync(path.join(restoredDir, 'cluster', 'recovery.signal'), '');
  server = await EmbeddedPostgres.start({
    dataDir: restoredDir,
    settings: {
      fsync: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
  });
  const restored = await connect(server);
  while ((await one(restored, 'SELECT pg_is_in_recovery()')) === 'true') await sleep(50);
  expect(await one(restored, `SELECT concat_ws(' ', count(*), min(number), max(number)) FROM ledger`)).toBe(
    '1500 1 1500',
  );
  await restored.query('INSERT INTO ledger VALUES (1501)');
  await restored.end();
});
