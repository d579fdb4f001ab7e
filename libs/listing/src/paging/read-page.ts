import type { ListingDefinition } from '../fields';
import { ListPage } from './list-page';
import { type RangeCondition, rangesBehind, sortKeys } from '../order';
import type { Direction, ListQuery } from '../parse-listing';

/** A part of a list: the next rows that meet the condition, in this direction. */
export interface Range {
  readonly condition?: RangeCondition | undefined;
  readonly direction: Direction;
  readonly count: number;
  readonly offset: number;
}

/** Rows with their `keyColumns`, which only pages with cursors need. */
export interface RangeRows<Row> {
  readonly rows: readonly (Row & KeyColumns)[];
  /** Number of matches in the whole list. */
  readonly total: number;
}

/** The result of `keyColumns`. */
export type KeyColumns = Readonly<Record<`$key${number}`, string | null>>;

/**
 * Reads one page, which begins at an offset or at a cursor. A page at a cursor may need two ranges.
 * @param read reads one range of the list
 */
export async function readPage<Row>(
  definition: ListingDefinition,
  query: ListQuery,
  read: (range: Range) => Promise<RangeRows<Row>>,
): Promise<ListPage<Row>> {
  const keys = sortKeys(definition, query);
  const placed = (rows: readonly (Row & KeyColumns)[]) =>
    rows.map((row) => ({ row, position: keys.map((_, index) => row[`$key${index + 1}`] ?? null) }));
  const { cursor, count, offset } = query;
  if (cursor === undefined) {
    const { rows, total } = await read({ direction: 'forward', count, offset });
    return new ListPage(placed(rows), total, {
      query,
      hasPrevious: offset > 0,
      hasNext: offset + rows.length < total,
    });
  }
  const { direction, position } = cursor;
  const ranges = position ? rangesBehind(keys, position, direction) : [];
  // One row more tells whether another page follows.
  const { rows, total } = await readRanges(ranges, direction, count + 1, read);
  const isMore = rows.length > count;
  const page = placed(rows.slice(0, count));
  return direction === 'forward'
    ? new ListPage(page, total, { query, hasPrevious: position !== undefined, hasNext: isMore })
    : new ListPage(page.reverse(), total, { query, hasPrevious: isMore, hasNext: position !== undefined });
}

/** Reads rows with a value of the sort field, and then those without one. */
async function readRanges<Row>(
  [first, second]: readonly RangeCondition[],
  direction: Direction,
  count: number,
  read: (range: Range) => Promise<RangeRows<Row>>,
): Promise<RangeRows<Row>> {
  const { rows, total } = await read({ condition: first, direction, count, offset: 0 });
  if (second === undefined || rows.length === count) return { rows, total };
  const others = await read({ condition: second, direction, count: count - rows.length, offset: 0 });
  return { rows: [...rows, ...others.rows], total };
}
