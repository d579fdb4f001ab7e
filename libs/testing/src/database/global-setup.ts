import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { POSTGRES_URL } from './clone-database';
import { running } from './running-server';

/** Fast, without durability: the data is deleted after the run. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** To test with another server: the URL of a database on it, as a superuser. */
const OTHER_SERVER = 'TEST_DATABASE_URL';

/** Starts the PostgreSQL that all test files of this run share, or uses the server of `TEST_DATABASE_URL`. */
export async function startPostgres(): Promise<void> {
  const other = process.env[OTHER_SERVER];
  if (other) {
    process.env[POSTGRES_URL] = other;
    return;
  }
  running.dataDir = await mkdtemp(path.join(tmpdir(), 'almanac-test-postgres-'));
  // For root, PostgreSQL runs as another user, which must be able to enter its data folder.
  await chmod(running.dataDir, 0o755);
  running.server = await EmbeddedPostgres.start({
    dataDir: running.dataDir,
    settings: SETTINGS,
    endsWithProcess: true,
  });
  // Jest passes the environment of the setup to its workers.
  process.env[POSTGRES_URL] = running.server.url('postgres');
}
