import { Problem } from '@almanac/errors';
import { counter, isError } from '@almanac/observability';
import type { OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type PoolClient, type QueryResultRow } from 'pg';
import { QueryFailedError } from 'typeorm';
import { POOL_LIMITS, type PoolLimits, ServicePool } from '../connections/service-pool';
import { UTC_TYPES } from '../connections/timestamps';
import { serverCodeOf } from '../connections/failures';

/** How long a read waits for a current replica before it goes to the primary. */
const MAX_WAIT_MS = 10;
const LOOK_AGAIN_MS = 2;
/** How long a replica that failed gets no reads. */
const REST_MS = 2_000;
const IDLE_TIMEOUT_MS = 60_000;
const CONNECT_MS = 1_000;

type Fallback = 'behind' | 'cancelled' | 'failed' | 'foreign' | 'lost' | 'refused' | 'resting' | 'slow';

const reads = counter(
  'almanac_replica_reads_total',
  'Reads that may use the replica, by the server that answered them and the reason for the primary.',
  ['target', 'reason'],
);

/**
 * Runs on the primary: the end of its WAL, its timeline, and the ids of the cluster and the database. A transaction is visible only after its
 * commit record is written, so the position of a statement includes all that its snapshot sees. The end of the last record counts; the
 * place of the next one can be a page header of 24 bytes further, or 40 at the start of a file.
 */
export const POSITION = `
  SELECT concat_ws(' ',
    CASE WHEN behind = 24 OR behind = 40 AND pg_wal_lsn_diff(flushed, '0/0') % pg_size_bytes(current_setting('wal_segment_size')) = 0
      THEN flushed ELSE inserted END,
    ('x' || left(pg_walfile_name(inserted), 8))::bit(32)::int,
    concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
      (SELECT oid FROM pg_database WHERE datname = current_database())))
  FROM (SELECT pg_current_wal_flush_lsn() AS flushed, pg_current_wal_insert_lsn() AS inserted OFFSET 0) wal,
    LATERAL (SELECT pg_wal_lsn_diff(inserted, flushed) AS behind OFFSET 0) difference`;

/** `foreign`: not a replica of this primary, or another server than the last check reached. */
const STATE = `
  SELECT CASE
    WHEN NOT pg_is_in_recovery() OR $3 <> concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
      (SELECT oid FROM pg_database WHERE datname = current_database())) OR $4 <> pg_postmaster_start_time()::text THEN 'foreign'
    WHEN (SELECT min_recovery_end_timeline FROM pg_control_recovery()) = $2::int
      AND pg_last_wal_replay_lsn() >= $1::pg_lsn THEN 'current'
    ELSE 'behind' END AS state`;

/** The statement ran into its time-out. On the primary it would do the same. */
const TIMED_OUT = '57014';
/** A conflict of a read with the changes that the replica has to replay. */
const CONFLICTS = ['40001', '40P01'];
/** Statements that no replica runs. */
const REFUSALS = ['25006', '55000', '0A000'];
/** Classes of codes with which a server ends a connection or refuses a new one. */
const LOSSES = /^(?:08|53|57P|58|XX)/;

interface ReplicaOptions {
  /** Most connections that one process opens. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  limits?: PoolLimits;
  preparesStatements?: boolean;
}

/** A streaming replica of the database, which answers reads while it is current. Its failures never reach a caller. */
export class Replica implements OnApplicationShutdown {
  private readonly pool: ServicePool;
  /** The newest position that the server of a connection is known to have replayed. */
  private readonly replayed = new WeakMap<PoolClient, string>();
  /** Start time of the server, which tells it from others; undefined while it gets no reads. */
  private server: string | undefined;
  private failure: unknown = new Error('the replica has not been checked yet');
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(url: string, { poolSize, applicationName, limits = POOL_LIMITS, preparesStatements }: ReplicaOptions) {
    this.pool = new ServicePool({
      connectionString: url,
      application_name: `${applicationName} replica`,
      max: poolSize,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      types: UTC_TYPES,
      limits: { ...limits, connectMs: Math.min(limits.connectMs, CONNECT_MS) },
      preparesStatements: preparesStatements ?? false,
    });
    this.pool.on('error', () => undefined);
    // A connection that breaks while it is in use also emits its error, beside the failure of the statement.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.probe();
  }

  /** @throws the failure after which the replica gets no reads */
  check(): Promise<void> {
    return this.server === undefined ? Promise.reject(toError(this.failure)) : Promise.resolve();
  }

