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
  private bits: { from: number; to: number; bytes: Buffer } | undefined;

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
    const { from, to, bytes } = (this.bits ??= this.toBits());
    const bit = `get_bit(${parameters.add(bytes)}::bytea, greatest(least(${column}, ${to}), ${from}) - ${from})`;
    // The planner takes "=" for rare and "<>" for common, and so it is: most callers see most books.
    return `(${column} IS NOT NULL AND ${this.except ? `${bit} <> 0` : `${bit} = 1`})`;
  }

  /** One bit per id; the first stands for all that are lower, the last for all that are higher. */
  private toBits() {
    const ids = [...this.listed, ...(this.except ?? [])];
    const from = ids.reduce((least, id) => Math.min(least, id), 0) - 1;
    const to = ids.reduce((most, id) => Math.max(most, id), 0) + 1;
    const bytes = Buffer.alloc((to - from + 8) >> 3);
    for (let id = from; id <= to; id += 1) {
      const at = id - from;
      if (this.has(id)) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7));
    }
    return { from, to, bytes };
  }
}
