import type { PoolClient } from 'pg';
import { isLostStatement } from '../connections/failures';

const NAME = 'almanac_trial';
const TRIAL = {
  name: NAME,
  text: `SELECT pg_backend_pid() AS session, EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${NAME}') AS keeps_name`,
};

/**
 * Tries whether statements stay prepared on two connections. A pooler in transaction mode lends each of them another session for each statement.
 * It may do so if it gives statements names of its own there, as PgBouncer does since 1.21.
 * @throws Error when a statement fails for another reason
 */
export async function keepPrepared(one: PoolClient, other: PoolClient): Promise<boolean> {
  const seen: { client: PoolClient; session: number }[] = [];
  try {
    // In this order, because a pooler may lend the session that was used last, or the one that was used first.
    for (const client of [one, other, other, one]) {
      const { rows } = await client.query<{ session: number; keeps_name: boolean }>(TRIAL);
      for (const { session, keeps_name } of rows) {
        if (!keeps_name) return true;
        seen.push({ client, session });
      }
    }
  } catch (failure) {
    if (isLostStatement(failure)) return false;
    throw failure;
  }
  return seen.every((a) => seen.every((b) => (a.client === b.client) === (a.session === b.session)));
}
