import { Client } from 'pg';

const MAX_RUNS = 100;
/** A database that is silent must not hold up a backup that is complete. */
const LIMIT_MS = 10_000;

/**
 * Records in the database of content-service how a run of this program ended. Its metrics tell the age of the newest backup, so that an
 * alert finds backups that fail or are never made.
 */
export async function recordRun(databaseUrl: string, isComplete: boolean): Promise<void> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'almanac backup',
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  // The running statement fails too, and that failure is reported.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('INSERT INTO backup_runs (complete) VALUES ($1)', [isComplete]);
    await client.query(
      'DELETE FROM backup_runs WHERE id NOT IN (SELECT id FROM backup_runs ORDER BY id DESC LIMIT $1)',
      [MAX_RUNS],
    );
  } finally {
    await client.end();
  }
}
