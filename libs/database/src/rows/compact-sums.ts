import { SUMS_LOCK } from '../connections/shared-locks';
import type { Database } from '../database';

/**
 * Merges the rows of tables to which writers append the differences of sums. One row is left for each sum, or none for 0. The sums are
 * the same before, during and after it. Does nothing while another process runs it.
 * @param tables the columns that identify a sum, by table; the other column is `amount`
 */
export const compactSums = (database: Database, tables: Readonly<Record<string, string>>): Promise<void> =>
  database.transaction(async () => {
    const [lock] = await database.query<{ isLocked: boolean }>(`SELECT pg_try_advisory_xact_lock($1) AS "isLocked"`, [
      SUMS_LOCK,
    ]);
    if (!lock?.isLocked) return;
    for (const [table, key] of Object.entries(tables)) await database.query(compacting(table, key));
  });

/** Rows are never updated, so `ctid` identifies them within the statement. Rows that are appended meanwhile are neither read nor deleted. */
const compacting = (table: string, key: string): string => `
  WITH counted AS (SELECT ctid AS place, count(*) OVER (PARTITION BY ${key}) AS rows FROM ${table}),
    merged AS (DELETE FROM ${table} USING counted WHERE ${table}.ctid = place AND rows > 1 RETURNING ${table}.*)
  INSERT INTO ${table} (${key}, amount) SELECT ${key}, sum(amount) FROM merged GROUP BY ${key} HAVING sum(amount) <> 0`;
