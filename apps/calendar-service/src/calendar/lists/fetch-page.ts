import { type Database, REPLAN, type Sql } from '@almanac/database';
import type { KeyColumns, Range, RangeRows } from '@almanac/listing';

interface PageSource<Row> {
  /** Columns of a row with their aliases. */
  select: Sql<Row> | string;
  /** Tables and joins. */
  from: string;
  where: string;
  /** Condition for the rows of the range, which does not limit the total. */
  inRange?: string;
  orderBy: string;
  /** SQL for the number of matches, where it is known without counting them. */
  total?: string;
  /** Values of the `$n` in the texts above. */
  values: unknown[];
  /** The number of matches varies so much with the values that one plan does not serve them all. */
  isPlannedAnew?: boolean;
}

interface NarrowPageSource<Row> extends PageSource<Row> {
  /** Columns that identify a match, and other results of the matching. */
  found: string;
  /** Joins that lead from `near` with these columns to the columns of `select`. */
  read: string;
}

interface Bookkeeping extends KeyColumns {
  $total: number;
  $row: string | null;
}

/** Reads a range of a list and the exact number of matches in one round trip. */
export function fetchPage<Row extends object>(
  database: Database,
  { select, from, where, inRange = where, orderBy, total, values, isPlannedAnew = false }: PageSource<Row>,
  range: Range,
): Promise<RangeRows<Row>> {
  const rows = `SELECT ${select} FROM ${from} WHERE ${inRange} ORDER BY ${orderBy} ${limit(range)}`;
  const counted =
    total === undefined ? `SELECT count(*)::int AS total FROM ${from} WHERE ${where}` : `SELECT ${total} AS total`;
  const sql = withTotal(rows, counted);
  return fetchRange(database, isPlannedAnew ? `${REPLAN}${sql}` : sql, values);
}

/**
 * Rows are numbered after the page is cut, so that only its rows are read in full. The left join keeps one row when the page is empty, so
 * that the total always comes back.
 */
const withTotal = (rows: string, counted: string): string => `SELECT listed.*, counted.total AS "$total"
    FROM (${counted}) counted
    LEFT JOIN (SELECT cut.*, row_number() OVER () AS "$row" FROM (${rows}) cut) listed ON TRUE ORDER BY listed."$row"`;

async function fetchRange<Row extends object>(
  database: Database,
  sql: string,
  values: unknown[],
): Promise<RangeRows<Row>> {
  const found = await database.query<Row & Bookkeeping>(sql, values);
  return { rows: found.filter((row) => row.$row !== null), total: found[0]?.$total ?? 0 };
}

/**
 * Like `fetchPage`, for filters with few matches: they are looked up once, for page and total. Walking the sort order instead is slow when only twenty
 * of a million rows match. The total of a page behind the last one is 0.
 */
export async function fetchNarrowPage<Row extends object>(
  database: Database,
  { select, from, where, orderBy, values, found, read, isPlannedAnew = false }: NarrowPageSource<Row>,
  range: Range,
): Promise<RangeRows<Row>> {
  const cut = `SELECT ${found}, count(*) OVER ()::int AS "$total" FROM ${from} WHERE ${where} ORDER BY ${orderBy} ${limit(range)}`;
  const rows = await database.query<Row & Bookkeeping>(
    `${isPlannedAnew ? REPLAN : ''}SELECT ${select}, near."$total", near."$row" FROM (SELECT cut.*, row_number() OVER () AS "$row" FROM (${cut}) cut) near ${read}
      ORDER BY near."$row"`,
    values,
  );
  return { rows, total: rows[0]?.$total ?? 0 };
}

/** Like `fetchNarrowPage`, for a page at a cursor: the total counts all matches, and the range limits the rows. */
export function fetchNarrowRange<Row extends object>(
  database: Database,
  { select, from, where, inRange = 'TRUE', orderBy, values, found, read }: NarrowPageSource<Row>,
  { count }: Range,
): Promise<RangeRows<Row>> {
  const rows = `SELECT ${select} FROM matched near ${read} WHERE ${inRange} ORDER BY ${orderBy} LIMIT ${count}`;
  const sql = `WITH matched AS MATERIALIZED (SELECT ${found} FROM ${from} WHERE ${where})
    ${withTotal(rows, 'SELECT count(*)::int AS total FROM matched')}`;
  return fetchRange(database, `${REPLAN}${sql}`, values);
}

const limit = ({ count, offset }: Range): string => `LIMIT ${count} OFFSET ${offset}`;
