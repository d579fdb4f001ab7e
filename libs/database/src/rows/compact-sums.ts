import { SUMS_LOCK } from '../connections/shared-locks';
import type { Database } from '../database';
import { selectComputed, sql } from '../sql/typed-sql';

interface Compaction {
  /** Whether the tables have a column `is_merged`, by which reads tell merged rows from those that were appended since. */
  marksMerged?: boolean;
}

/**
 * Merges the rows of tables to which writers append the differences of sums. One row is left for each sum, or none for 0. The sums are
 * the same before, during and after it. Does nothing while another process runs it.
 * @param tables the columns that identify a sum, by table; besides `is_merged`, the other column is `amount`
 */
export const compactSums = (
  database: Database,
  tables: Readonly<Record<string, string>>,
  { marksMerged = false }: Compaction = {},
): Promise<void> =>
  database.transaction(async () => {
    const isLocked = 'pg_try_advisory_xact_lock($1)';
    const [lock] = await database.query(sql`SELECT ${selectComputed<{ isLocked: boolean }>({ isLocked })}`, [
      SUMS_LOCK,
    ]);
    if (!lock?.isLocked) return;
    for (const [table, key] of Object.entries(tables)) await database.query(compacting(table, key, marksMerged));
  });

/** Rows are never updated, so `ctid` identifies them within the statement. Rows that are appended meanwhile are neither read nor deleted. */
function compacting(table: string, key: string, marksMerged: boolean): string {
  const sumOf = `OVER (PARTITION BY ${key})`;
  // Without appended rows no row is read, because PostgreSQL evaluates the EXISTS first.
  const [isDue, isUnmerged] = marksMerged
    ? [`bool_or(NOT is_merged) ${sumOf}`, `EXISTS (SELECT FROM ${table} WHERE NOT is_merged)`]
    : [`count(*) ${sumOf} > 1`, 'TRUE'];
  const [columns, values] = marksMerged ? ['amount, is_merged', 'sum(amount), TRUE'] : ['amount', 'sum(amount)'];
  return `
  WITH counted AS (SELECT ctid AS place, ${isDue} AS is_due FROM ${table}),
    merged AS (DELETE FROM ${table} USING counted WHERE ${table}.ctid = place AND is_due AND ${isUnmerged} RETURNING ${table}.*)
  INSERT INTO ${table} (${key}, ${columns}) SELECT ${key}, ${values} FROM merged GROUP BY ${key} HAVING sum(amount) <> 0`;
}
