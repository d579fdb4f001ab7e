import { Problem } from '@almanac/errors';
import type { DatabaseOptions } from '../data-source';
import { ServicePool } from '../connections/service-pool';

const LIMITS = { silenceMs: 5_000, connectMs: 5_000 };

/**
 * Looks whether a program can start on this database. It has a connection of its own, because the pool of the program is made afterwards.
 * @throws Error with the cause: the server cannot be reached, refuses, or lacks migrations of this build
 */
export async function checkDatabaseAtStart({ url, applicationName, migrations }: DatabaseOptions): Promise<void> {
  const pool = new ServicePool({
    connectionString: url,
    application_name: `${applicationName} start`,
    max: 1,
    limits: LIMITS,
  });
  pool.on('error', () => undefined);
  try {
    const read = async <Row extends object>(sql: string) => (await pool.query<Row>(sql)).rows;
    const [table] = await read<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
    const done = table?.exists ? await read<{ name: string }>('SELECT name FROM migrations') : [];
    const names = new Set(done.map(({ name }) => name));
    const pending = migrations.filter(
      (migration) => !names.has(typeof migration === 'string' ? migration : migration.name),
    );
    if (pending.length > 0) throw new Error('migrations are pending: run the command migrate');
  } catch (failure) {
    // The pool tells callers of the API as little as they need. The operator needs the cause.
    throw failure instanceof Problem ? (failure.cause ?? failure) : failure;
  } finally {
    await pool.end();
  }
}
