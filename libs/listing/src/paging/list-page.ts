import type { ListQuery, Position } from '../parse-listing';

/** The rows of a list around a page. */
interface Place {
  readonly query: ListQuery;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

interface PlacedRow<Row> {
  readonly row: Row;
  readonly position: Position;
}

/** One page of a list. Its rows know their positions, from which the links to other pages are made. */
export class ListPage<Row> {
  constructor(
    private readonly placed: readonly PlacedRow<Row>[],
    /** Exact number of all matches. */
    readonly total: number,
    readonly place: Place,
  ) {}

  get rows(): Row[] {
    return this.placed.map(({ row }) => row);
  }

  /** The position of the first row; undefined for an empty page. */
  get start(): Position | undefined {
    return this.placed[0]?.position;
  }

  get end(): Position | undefined {
    return this.placed.at(-1)?.position;
  }

  /** Whether the page begins after the last match. */
  get isPastEnd(): boolean {
    const { cursor, offset } = this.place.query;
    return cursor === undefined && offset > 0 && this.placed.length === 0;
  }

  map<Other>(change: (row: Row) => Other): ListPage<Other> {
    const placed = this.placed.map(({ row, position }) => ({ row: change(row), position }));
    return new ListPage(placed, this.total, this.place);
  }

  /** The rows in the order in which the caller pages through the list. */
  inReadingOrder(): Row[] {
    return this.isBackward ? this.rows.reverse() : this.rows;
  }

  /** Ends the page after so many rows in reading order. Its links lead to the others. */
  cut(count: number): ListPage<Row> {
    if (count >= this.placed.length) return this;
    const placed = this.isBackward ? this.placed.slice(-count) : this.placed.slice(0, count);
    const more = this.isBackward ? { hasPrevious: true } : { hasNext: true };
    return new ListPage(placed, this.total, { ...this.place, ...more });
  }

  private get isBackward(): boolean {
    return this.place.query.cursor?.direction === 'backward';
  }
}
