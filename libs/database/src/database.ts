import { Problem, toProblem } from '@almanac/errors';
import { counter, isError } from '@almanac/observability';
import { duringTransaction } from '@almanac/runtime';
import { Slots } from '@almanac/rate-limit';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Client, type ClientBase, type Pool, type QueryConfig, type QueryResultRow } from 'pg';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { type Attempts, OutsideWork } from './attempts';
import type { ServiceDataSource } from './data-source';
import { ServicePool } from './connections/service-pool';
import { setSessionTimeouts, MAINTENANCE } from './connections/session-timeouts';
import { mayRetry, serverCodeOf } from './connections/failures';
import type { Replica } from './replica/replica';
import { ReplicaReads } from './replica/replica-reads';
import { pendingMigrations } from './migrations/migrate';
import type { Sql } from './sql/typed-sql';
import { type SnapshotRow, Snapshots } from './snapshots';

interface Transaction {
  manager: EntityManager;
  attempts: Attempts;
  afterCommit: (() => Promise<void>)[];
  afterRollback: UndoWork[];
  /** The latest query of the transaction. */
  last: Promise<unknown>;
  isCommitting: boolean;
}

/** `isUndone` is false when the connection broke during the commit: the server may have committed. */
type UndoWork = (isUndone: boolean) => Promise<void>;

/** Reports a failure of work that ran after the end of its transaction. The outcome of the transaction cannot change any more. */
export type ReportLateFailure = (failure: unknown) => void;

/** Gives a signal that aborts when the caller of the running code has disconnected. Queries then throw the signal's reason. */
export type CallerSignal = () => AbortSignal | undefined;

const MAX_ATTEMPTS = 4;
/** Calls to other servers in the course of one transaction. */
const MAX_OUTSIDE_CALLS = 20;
const retries = counter('almanac_database_retries_total', 'Transactions that were repeated after a lost race.');

/** Share of all connections that transactions may hold. Transactions wait for each other's locks, so readers keep the rest. */
const SHARE_OF_WRITERS = 0.6;
const MAX_WAITING_WRITERS = 100;
const WRITERS_WAIT_MS = 10_000;
const BUSY = 'The data is too busy for this request at the moment.';
const DISK_FULL = '53100';

/**
 * A service's database. All code that is called inside a transaction joins it, without a parameter. Nested calls join without a savepoint,
 * so a failure undoes the whole request. Packages for this lack retries, the queue of writers and awaited work after the commit.
 */
export class Database {
  private readonly active = new AsyncLocalStorage<Transaction>();
  private readonly longTimeouts = new AsyncLocalStorage<true>();
  private readonly uninterruptible = new AsyncLocalStorage<true>();
  private readonly writers: Slots;
  readonly snapshots: Snapshots;
  /** The reads of requests that may use the replica; undefined without one. */
  readonly replicaReads: ReplicaReads | undefined;
  /** True after a statement failed on a full disk, until `DatabaseProbe` has written again. */
  isFull = false;

  constructor(
    readonly source: ServiceDataSource,
    private readonly report: ReportLateFailure,
    private readonly caller: CallerSignal = () => undefined,
    replica?: Replica,
  ) {
    if (replica) {
      const reads = new ReplicaReads(replica);
      this.replicaReads = reads;
      source.onQueryRunner = () => reads.noteRepository();
    }
    this.snapshots = new Snapshots(
      (sql, parameters) => this.uninterrupted(() => this.committed(() => this.query<SnapshotRow>(sql, parameters))),
      this.replicaReads,
    );
    source.managerInUse = () => this.manager;
    const { poolSize = 10 } = source.options;
    this.writers = new Slots(
      Math.max(1, Math.floor(poolSize * SHARE_OF_WRITERS)),
      MAX_WAITING_WRITERS,
      BUSY,
      WRITERS_WAIT_MS,
    );
  }

  /** The manager of the open transaction; outside of one, that of the pool. @throws the reason of the caller's signal, when aborted */
  get manager(): EntityManager {
    this.signal?.throwIfAborted();
    return this.active.getStore()?.manager ?? this.source.manager;
  }

  get isInTransaction(): boolean {
    return this.active.getStore() !== undefined;
  }

  /** The open transaction with all its attempts. */
  get attempts(): Attempts | undefined {
    return this.active.getStore()?.attempts;
  }

  /** The connection pool, for libraries that bring their own SQL; `undefined` before it is connected. */
  get pool(): ServicePool | undefined {
    const { driver } = this.source;
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    return pool instanceof ServicePool ? pool : undefined;
  }

