import type { Database } from '@almanac/database';
import { filterCondition, Parameters } from './conditions';
import type { Cursor } from './cursor';
import type { ListingDefinition } from './fields';
import { ListPage, type PlacedRow } from './list-page';
import { type Direction, orderOf, type Position, rangesBehind, sortKeys } from './order';
import type { ListQuery } from './parse-listing';

export interface ListSource {
  /** Columns of a row with their aliases, e.g. `page.id, book.slug AS book_slug`. */
  select: string;
  /** Tables and joins, e.g. `pages page JOIN books book ON book.id = page.book_id`; a function when they hold parameters. */
  from: string | ((parameters: Parameters) => string);
  /** Condition for the rows of the list that the caller may see; may add parameters. */
  where: (parameters: Parameters) => string;
  /** Tables and joins for the count, when fewer than `from` suffice. Conditions, sort fields and the tie-break may use only these. */
  countFrom?: string;
}

interface Keys {
  $key1: string | null;
  $key2?: string | null;
}

interface Bookkeeping extends Keys {
  $total: number;
  $row: string | null;
}

/** A part of the list. */
interface Range {
  /** Condition for its rows. */
  condition?: ((parameters: Parameters) => string) | undefined;
  direction: Direction;
  count: number;
}

/** Reads one page and the exact number of matches in one round trip. A page that begins at a cursor may need a second one. */
export async function fetchListing<Row extends object>(
  database: Database,
  definition: ListingDefinition,
  query: ListQuery,
  source: ListSource,
): Promise<ListPage<Row>> {
  const read = (range: Range) => readRange<Row>(database, definition, query, source, range);
  const { cursor, count, offset } = query;
  if (cursor === undefined) {
    const { rows, total } = await read({ direction: 'forward', count });
    const hasNext = offset + rows.length < total;
    return new ListPage(rows, total, { query, hasPrevious: offset > 0, hasNext });
  }
  const { direction, position } = cursor;
  // One row more tells whether another page follows.
  const { rows, total } = await readBehind(definition, { ...query, cursor }, count + 1, read);
  const isMore = rows.length > count;
  const page = rows.slice(0, count);
  return direction === 'forward'
    ? new ListPage(page, total, { query, hasPrevious: position !== undefined, hasNext: isMore })
    : new ListPage(page.reverse(), total, { query, hasPrevious: isMore, hasNext: position !== undefined });
}

/** Reads rows behind the cursor, in its direction: those with a value of the sort field, and those without one. */
async function readBehind<Row>(
  definition: ListingDefinition,
  query: ListQuery & { cursor: Cursor },
  count: number,
  read: (range: Range) => Promise<{ rows: PlacedRow<Row>[]; total: number }>,
) {
  const { direction, position } = query.cursor;
  if (position === undefined) return read({ direction, count });
  const [first, second] = rangesBehind(sortKeys(definition, query), position, direction);
  const { rows, total } = await read({ condition: first, direction, count });
  if (second === undefined || rows.length === count) return { rows, total };
  const others = await read({ condition: second, direction, count: count - rows.length });
  return { rows: [...rows, ...others.rows], total };
}

async function readRange<Row extends object>(
  database: Database,
  definition: ListingDefinition,
  query: ListQuery,
  source: ListSource,
  range: Range,
): Promise<{ rows: PlacedRow<Row>[]; total: number }> {
  const parameters = new Parameters();
  const keys = sortKeys(definition, query);
  const select = `${source.select}, ${keys.map(({ expression }, index) => `(${expression})::text AS "$key${index + 1}"`).join(', ')}`;
  const from = typeof source.from === 'string' ? source.from : source.from(parameters);
  const condition = `${source.where(parameters)} AND ${filterCondition(definition, query, parameters)}`;
  const inRange = range.condition ? `${condition} AND ${range.condition(parameters)}` : condition;
  const order = `ORDER BY ${orderOf(keys, range.direction)}`;
  const skipped = query.cursor === undefined ? query.offset : 0;
  const offset = `${parameters.add(skipped)}::bigint`;
  const page = `${order} LIMIT ${parameters.add(range.count)} OFFSET ${offset}`;
  const rows = skipped > 0 ? laterRows() : `SELECT ${select} FROM ${from} WHERE ${inRange} ${page}`;
  // The left join keeps one row when the page is empty, so that the total always comes back.
  const sql = `WITH counted AS MATERIALIZED (SELECT count(*)::int AS total FROM ${source.countFrom ?? from} WHERE ${condition})
    SELECT counted.total AS "$total", listed.*
    FROM counted LEFT JOIN (SELECT row_number() OVER () AS "$row", page.* FROM (${rows}) page) listed ON TRUE
    ORDER BY listed."$row"`;
  const found = await database.query<Row & Bookkeeping>(sql, parameters.values);
  const shown = found.filter(({ $row }) => $row !== null);
  return { rows: shown.map((row) => ({ row, position: positionOf(row) })), total: found[0]?.$total ?? 0 };

  /** Skips rows before joining them with other tables, and reads no row when the offset is past the last match. */
  function laterRows(): string {
    const exists = `${condition} AND ${offset} < (SELECT total FROM counted)`;
    if (source.countFrom === undefined) return `SELECT ${select} FROM ${from} WHERE ${exists} ${page}`;
    return `SELECT ${select} FROM ${from} WHERE ${definition.tieBreak} IN (
      SELECT ${definition.tieBreak} FROM ${source.countFrom} WHERE ${exists} ${page}) ${order}`;
  }
}

const positionOf = ({ $key1, $key2 }: Keys): Position => ($key2 === undefined ? [$key1] : [$key1, $key2]);
