import type { DataSource } from 'typeorm';

/**
 * The GIN indexes without a short list of new entries. A long list makes their scans dear, so that PostgreSQL reads the whole table instead.
 * @returns e.g. `events_search_idx`
 */
export async function unlimitedIndexes(source: DataSource): Promise<string[]> {
  const indexes = await source.query<{ name: string }[]>(`
    SELECT index.relname AS name FROM pg_class index JOIN pg_am method ON method.oid = index.relam AND method.amname = 'gin'
    WHERE NOT coalesce(index.reloptions @> '{gin_pending_list_limit=1024}', FALSE)
    ORDER BY 1`);
  return indexes.map(({ name }) => name);
}
