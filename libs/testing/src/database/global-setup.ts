import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { temporaryFolder } from '@almanac/runtime';
import { POSTGRES_URL } from './clone-database';
import { running } from './running-server';

/** Fast, without durability: the data is deleted after the run. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  max_wal_size: '256MB',
};

/** Files in memory, on Linux. A run makes and deletes half a million small files, which costs a disk a tenth of the run. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

/** To test with another server: the URL of a database on it, as a superuser. */
const OTHER_SERVER = 'TEST_DATABASE_URL';

/** Starts the PostgreSQL that all test files of this run share, or uses the server of `TEST_DATABASE_URL`. */
export async function startPostgres(): Promise<void> {
  const other = process.env[OTHER_SERVER];
  if (other) {
    process.env[POSTGRES_URL] = other;
    return;
  }
  running.dataDir = temporaryFolder('almanac-test-postgres', (await hasRoom(MEMORY)) ? MEMORY : tmpdir());
  running.server = await EmbeddedPostgres.start({
    dataDir: running.dataDir,
    settings: SETTINGS,
    endsWithProcess: true,
  });
  // Jest passes the environment of the setup to its workers.
  process.env[POSTGRES_URL] = running.server.url('postgres');
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > ROOM_BYTES;
}
