import { type Database, PLANNED_ANEW } from '@almanac/database';
import type { PageQuery } from '@almanac/listing';

export interface PageSource {
  /** Columns of a row with their aliases. */
  select: string;
  /** Tables and joins. */
  from: string;
  where: string;
  orderBy: string;
  /** SQL for the number of matches, where it is known without counting them. */
  total?: string;
  /** Values of the `$n` in the texts above. */
  values: unknown[];
  /** The number of matches varies so much with the values that one plan does not serve them all. */
  isPlannedAnew?: boolean;
}

export interface NarrowPageSource extends PageSource {
  /** Columns that identify a match, and other results of the matching. */
  found: string;
  /** Joins that lead from `match` with these columns to the columns of `select`. */
  read: string;
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
  { select, from, where, orderBy, total, values, isPlannedAnew = false }: PageSource,
  page: PageQuery,
): Promise<Page<Row>> {
  const rows = `SELECT ${select} FROM ${from} WHERE ${where} ORDER BY ${orderBy} ${limit(page)}`;
  const counted = `SELECT ${total ?? `count(*)::int`} AS total${total === undefined ? ` FROM ${from} WHERE ${where}` : ''}`;
  // Rows are numbered after the page is cut, so that only its rows are read in full. The left join keeps one row when the page is empty, so
  // that the total always comes back.
  const sql = `${isPlannedAnew ? PLANNED_ANEW : ''}SELECT listed.*, counted.total AS "$total"
    FROM (${counted}) counted
    LEFT JOIN (SELECT cut.*, row_number() OVER () AS "$row" FROM (${rows}) cut) listed ON TRUE ORDER BY listed."$row"`;
  const found = await database.query<Row & Bookkeeping>(sql, values);
  return { rows: found.filter((row) => row.$row !== null), total: found[0]?.$total ?? 0 };
}

/**
 * Like `fetchPage`, for filters with few matches: they are looked up once, for page and total. Walking the sort order instead is slow when only twenty
 * of a million rows match. The total of a page behind the last one is 0.
 */
export async function fetchNarrowPage<Row extends object>(
  database: Database,
  { select, from, where, orderBy, values, found, read, isPlannedAnew = false }: NarrowPageSource,
  page: PageQuery,
): Promise<Page<Row>> {
  const cut = `SELECT ${found}, count(*) OVER ()::int AS "$total" FROM ${from} WHERE ${where} ORDER BY ${orderBy} ${limit(page)}`;
  const rows = await database.query<Row & Bookkeeping>(
    `${isPlannedAnew ? PLANNED_ANEW : ''}SELECT ${select}, match."$total", match."$row" FROM (SELECT cut.*, row_number() OVER () AS "$row" FROM (${cut}) cut) match ${read}
      ORDER BY match."$row"`,
    values,
  );
  return { rows, total: rows[0]?.$total ?? 0 };
}

const limit = ({ page, perPage }: PageQuery): string => `LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`;
