import type { DataSource } from 'typeorm';

/**
 * The foreign keys of our tables without an index that finds all rows of a key. Deleting a row that others refer to reads their whole tables
 * then. An index that leaves out rows is of use only when these have no key.
 * @returns e.g. `pages_owned_by_fkey`
 */
export async function unindexedKeys(source: DataSource): Promise<string[]> {
  const keys = await source.query<{ name: string }[]>(`
    SELECT key.conname AS name FROM pg_constraint key
    WHERE key.contype = 'f' AND key.connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index made WHERE made.indrelid = key.conrelid AND made.indkey[0] = ANY (key.conkey)
      AND (made.indpred IS NULL OR pg_get_expr(made.indpred, made.indrelid) = format('(%s IS NOT NULL)',
        (SELECT attname FROM pg_attribute WHERE attrelid = key.conrelid AND attnum = made.indkey[0]))))
    ORDER BY 1`);
  return keys.map(({ name }) => name);
}
