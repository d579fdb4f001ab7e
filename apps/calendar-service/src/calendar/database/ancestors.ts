import type { Database } from '@almanac/database';

/** Whether `id` is `ancestorId` or one of its descendants, by the column `parent_id`. */
export async function isWithin(
  database: Database,
  table: 'events' | 'terms',
  id: number,
  ancestorId: number,
): Promise<boolean> {
  const rows = await database.query(
    `WITH RECURSIVE above AS (
        SELECT id, parent_id FROM ${table} WHERE id = $1
        UNION SELECT parent.id, parent.parent_id FROM ${table} parent JOIN above ON parent.id = above.parent_id)
      SELECT id FROM above WHERE id = $2`,
    [id, ancestorId],
  );
  return rows.length > 0;
}
