import type { Parameters } from '@almanac/listing';

/** Up to so many ids an index is worth its while; every one of them costs the planner time, in each query. */
const FEW = 100;

/**
 * Permission scopes as a condition that costs the same however many they are. A book's own scope has the book's id, negated: a set may hold
 * all of these except some, so that a book which was made a moment ago is in it. Other scopes are in a set only when it lists them.
 */
export class ScopeSet {
  private readonly listed: ReadonlySet<number>;
  private readonly except: ReadonlySet<number> | undefined;
  private flags: { from: number; to: number; bytes: Buffer } | undefined;

  /**
   * @param listed ids that are in the set
   * @param books `except`: books' own scopes that are not in it, while all others are; without it only what is listed is in the set
   * @param few up to how many ids are given to PostgreSQL one by one
   */
  constructor(
    listed: readonly number[],
    books: { except: readonly number[] } | undefined,
    private readonly few = FEW,
  ) {
    this.listed = new Set(listed);
    this.except = books && new Set(books.except);
  }

  has(id: number): boolean {
    return this.listed.has(id) || (id < 0 && this.except !== undefined && !this.except.has(id));
  }

  /** SQL condition; not true where the column is null. */
  condition(column: string, parameters: Parameters): string {
    if (!this.except && this.listed.size <= this.few) return `${column} = ANY(${parameters.add([...this.listed])}::int[])`;
    const { from, to, bytes } = (this.flags ??= this.toFlags());
    // Most rows of a list come by here, so it is the cheapest that was found: no look-up in a table, and no text to read.
    return `CASE WHEN ${column} BETWEEN ${from} AND ${to} THEN get_byte(${parameters.add(bytes)}::bytea, ${column} - (${from})) = 1
      ELSE ${this.except ? `${column} < 0` : 'FALSE'} END`;
  }

  /** One byte per id, from the least to the greatest that is mentioned: 1 for those in the set. */
  private toFlags() {
    const ids = [...this.listed, ...(this.except ?? [])];
    const from = ids.reduce((least, id) => Math.min(least, id), 0);
    const to = ids.reduce((most, id) => Math.max(most, id), 0);
    return { from, to, bytes: Buffer.from(Array.from({ length: to - from + 1 }, (_, at) => (this.has(from + at) ? 1 : 0))) };
  }
}
