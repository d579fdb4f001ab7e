import type { OnApplicationShutdown } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { serverCodeOf, isLostStatement } from '../connections/failures';
import { ServicePool } from '../connections/service-pool';
import type { DatabaseOptions } from '../data-source';
import type { Database } from '../database';
import { pendingMigrations } from '../migrations/migrate';

/** Readiness probes time out after two seconds. */
const LIMITS = { silenceMs: 1_800, connectMs: 1_800 };
const IDLE_TIMEOUT_MS = 60_000;

/** Writes fifteen pages to a table that is dropped at once: enough to need space on the disk. */
const WRITE = `CREATE TEMP TABLE almanac_probe ON COMMIT DROP AS SELECT md5(n::text) AS filler FROM generate_series(1, 2000) n`;
const NOT_ALLOWED = '42501';

/** Checks whether the database is usable. It has a connection of its own, because a busy pool does not mean that the database is down. */
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: ServicePool;
  private running: Promise<void> | undefined;
  private hasTriedStatements = false;

  constructor(
    private readonly database: Database,
    { url, applicationName }: Pick<DatabaseOptions, 'url' | 'applicationName'>,
  ) {
    this.pool = new ServicePool({
      connectionString: url,
      application_name: `${applicationName} probe`,
      max: 1,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      limits: LIMITS,
    });
    // The next check opens another connection.
    this.pool.on('error', () => undefined);
  }

  /** @throws Error unless the database answers and has all migrations of this build; after a full disk, also until it has space again */
  check(): Promise<void> {
    return (this.running ??= this.look().finally(() => (this.running = undefined)));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async look(): Promise<void> {
    const read = async (sql: string) => (await this.pool.query<{ name: string }>(sql)).rows;
    const pending = await pendingMigrations(this.database.source, read);
    if (pending.length > 0) throw new Error('migrations are pending');
    if (this.database.isFull) await this.tryToWrite();
    if (!this.hasTriedStatements) await this.tryStatements();
  }

  /** Once, so that a service knows before its first requests whether a pooler loses the statements that it prepares. */
  private async tryStatements(): Promise<void> {
    const { pool } = this.database;
    // No request waits for this.
    const isBusy = !pool || (pool.idleCount === 0 && pool.totalCount >= pool.options.max);
    if (isBusy || !pool.statements.areUsed) return;
    const shared = await pool.connect();
    try {
      const own = await this.pool.connect();
      try {
        if (!(await keepPrepared(own, shared))) pool.statements.turnOff();
        this.hasTriedStatements = true;
      } finally {
        own.release();
      }
    } finally {
      shared.release();
    }
  }

  private async tryToWrite(): Promise<void> {
    try {
      await this.pool.query(WRITE);
    } catch (failure) {
      if (serverCodeOf(failure) !== NOT_ALLOWED) throw failure;
    }
    this.database.isFull = false;
  }
}

const NAME = 'almanac_trial';
const TRIAL = {
  name: NAME,
  text: `SELECT pg_backend_pid() AS session, EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${NAME}') AS keeps_name`,
};

/**
 * Tries whether statements stay prepared on two connections. A pooler in transaction mode lends each of them another session for each statement.
 * It may do so if it gives statements names of its own there, as PgBouncer does since 1.21.
 * @throws Error when a statement fails for another reason
 */
async function keepPrepared(one: PoolClient, other: PoolClient): Promise<boolean> {
  const sessions: { client: PoolClient; session: number }[] = [];
  try {
    // In this order, because a pooler may lend the session that was used last, or the one that was used first.
    for (const client of [one, other, other, one]) {
      const { rows } = await client.query<{ session: number; keeps_name: boolean }>(TRIAL);
      for (const { session, keeps_name } of rows) {
        if (!keeps_name) return true;
        sessions.push({ client, session });
      }
    }
  } catch (failure) {
    if (isLostStatement(failure)) return false;
    throw failure;
  }
  return sessions.every((a) => sessions.every((b) => (a.client === b.client) === (a.session === b.session)));
}
