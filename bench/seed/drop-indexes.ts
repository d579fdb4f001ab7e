import type { Client } from 'pg';

/** Drops the indexes of a table, except keys, and returns the statements that create them again. */
export async function dropIndexes(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sql: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql FROM pg_index
     WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ sql }) => sql);
}
