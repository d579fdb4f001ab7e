import type { Ruling } from './evaluate';
import { ScopeSet } from './scope-set';

/** What overrides say about one action of callers with the same roles, by the ids of permission scopes. */
export interface JudgedScopes {
  readonly allowed: readonly number[];
  readonly denied: readonly number[];
  /** Scopes with overrides that do not concern these roles. Books' own scopes need not be listed. */
  readonly unruled: readonly number[];
}

export const NOTHING_JUDGED: JudgedScopes = { allowed: [], denied: [], unruled: [] };

/** The same as sets to look things up in, here and in SQL. */
export class Rulings {
  readonly allowed: ScopeSet;
  readonly unruled: ScopeSet;
  /** For callers who may do it wherever nothing forbids it. */
  readonly allowedOrUnruled: ScopeSet;

  /** @param few see `ScopeSet` */
  constructor(
    readonly judged: JudgedScopes,
    few?: number,
  ) {
    const { allowed, denied, unruled } = judged;
    this.allowed = new ScopeSet(allowed, undefined, few);
    this.unruled = new ScopeSet(unruled, { except: [...allowed, ...denied].filter(isOfBook) }, few);
    this.allowedOrUnruled = new ScopeSet([...allowed, ...unruled], { except: denied.filter(isOfBook) }, few);
  }

  /** A scope that is not known yet was made a moment ago. Until it is known, it denies, unless it is a book's own. */
  of(scopeId: number | null): Ruling {
    if (scopeId === null || this.unruled.has(scopeId)) return 'unruled';
    return this.allowed.has(scopeId) ? 'allowed' : 'denied';
  }
}

const isOfBook = (scopeId: number): boolean => scopeId < 0;
