import { Problem, toProblem } from '@almanac/errors';
import { Slots } from '@almanac/rate-limit';
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseError, Pool, type QueryResultRow } from 'pg';
import { type DataSource, type EntityManager, type EntityTarget, type ObjectLiteral, QueryFailedError, type Repository } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { bePatient, MAINTENANCE } from './patience';

interface Transaction {
  manager: EntityManager;
  afterCommit: (() => Promise<void>)[];
  afterRollback: UndoWork[];
  /** The query that was asked last. */
  last: Promise<unknown>;
  isCommitting: boolean;
}

/** When the connection was lost during the commit, nobody knows whether the transaction `isUndone`. */
export type UndoWork = (isUndone: boolean) => Promise<void>;

/** What becomes of work that fails after its transaction is already committed: it can only be told to the operator. */
export type ReportLateFailure = (failure: unknown) => void;

/** Tells when nobody waits for the running code any more; its reason is what is thrown. */
export type CallerSignal = () => AbortSignal | undefined;

/** Deadlock, serialisation failure, and a unique index that refuses what was free a moment ago: whoever looks again finds the world as it is now. */
const LOST_RACES = ['40P01', '40001', '23505'];
const MOST_ATTEMPTS = 4;

/** Of all connections; writers who wait for each other leave the rest to readers. */
const SHARE_OF_WRITERS = 0.6;
const MAX_WAITING_WRITERS = 100;
const WRITERS_WAIT_MS = 10_000;
const BUSY = 'The data is too busy for this request at the moment.';
const DISK_FULL = '53100';

/** A service's database. Whoever opens a transaction need not pass it on: everything called inside joins it. */
export class Database {
  private readonly active = new AsyncLocalStorage<Transaction>();
  private readonly patient = new AsyncLocalStorage<true>();
  private readonly unstoppable = new AsyncLocalStorage<true>();
  private readonly writers: Slots;
  /** The last write that told anything about the disk did not find room on it. */
  isFull = false;

  constructor(
    readonly source: DataSource,
    private readonly report: ReportLateFailure,
    private readonly caller: CallerSignal = () => undefined,
  ) {
    const { poolSize = 10 } = source.options;
    this.writers = new Slots(Math.max(1, Math.floor(poolSize * SHARE_OF_WRITERS)), MAX_WAITING_WRITERS, BUSY, WRITERS_WAIT_MS);
  }

  /** The open transaction's manager, or the pool's. */
  get manager(): EntityManager {
    this.signal?.throwIfAborted();
    return this.active.getStore()?.manager ?? this.source.manager;
  }

  /** The connections themselves, for libraries that speak SQL on their own; `undefined` before they are opened. */
  get pool(): Pool | undefined {
    const { driver } = this.source;
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    return pool instanceof Pool ? pool : undefined;
  }

  of<T extends ObjectLiteral>(entity: EntityTarget<T>): Repository<T> {
    return this.manager.getRepository(entity);
  }

