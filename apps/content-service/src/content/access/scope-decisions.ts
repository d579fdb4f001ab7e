import type { Parameters } from '@almanac/listing';
import type { Decision } from './permission-rules';

/** Up to this many ids, a list that an index can serve is faster. Each id adds planning time to every query. */
const MAX_LISTED = 100;

/**
 * Permission scopes as an SQL condition. Its cost does not grow with their number. A book's own scope has the book's id, negated.
 * A set may hold all scopes of books except some, so that it includes new books. Other scopes are in a set only when listed.
 */
export class ScopeSet {
  private readonly listed: ReadonlySet<number>;
  private readonly except: ReadonlySet<number> | undefined;
  private flags: { from: number; to: number; bytes: Buffer } | undefined;

  /**
   * @param listed ids that are in the set
   * @param books adds all books' own scopes except those in `except`; if undefined, the set holds only `listed`
   * @param maxListed the largest number of ids that PostgreSQL gets as a list
   */
  constructor(
    listed: readonly number[],
    books: { except: readonly number[] } | undefined,
    private readonly maxListed = MAX_LISTED,
  ) {
    this.listed = new Set(listed);
    this.except = books && new Set(books.except);
  }

  has(id: number): boolean {
    return this.listed.has(id) || (id < 0 && this.except !== undefined && !this.except.has(id));
  }

  /** SQL condition; not true where the column is null. */
  condition(column: string, parameters: Parameters): string {
    if (!this.except && this.listed.size <= this.maxListed)
      return `${column} = ANY(${parameters.add([...this.listed])}::int[])`;
    const { from, to, bytes } = (this.flags ??= this.toFlags());
    // PostgreSQL evaluates this for most rows of a list. It is the cheapest form found: no table look-up and no parsing of text.
    return `CASE WHEN ${column} BETWEEN ${from} AND ${to} THEN get_byte(${parameters.add(bytes)}::bytea, ${column} - (${from})) = 1
      ELSE ${this.except ? `${column} < 0` : 'FALSE'} END`;
  }

  /** One byte per id, from the least to the greatest id mentioned: 1 if the id is in the set. */
  private toFlags() {
    const ids = [...this.listed, ...(this.except ?? [])];
    const from = ids.reduce((least, id) => Math.min(least, id), 0);
    const to = ids.reduce((most, id) => Math.max(most, id), 0);
    return {
      from,
      to,
      bytes: Buffer.from(Array.from({ length: to - from + 1 }, (_, at) => (this.has(from + at) ? 1 : 0))),
    };
  }
}

/** The decisions on all permission scopes for one action and one set of roles, as ids of scopes. */
export interface DecidedScopes {
  readonly allowed: readonly number[];
  readonly denied: readonly number[];
  /** Scopes with overrides that do not concern these roles. Books' own scopes need not be listed. */
  readonly inherits: readonly number[];
}

export const NO_SCOPES: DecidedScopes = { allowed: [], denied: [], inherits: [] };

/** Decided scopes as sets, for look-ups in memory and in SQL. */
export class ScopeDecisions {
  readonly allowed: ScopeSet;
  readonly inherits: ScopeSet;
  /** For callers whose roles grant the action on all items. */
  readonly allowedOrInherits: ScopeSet;

  /** @param maxListed see `ScopeSet` */
  constructor(
    readonly scopes: DecidedScopes,
    maxListed?: number,
  ) {
    const { allowed, denied, inherits } = scopes;
    this.allowed = new ScopeSet(allowed, undefined, maxListed);
    this.inherits = new ScopeSet(inherits, { except: [...allowed, ...denied].filter(isOfBook) }, maxListed);
    this.allowedOrInherits = new ScopeSet([...allowed, ...inherits], { except: denied.filter(isOfBook) }, maxListed);
  }

  /** An unknown scope was created after these decisions were read. It counts as denied, unless it is a book's own scope. */
  of(scopeId: number | null): Decision {
    if (scopeId === null || this.inherits.has(scopeId)) return 'inherits';
    return this.allowed.has(scopeId) ? 'allowed' : 'denied';
  }
}

const isOfBook = (scopeId: number): boolean => scopeId < 0;