  /** False while it rests after a failure; the read then counts as one of the primary. */
  takesReads(): boolean {
    if (this.server === undefined) this.fallBack('resting');
    return this.server !== undefined;
  }

  /**
   * The rows of a read, from a state that includes everything up to the position. Undefined when the primary has to answer.
   * @param position as `POSITION` gives it
   * @throws QueryFailedError after the time-out of the statement
   */
  async read<Row>(position: string, sql: string, parameters: unknown[]): Promise<Row[] | undefined> {
    const client = await this.currentConnection(position);
    if (!client) return undefined;
    try {
      const { rows } = await client.query<Row & QueryResultRow>(this.pool.statements.of(sql, parameters));
      client.release();
      reads.inc({ target: 'replica', reason: '' });
      return rows;
    } catch (failure) {
      return this.afterFailure(client, failure, sql, parameters);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.pool.end();
  }

  /** A connection whose server has replayed the position; undefined when there is none soon. */
  private async currentConnection(position: string): Promise<PoolClient | undefined> {
    const late = sleep(MAX_WAIT_MS, 'slow' as const);
    const search = this.search(position, performance.now() + MAX_WAIT_MS).catch((failure: unknown) =>
      this.reasonFor(failure),
    );
    const found = await Promise.race([search, late]);
    if (found === 'slow')
      search.then(
        (client) => {
          if (typeof client !== 'string') client.release();
        },
        () => undefined,
      );
    return typeof found === 'string' ? this.fallBack(found) : found;
  }

  private async search(position: string, deadline: number): Promise<PoolClient | Fallback> {
    const { server } = this;
    if (server === undefined) return 'resting';
    const [lsn, timeline, origin] = position.split(' ');
    const client = await this.pool.connect();
    try {
      while (this.replayed.get(client) !== position) {
        const { rows } = await client.query<{ state: Fallback | 'current' }>(STATE, [lsn, timeline, origin, server]);
        const state = rows[0]?.state ?? 'failed';
        if (state === 'current') this.replayed.set(client, position);
        else if (state === 'foreign') throw new ForeignServer();
        else if (performance.now() + LOOK_AGAIN_MS < deadline) await sleep(LOOK_AGAIN_MS);
        else {
          client.release();
          return state;
        }
      }
      return client;
    } catch (failure) {
      client.release(true);
      throw failure;
    }
  }

  private afterFailure(client: PoolClient, failure: unknown, sql: string, parameters: unknown[]): undefined {
    this.pool.statements.haveRefused(failure);
    const reason = this.reasonFor(failure);
    client.release(reason === 'lost');
    if (serverCodeOf(failure) === TIMED_OUT && failure instanceof DatabaseError)
      throw new QueryFailedError(sql, parameters, failure);
    return this.fallBack(reason);
  }

  private reasonFor(failure: unknown): Fallback {
    if (failure instanceof Problem && failure.details.type === 'data-busy') return 'slow';
    const code = serverCodeOf(failure);
    if (code !== undefined && CONFLICTS.includes(code) && !endsConnection(failure)) return 'cancelled';
    if (code !== undefined && REFUSALS.includes(code)) return 'refused';
    if (code !== undefined && !LOSSES.test(code) && !endsConnection(failure)) return 'failed';
    this.rest(failure);
    return failure instanceof ForeignServer ? 'foreign' : 'lost';
  }

  private fallBack(reason: Fallback): undefined {
    reads.inc({ target: 'primary', reason });
    return undefined;
  }

  private rest(failure: unknown): void {
    this.server = undefined;
    this.failure = failure;
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.probe(), REST_MS).unref();
  }

  /** Runs beside the reads, so that none of them waits for a server that is gone. */
  private probe(): void {
    this.pool.query<{ server: string }>('SELECT pg_postmaster_start_time()::text AS server').then(
      ({ rows }) => (this.server = rows[0]?.server),
      (failure: unknown) => this.rest(failure),
    );
  }
}

class ForeignServer extends Error {
  constructor() {
    super('the URL for reads must name one server that is a streaming replica of the database');
  }
}

const endsConnection = (failure: unknown): boolean =>
  failure instanceof DatabaseError && (failure.severity === 'FATAL' || failure.severity === 'PANIC');

const toError = (failure: unknown): Error => (isError(failure) ? failure : new Error(String(failure)));