  /** Runs SQL with `$1` parameters. The select lists in it alone give the type of the rows. */
  async query<Row>(sql: Sql<Row> | string, parameters: unknown[] = []): Promise<NoInfer<Row>[]> {
    const { pool } = this;
    this.signal?.throwIfAborted();
    const transaction = this.active.getStore();
    // Raised time-outs are set with `SET LOCAL`, which needs a transaction: a pooler may give the next one another session.
    if (!transaction && this.longTimeouts.getStore()) return this.transaction(() => this.query<Row>(sql, parameters));
    if (!transaction) {
      const read = await (this.replicaReads && this.replicaRows<Row>(this.replicaReads, sql, parameters));
      // Outside of a transaction any connection will do, and a query runner often costs more than the query.
      return (
        read ?? this.alone(pool ? this.onPool<Row>(pool, sql, parameters) : this.manager.query<Row[]>(sql, parameters))
      );
    }
    // A connection answers one query at a time, so concurrent queries of a transaction are queued.
    const rows = transaction.last.then(async () =>
      rowsOf<Row>(
        await clientOf(transaction),
        this.pool?.statements.of(sql, parameters) ?? { text: sql, values: parameters },
      ),
    );
    transaction.last = rows.catch(() => undefined);
    return rows;
  }

  /**
   * Like `query`, with the driver's whole result. For libraries that bring their own SQL, also several statements in one text.
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
   * After a deadlock, another lost race, a schema change or a lost named statement, it rolls back and retries `work`, with at most four attempts.
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.active.getStore() ? work() : this.attempted(work);
  }

  /**
   * Runs a part of a transaction. When it fails, its statements and late work alone are undone, and the transaction may go on. Locks that the
   * part took are released then. Outside of a transaction it is one itself.
   */
  async part<T>(work: () => Promise<T>): Promise<T> {
    const transaction = this.active.getStore();
    if (!transaction) return this.transaction(work);
    const { afterCommit, afterRollback } = transaction;
    const late = { commit: afterCommit.length, rollback: afterRollback.length };
    await this.query('SAVEPOINT part');
    try {
      const result = await work();
      await this.query('RELEASE SAVEPOINT part');
      return result;
    } catch (failure) {
      // On a broken connection this fails as well, and the first failure tells more.
      await this.query('ROLLBACK TO SAVEPOINT part')
        .then(() => this.query('RELEASE SAVEPOINT part'))
        .catch(() => undefined);
      afterCommit.splice(late.commit);
      await this.runLate(afterRollback.splice(late.rollback).map((undo) => () => undo(true)));
      throw failure;
    }
  }

  /** Runs one statement that writes, in turn with transactions, and commits it. It saves begin and commit. Inside a transaction it joins it. */
  write<Row>(sql: Sql<Row> | string, parameters: unknown[] = []): Promise<NoInfer<Row>[]> {
    const run = () => this.query<Row>(sql, parameters);
    return this.active.getStore() ? run() : this.repeated(() => this.inTurn(run));
  }

  private async attempted<T>(work: () => Promise<T>): Promise<T> {
    const attempts: Attempts = { outcome: 'undone', atEnd: [] };
    try {
      return await this.repeated(() => this.attempt(work, attempts));
    } finally {
      await this.runLate(attempts.atEnd.map((end) => () => end(attempts.outcome)));
    }
  }

