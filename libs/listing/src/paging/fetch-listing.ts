import type { Database, Sql } from '@almanac/database';
import { filterCondition, Parameters, keyColumns, orderOf, sortKeys } from '../list-sql';
import type { ListingDefinition } from '../fields';
import { type ListBatch, type KeyColumns, type Range, type RangeRows, readBatch } from './list-batch';
import type { ListQuery } from '../parse-listing';

export interface ListSource<Row = object> {
  /** The columns of a row. */
  select: Sql<Row> | string;
  /** Common table expressions that `from` reads, e.g. `tallied AS MATERIALIZED (…)`: work that rows and total share. */
  with?: (parameters: Parameters) => string;
  /** Tables and joins, e.g. `pages page JOIN books book ON book.id = page.book_id`. */
  from: string;
  /** Condition for the rows of the list that the caller may see; may add parameters. */
  where: (parameters: Parameters) => string;
  /** The number of rows when no filter applies, where stored sums know it; otherwise the rows are counted. */
  total?: (parameters: Parameters) => StoredTotal | undefined;
  /** Tables and joins for the count, when fewer than `from` suffice. Conditions, sort fields and the tie-break may use only these. */
  countFrom?: string;
}

/** A total by the statement of the list, so that both are of one snapshot. */
export interface StoredTotal {
  /** SQL for one row: `total`, and `note`, which is a text for `keep` or null. */
  query: string;
  /** Gets the note, with which a later total costs less. */
  keep: (note: string) => void;
}

interface Bookkeeping extends KeyColumns {
  $total: number;
  $note: string | null;
  $row: string | null;
}

/** Reads one batch and the exact number of matches in one round trip. A batch that begins at a cursor may need a second one. */
export const fetchListing = <Row extends object>(
  database: Database,
  definition: ListingDefinition,
  query: ListQuery,
  source: ListSource<Row>,
): Promise<ListBatch<Row>> =>
  readBatch(definition, query, (range) => readRange<Row>(database, definition, query, source, range));

async function readRange<Row extends object>(
  database: Database,
  definition: ListingDefinition,
  query: ListQuery,
  source: ListSource<Row>,
  range: Range,
): Promise<RangeRows<Row>> {
  const parameters = new Parameters();
  const keys = sortKeys(definition, query);
  const select = `${source.select}, ${keyColumns(keys)}`;
  const { from } = source;
  const shared = source.with ? `${source.with(parameters)}, ` : '';
  const condition = `${source.where(parameters)} AND ${filterCondition(definition, query, parameters)}`;
  const inRange = range.condition ? `${condition} AND ${range.condition(parameters)}` : condition;
  const order = `ORDER BY ${orderOf(keys, range.direction)}`;
  const offset = `${parameters.add(range.offset)}::bigint`;
  const page = `${order} LIMIT ${parameters.add(range.count)} OFFSET ${offset}`;
  const rows = range.offset > 0 ? laterRows() : `SELECT ${select} FROM ${from} WHERE ${inRange} ${page}`;
  // The left join keeps one row when the batch is empty, so that the total always comes back.
  const ownTotal = query.filters.length === 0 ? source.total?.(parameters) : undefined;
  const total =
    ownTotal?.query ?? `SELECT count(*) AS total, NULL AS note FROM ${source.countFrom ?? from} WHERE ${condition}`;
  const sql = `WITH ${shared}counted AS MATERIALIZED (SELECT total::int, note FROM (${total}) AS total)
    SELECT counted.total AS "$total", counted.note AS "$note", listed.*
    FROM counted LEFT JOIN (SELECT row_number() OVER () AS "$row", page.* FROM (${rows}) page) listed ON TRUE
    ORDER BY listed."$row"`;
  const found = await database.query<Row & Bookkeeping>(sql, parameters.values);
  const [first] = found;
  if (first && first.$note !== null) ownTotal?.keep(first.$note);
  return { rows: found.filter(({ $row }) => $row !== null), total: first?.$total ?? 0 };

  /** Skips rows before joining them with other tables, and reads no row when the offset is past the last match. */
  function laterRows(): string {
    const exists = `${condition} AND ${offset} < (SELECT total FROM counted)`;
    if (source.countFrom === undefined) return `SELECT ${select} FROM ${from} WHERE ${exists} ${page}`;
    const identity = definition.tieBreaks.join(', ');
    return `SELECT ${select} FROM ${from} WHERE (${identity}) IN (
      SELECT ${identity} FROM ${source.countFrom} WHERE ${exists} ${page}) ${order}`;
  }
}
