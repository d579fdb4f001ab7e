import { type Actor, refusalProblem } from '@almanac/auth';
import type { Database } from '@almanac/database';

/**
 * Keeps the caller's account until the transaction ends, because an account that was deleted meanwhile must not change others. Call it before
 * any lock of a role or of an account with a higher id: without one order, two users who change each other deadlock.
 * @throws Problem 401 when the account was deleted meanwhile
 */
export async function keepActor(database: Database, { id }: Pick<Actor, 'id'>): Promise<void> {
  const found = await database.query('SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE', [id]);
  if (found.length === 0) throw refusalProblem('unknown');
}