  private async repeated<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1, calls = 0; ;) {
      try {
        return await work();
      } catch (failure) {
        this.pool?.statements.haveRefused(failure);
        if (failure instanceof OutsideWork && calls++ < MAX_OUTSIDE_CALLS) await failure.work();
        else if (mayRetry(failure) && attempt++ < MAX_ATTEMPTS) retries.inc();
        else throw failure;
      }
    }
  }

  /**
   * Runs work that waits for another server, which no transaction may do. An open transaction is rolled back before, and repeated afterwards: it
   * has to see by its data that the work is done.
   */
  async outsideTransaction(work: () => Promise<void>): Promise<void> {
    if (this.active.getStore()) throw new OutsideWork(work);
    await work();
  }

  /** For background work: its statements may take ten minutes instead of seconds, and wait longer for locks. */
  withLongTimeouts<T>(work: () => Promise<T>): Promise<T> {
    return this.longTimeouts.run(true, work);
  }

  /** For clean-up and for work that several callers share: it goes on when the caller has disconnected. */
  uninterrupted<T>(work: () => Promise<T>): Promise<T> {
    return this.uninterruptible.run(true, work);
  }

  /** Runs reads that see committed content only, although a transaction may be open around them. */
  committed<T>(work: () => T): T {
    return this.active.exit(work);
  }

  /**
   * Reads rights, or other values that later requests reuse, from the primary, also inside `onReplica`. Reads of the replica by these requests
   * then include the data that the values came from.
   */
  fromPrimary<T>(work: () => Promise<T>): Promise<T> {
    return this.replicaReads ? this.replicaReads.exceptFor(work) : work();
  }

  /** Runs `work`, whose queries outside of transactions may be answered by the replica while that is current. */
  onReplica<T>(work: () => Promise<T>): Promise<T> {
    return this.replicaReads ? this.replicaReads.allow(work) : work();
  }

  /** Runs `work` after the commit only, e.g. removes a file. Outside of a transaction it runs at once. */
  async afterCommit(work: () => Promise<void>): Promise<void> {
    const transaction = this.active.getStore();
    if (transaction) transaction.afterCommit.push(work);
    else await work();
  }

  /** Runs `work` when the open transaction rolls back, e.g. removes a file that was already written. */
  afterRollback(work: UndoWork): void {
    this.active.getStore()?.afterRollback.push(work);
  }

  private async attempt<T>(work: () => Promise<T>, attempts: Attempts): Promise<T> {
    const late: Omit<Transaction, 'manager'> = {
      attempts,
      afterCommit: [],
      afterRollback: [],
      last: Promise.resolve(),
      isCommitting: false,
    };
    let result: T;
    try {
      result = await this.inTransaction(async (manager) => {
        if (this.longTimeouts.getStore() && manager.queryRunner)
          await setSessionTimeouts(manager.queryRunner, MAINTENANCE);
        const done = await this.active.run({ manager, ...late }, () => duringTransaction(work));
        this.signal?.throwIfAborted();
        late.isCommitting = true;
        return done;
      });
    } catch (failure) {
      this.noteDisk(failure);
      const isUndone = !late.isCommitting || toProblem(failure).status !== 503;
      attempts.outcome = isUndone ? 'undone' : 'unknown';
      await this.runLate(late.afterRollback.map((undo) => () => undo(isUndone)));
      throw failure;
    }
    attempts.outcome = 'committed';
    await this.runLate(late.afterCommit);
    return result;
  }

  /** Whether the schema is older than this build. */
  async hasPendingMigrations(): Promise<boolean> {
    return (await pendingMigrations(this.source, (sql) => this.query<{ name: string }>(sql))).length > 0;
  }

  private get signal(): AbortSignal | undefined {
    return this.uninterruptible.getStore() ? undefined : this.caller();
  }

  /** The rows of a read on the replica; undefined when the primary has to answer. */
  private async replicaRows<Row>(reads: ReplicaReads, sql: string, parameters: unknown[]): Promise<Row[] | undefined> {
    if (!reads.takesRead()) return undefined;
    if (reads.needsSnapshot()) await this.snapshots.current();
    return reads.rows<Row>(this.snapshots.position, sql, parameters);
  }

  private async inTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.inTurn(() => this.source.transaction(work));
    } finally {
      this.replicaReads?.noteRead();
    }
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const giveBack = await this.writers.take(this.signal);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /** A statement that was refused for its name is sent once more. */
  private async onPool<Row>(pool: ServicePool, sql: string, parameters: unknown[]): Promise<Row[]> {
    try {
      return await rowsOf<Row>(pool, pool.statements.of(sql, parameters));
    } catch (failure) {
      if (!pool.statements.haveRefused(failure)) throw failure;
      return rowsOf<Row>(pool, pool.statements.of(sql, parameters));
    }
  }

  private async alone<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (failure) {
      this.noteDisk(failure);
      throw failure;
    } finally {
      this.replicaReads?.noteRead();
    }
  }

  private noteDisk(failure: unknown): void {
    if (serverCodeOf(failure) === DISK_FULL) this.isFull = true;
  }

  private async runLate(works: (() => Promise<void>)[]): Promise<void> {
    for (const work of works) await this.uninterrupted(work).catch(this.report);
  }
}

/** The connection of a transaction. For an UPDATE or DELETE, `manager.query` would give a pair of rows and their number. */
async function clientOf({ manager }: Pick<Transaction, 'manager'>): Promise<ClientBase> {
  const client: unknown = await manager.queryRunner?.connect();
  if (!(client instanceof Client)) throw new Error('a transaction without a connection');
  return client;
}

/** Throws the same errors as TypeORM. */
async function rowsOf<Row>(on: Pool | ClientBase, statement: QueryConfig): Promise<Row[]> {
  try {
    return (await on.query<Row & QueryResultRow>(statement)).rows;
  } catch (failure) {
    throw isError(failure) && !(failure instanceof Problem)
      ? new QueryFailedError(statement.text, statement.values, failure)
      : failure;
  }
}
