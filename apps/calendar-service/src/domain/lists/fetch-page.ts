import type { Database } from '@almanac/database';
import type { PageQuery } from '@almanac/listing';

export interface PageSource {
  /** Columns of a row with their aliases. */
  select: string;
  /** Tables and joins. */
  from: string;
  where: string;
  orderBy: string;
  /** Values of the `$n` in the texts above. */
  values: unknown[];
}

export interface Page<Row> {
  rows: Row[];
  total: number;
}

interface Bookkeeping {
  $total: number;
  $row: string | null;
}

/** Reads one page and the exact number of matches in one round trip. */
export async function fetchPage<Row extends object>(
  database: Database,
  { select, from, where, orderBy, values }: PageSource,
  { page, perPage }: PageQuery,
): Promise<Page<Row>> {
  const rows = `SELECT ${select} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`;
  // Rows are numbered after the page is cut, so that only its rows are read in full. The left join keeps one row when the page is empty, so
  // that the total always comes back.
  const sql = `SELECT listed.*, counted.total AS "$total"
    FROM (SELECT count(*)::int AS total FROM ${from} WHERE ${where}) counted
    LEFT JOIN (SELECT cut.*, row_number() OVER () AS "$row" FROM (${rows}) cut) listed ON TRUE ORDER BY listed."$row"`;
  const found = await database.query<Row & Bookkeeping>(sql, values);
  return { rows: found.filter((row) => row.$row !== null), total: found[0]?.$total ?? 0 };
}
