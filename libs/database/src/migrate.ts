import type { DataSource } from 'typeorm';

/** Any number, as long as nothing else in the database locks on it. */
const MIGRATION_LOCK = 7_240_551;

/**
 * Brings the schema up to date. Several processes may start at once: the first one migrates, the others wait for it.
 * @returns the names of the migrations that ran here
 */
export async function migrate(source: DataSource): Promise<string[]> {
  // A second connection holds the lock, because each migration runs in a transaction of its own.
  const guard = source.createQueryRunner();
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const done = await source.runMigrations();
      return done.map((migration) => migration.name);
    } finally {
      await guard.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await guard.release();
  }
}
