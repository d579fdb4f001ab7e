import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { POSTGRES_URL } from './clone-database';
import { running } from './running-server';

/** Speed over safety: the data is thrown away with the run. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** Another server to test with: the address of a database on it, as a superuser. */
const OTHER_SERVER = 'TEST_DATABASE_URL';

/** Starts the PostgreSQL that all test files of this run share, or names the other one. */
export async function startPostgres(): Promise<void> {
  const other = process.env[OTHER_SERVER];
  if (other) {
    process.env[POSTGRES_URL] = other;
    return;
  }
  running.dataDir = await mkdtemp(path.join(tmpdir(), 'almanac-test-postgres-'));
  // As root, PostgreSQL runs as another user, who must get to its data.
  await chmod(running.dataDir, 0o755);
  running.server = await EmbeddedPostgres.start({ dataDir: running.dataDir, settings: SETTINGS });
  // Jest hands the environment of the setup to its workers.
  process.env[POSTGRES_URL] = running.server.url('postgres');
}
