import { Client, escapeIdentifier } from 'pg';
import { POSTGRES_URL } from './clone-database';

/** Runs `work` while the database is unavailable: its connections are closed and new ones refused, as when a server goes down. */
export async function withoutDatabase(url: string, work: () => Promise<void>): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const administrator = new Client({ connectionString: process.env[POSTGRES_URL] });
  await administrator.connect();
  await administrator.query(`ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS false`);
  await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  try {
    await work();
  } finally {
    await administrator.query(`ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS true`);
    await administrator.end();
  }
}
