import { type Attempts, type Outcome, OutsideWork } from './attempts';
import type { Database } from './database';

/**
 * Results of calls to other servers, which no transaction may wait for. Inside a transaction, `get` rolls back, makes the call, and repeats the
 * transaction, which then gets the result. So all refusals of the transaction come before the call.
 */
export class OutsideResults<T> {
  private readonly results = new WeakMap<Attempts, Map<string, { value: T }>>();

  constructor(private readonly database: Database) {}

  /** Whether an earlier attempt of the open transaction has made the call. */
  has(key: string): boolean {
    return this.stored(key) !== undefined;
  }

  /**
   * Outside of a transaction it makes the call at once.
   * @param key names the call within its transaction
   * @param atEnd runs after the transaction; only inside one
   */
  async get(key: string, call: () => Promise<T>, atEnd?: (result: T, outcome: Outcome) => Promise<void>): Promise<T> {
    const stored = this.stored(key);
    if (stored) return stored.value;
    const { attempts } = this.database;
    if (!attempts && atEnd) throw new Error('this call needs a transaction');
    if (!attempts) return call();
    throw new OutsideWork(async () => {
      const value = await call();
      this.results.set(attempts, new Map(this.results.get(attempts)).set(key, { value }));
      if (atEnd) attempts.atEnd.push((outcome) => atEnd(value, outcome));
    });
  }

  private stored(key: string): { value: T } | undefined {
    const { attempts } = this.database;
    return attempts && this.results.get(attempts)?.get(key);
  }
}
