import type { Ruling } from './evaluate';
import { ScopeSet } from './scope-set';

/** The outcome of overrides for one action and one set of roles: ids of permission scopes per ruling. */
export interface JudgedScopes {
  readonly allowed: readonly number[];
  readonly denied: readonly number[];
  /** Scopes with overrides that do not concern these roles. Books' own scopes need not be listed. */
  readonly unruled: readonly number[];
}

export const NOTHING_JUDGED: JudgedScopes = { allowed: [], denied: [], unruled: [] };

/** Judged scopes as sets, for look-ups in memory and in SQL. */
export class ScopeDecisions {
  readonly allowed: ScopeSet;
  readonly unruled: ScopeSet;
  /** For callers whose roles grant the action on all items. */
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

  /** An unknown scope was created after these decisions were read. It counts as denied, unless it is a book's own scope. */
  of(scopeId: number | null): Ruling {
    if (scopeId === null || this.unruled.has(scopeId)) return 'unruled';
    return this.allowed.has(scopeId) ? 'allowed' : 'denied';
  }
}

const isOfBook = (scopeId: number): boolean => scopeId < 0;