  /** Runs SQL with `$1` parameters; the caller names the shape of a row. */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const { pool } = this;
    this.signal?.throwIfAborted();
    const transaction = this.active.getStore();
    // Patience belongs to a transaction: a pooler may give the next one another session.
    if (!transaction && this.patient.getStore()) return this.transaction(() => this.query<Row>(sql, parameters));
    // Outside of a transaction it does not matter which connection answers, and a query runner costs more than many a query.
    if (!transaction) return this.alone(pool ? queryPool<Row>(pool, sql, parameters) : this.manager.query<Row[]>(sql, parameters));
    // A connection answers one query at a time: what is asked at once, as reads do, is answered in turn.
    const rows = transaction.last.then(() => queryInside<Row>(transaction.manager, sql, parameters));
    transaction.last = rows.catch(() => undefined);
    return rows;
  }

  /**
   * For libraries that bring their own SQL, sometimes several statements in one text: as `query`, with the driver's whole answer.
   * Inside a transaction it must be a single statement.
   */
  async run(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }> {
    const { queryRunner } = this.manager;
    if (queryRunner) return { rows: (await queryRunner.query(sql, parameters, true)).records };
    if (!this.pool) throw new Error('the database is not connected');
    return this.alone(this.pool.query(sql, parameters));
  }

  /**
   * Runs `work` in one transaction, or in the one that is already open. Await queries inside one by one: it is one connection.
   * When the database ends it because another transaction got in its way, everything is undone and `work` starts again, a few times at most.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.active.getStore()) return work();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(work);
      } catch (failure) {
        if (attempt === MOST_ATTEMPTS || !LOST_RACES.includes(serverCodeOf(failure) ?? '')) throw failure;
      }
    }
  }

  /** For work that nobody waits for: its statements may take ten minutes instead of seconds, and wait longer for locks. */
  patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.patient.run(true, work);
  }

  /** For work that others wait for, too, or that tidies up: it goes on when the caller has left. */
  regardless<T>(work: () => Promise<T>): Promise<T> {
    return this.unstoppable.run(true, work);
  }

  /** Defers what must not happen when the transaction rolls back, such as removing a file. Outside a transaction it runs at once. */
  async afterCommit(work: () => Promise<void>): Promise<void> {
    const transaction = this.active.getStore();
    if (transaction) transaction.afterCommit.push(work);
    else await work();
  }

  /** Undoes what the database cannot, such as a file that was already written, when the open transaction rolls back. */
  afterRollback(work: UndoWork): void {
    this.active.getStore()?.afterRollback.push(work);
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const late: Omit<Transaction, 'manager'> = { afterCommit: [], afterRollback: [], last: Promise.resolve(), isCommitting: false };
    let result: T;
    try {
      result = await this.inTurn(async (manager) => {
        if (this.patient.getStore() && manager.queryRunner) await bePatient(manager.queryRunner, MAINTENANCE);
        const done = await this.active.run({ manager, ...late }, work);
        this.signal?.throwIfAborted();
        late.isCommitting = true;
        return done;
      });
    } catch (failure) {
      this.noteDisk(failure);
      const isUndone = !late.isCommitting || toProblem(failure).status !== 503;
      await this.runLate(late.afterRollback.map((undo) => () => undo(isUndone)));
      throw failure;
    }
    await this.runLate(late.afterCommit);
    return result;
  }

  private get signal(): AbortSignal | undefined {
    return this.unstoppable.getStore() ? undefined : this.caller();
  }

  private async inTurn<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const giveBack = await this.writers.take(this.signal);
    try {
      return await this.source.transaction(work);
    } finally {
      giveBack();
    }
  }

  private async alone<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (failure) {
      this.noteDisk(failure);
      throw failure;
    }
  }

  private noteDisk(failure: unknown): void {
    if (serverCodeOf(failure) === DISK_FULL) this.isFull = true;
  }

  private async runLate(works: (() => Promise<void>)[]): Promise<void> {
    for (const work of works) await this.regardless(work).catch(this.report);
  }
}

/** Rows whatever the statement is: of an UPDATE or DELETE, `manager.query` gives a pair of rows and their number. */
async function queryInside<Row>(manager: EntityManager, sql: string, parameters: unknown[]): Promise<Row[]> {
  if (!manager.queryRunner) throw new Error('a transaction without a connection');
  const { records }: { records: Row[] } = await manager.queryRunner.query(sql, parameters, true);
  return records;
}

/** The same failures as TypeORM gives. */
async function queryPool<Row>(pool: Pool, sql: string, parameters: unknown[]): Promise<Row[]> {
  try {
    return (await pool.query<Row & QueryResultRow>(sql, parameters)).rows;
  } catch (failure) {
    throw failure instanceof Error && !(failure instanceof Problem) ? new QueryFailedError(sql, parameters, failure) : failure;
  }
}

/** True when a unique index or exclusion refused a row, optionally the one of that name. */
export function isUniqueViolation(failure: unknown, index?: string): boolean {
  const { code, constraint } = saidByServer(failure);
  return code === '23505' && (index === undefined || constraint === index);
}

/** PostgreSQL's code of a failure; undefined when the server said nothing. */
export const serverCodeOf = (failure: unknown): string | undefined => saidByServer(failure).code;

function saidByServer(failure: unknown): Partial<DatabaseError> {
  const cause: unknown = failure instanceof QueryFailedError ? failure.driverError : failure;
  return cause instanceof DatabaseError ? cause : {};
}
