import { Client } from 'pg';

/**
 * Holds migrations back as a busy table does: each one waits, gives up, and tries again. Reading the table, as the readiness check does,
 * goes on.
 * @returns a function that lets the migrations pass
 */
export async function blockMigrations(databaseUrls: readonly string[]): Promise<() => Promise<void>> {
  const holders = databaseUrls.map((connectionString) => new Client({ connectionString }));
  for (const holder of holders) {
    await holder.connect();
    // The services' time-outs apply to the whole database, and would end a transaction that does nothing.
    await holder.query('SET idle_in_transaction_session_timeout = 0');
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE migrations IN SHARE MODE');
  }
  return async () => {
    for (const holder of holders) await holder.end();
  };
}
