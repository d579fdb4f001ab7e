import { type Database, selectComputed, sql } from '@almanac/database';

/** Advisory locks of tasks that one process runs at a time. The numbers are arbitrary, but no other code may lock on them. */
const LOCKS = { rolling: 7_240_553, emptying: 7_240_601 };

/** Tries to lock the work until the open transaction ends; false when another process holds the lock. */
export async function lockTask(database: Database, work: keyof typeof LOCKS): Promise<boolean> {
  const isLocked = selectComputed<{ isLocked: boolean }>({ isLocked: 'pg_try_advisory_xact_lock($1)' });
  const [lock] = await database.query(sql`SELECT ${isLocked}`, [LOCKS[work]]);
  return lock?.isLocked ?? false;
}
