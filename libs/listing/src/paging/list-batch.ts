import type { ListingDefinition } from '../fields';
import { type RangeCondition, rangesBehind, sortKeys } from '../list-sql';
import type { ListQuery, Position, Direction } from '../parse-listing';

/** The place of a batch in its list. */
interface Place {
  readonly query: ListQuery;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

interface PlacedRow<Row> {
  readonly row: Row;
  readonly position: Position;
}

/** One batch of a list. Its rows know their positions, from which the links to other batches are made. */
export class ListBatch<Row> {
  constructor(
    private readonly placed: readonly PlacedRow<Row>[],
    /** Exact number of all matches. */
    readonly total: number,
    readonly place: Place,
  ) {}

  get rows(): Row[] {
    return this.placed.map(({ row }) => row);
  }

  /** The position of the first row; undefined for an empty batch. */
  get start(): Position | undefined {
    return this.placed[0]?.position;
  }

  get end(): Position | undefined {
    return this.placed.at(-1)?.position;
  }

  /** Whether the batch begins after the last match. */
  get isPastEnd(): boolean {
    const { cursor, offset } = this.place.query;
    return cursor === undefined && offset > 0 && this.placed.length === 0;
  }

  map<Other>(change: (row: Row) => Other): ListBatch<Other> {
    const placed = this.placed.map(({ row, position }) => ({ row: change(row), position }));
    return new ListBatch(placed, this.total, this.place);
  }

  /** The rows in the order in which the caller pages through the list. */
  inReadingOrder(): Row[] {
    return this.isBackward ? this.rows.reverse() : this.rows;
  }

  /** Ends the batch after so many rows in reading order. Its links lead to the others. */
  cut(count: number): ListBatch<Row> {
    if (count >= this.placed.length) return this;
    const placed = this.isBackward ? this.placed.slice(-count) : this.placed.slice(0, count);
    const more = this.isBackward ? { hasPrevious: true } : { hasNext: true };
    return new ListBatch(placed, this.total, { ...this.place, ...more });
  }

  private get isBackward(): boolean {
    return this.place.query.cursor?.direction === 'backward';
  }
}

/** A part of a list: the next rows that meet the condition, in this direction. */
export interface Range {
  readonly condition?: RangeCondition | undefined;
  readonly direction: Direction;
  readonly count: number;
  readonly offset: number;
}

/** Rows with their `keyColumns`, which only batches with cursors need. */
export interface RangeRows<Row> {
  readonly rows: readonly (Row & KeyColumns)[];
  /** Number of matches in the whole list. */
  readonly total: number;
}

/** The result of `keyColumns`. */
export type KeyColumns = Readonly<Record<`$key${number}`, string | null>>;

/**
 * Reads one batch, which begins at an offset or at a cursor. A batch at a cursor may need two ranges.
 * @param read reads one range of the list
 */
export async function readBatch<Row>(
  definition: ListingDefinition,
  query: ListQuery,
  read: (range: Range) => Promise<RangeRows<Row>>,
): Promise<ListBatch<Row>> {
  const keys = sortKeys(definition, query);
  const placed = (rows: readonly (Row & KeyColumns)[]) =>
    rows.map((row) => ({ row, position: keys.map((_, index) => row[`$key${index + 1}`] ?? null) }));
  const { cursor, count, offset } = query;
  if (cursor === undefined) {
    const { rows, total } = await read({ direction: 'forward', count, offset });
    return new ListBatch(placed(rows), total, {
      query,
      hasPrevious: offset > 0,
      hasNext: offset + rows.length < total,
    });
  }
  const { direction, position } = cursor;
  const ranges = position ? rangesBehind(keys, position, direction) : [];
  // One more row shows whether another batch follows.
  const { rows, total } = await readRanges(ranges, direction, count + 1, read);
  const isMore = rows.length > count;
  const batch = placed(rows.slice(0, count));
  return direction === 'forward'
    ? new ListBatch(batch, total, { query, hasPrevious: position !== undefined, hasNext: isMore })
    : new ListBatch(batch.reverse(), total, { query, hasPrevious: isMore, hasNext: position !== undefined });
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
