import type { Database } from '@almanac/database';
import { filterCondition, orderBy, Parameters } from './conditions';
import type { ListingDefinition } from './fields';
import type { ListQuery } from './parse-listing';

export interface ListSource {
  /** Columns of a row with their aliases, e.g. `page.id, book.slug AS book_slug`. */
  select: string;
  /** Tables and joins, e.g. `pages page JOIN books book ON book.id = page.book_id`. */
  from: string;
  /** What the caller may see and the list is about; may add parameters. */
  where: (parameters: Parameters) => string;
  /** Tables and joins that counting needs, when that is fewer than `from`. Filters may mention only these. */
  countFrom?: string;
  groupBy?: string;
}

export interface ListPage<Row> {
  rows: Row[];
  total: number;
}

/** Reads one page and the exact number of matches in one round trip. */
export async function fetchListing<Row extends object>(
  database: Database,
  definition: ListingDefinition,
  query: ListQuery,
  { select, from, where, countFrom = from, groupBy }: ListSource,
): Promise<ListPage<Row>> {
  const parameters = new Parameters();
  const condition = `${where(parameters)} AND ${filterCondition(definition, query, parameters)}`;
  const grouping = groupBy === undefined ? '' : ` GROUP BY ${groupBy}`;
  const counted =
    groupBy === undefined ? `SELECT count(*)::int FROM ${countFrom} WHERE ${condition}` : countGroups(countFrom, condition, groupBy);
  const rows = `SELECT ${select} FROM ${from} WHERE ${condition}${grouping}
    ORDER BY ${orderBy(definition, query)} LIMIT ${parameters.add(query.count)} OFFSET ${parameters.add(query.offset)}`;
  // The left join keeps one row when the page is empty, so that the total always comes back.
  const sql = `SELECT listed.*, counted.total AS "$total", (listed."$row" IS NOT NULL) AS "$found"
    FROM (SELECT (${counted}) AS total) counted LEFT JOIN LATERAL (SELECT page.*, row_number() OVER () AS "$row" FROM (${rows}) page) listed ON TRUE
    ORDER BY listed."$row"`;
  const found = await database.query<Row & Bookkeeping>(sql, parameters.values);
  return { rows: found.filter((row) => row.$found), total: found[0]?.$total ?? 0 };
}

interface Bookkeeping {
  $total: number;
  $found: boolean;
}

const countGroups = (from: string, condition: string, groupBy: string): string =>
  `SELECT count(*)::int FROM (SELECT 1 FROM ${from} WHERE ${condition} GROUP BY ${groupBy}) grouped`;
