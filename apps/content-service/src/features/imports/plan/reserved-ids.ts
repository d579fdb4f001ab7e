import type { Database } from '@almanac/database';

/** Draws ids from the sequence of a table, for rows that refer to each other before they are written. */
export async function reserveIds(
  database: Database,
  table: 'books' | 'chapters' | 'pages' | 'images' | 'attachments',
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const sql = `SELECT nextval(pg_get_serial_sequence($1, 'id'))::integer AS id FROM generate_series(1, $2::integer)`;
  return (await database.query<{ id: number }>(sql, [table, count])).map(({ id }) => id);
}
