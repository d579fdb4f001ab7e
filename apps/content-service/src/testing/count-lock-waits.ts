import type { Database } from '@almanac/database';

/** The number of sessions of this database that wait for a lock. */
export async function countLockWaits(database: Database): Promise<number> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await database.query(sql)).length;
}
