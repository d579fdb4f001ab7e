import type { OnApplicationShutdown } from '@nestjs/common';
import type { DatabaseOptions } from '../data-source';
import type { Database } from '../database';
import { serverCodeOf } from '../connections/failures';
import { pendingMigrations } from '../migrations/pending-migrations';
import { keepPrepared } from './prepared-trial';
import { ServicePool } from '../connections/service-pool';

/** Readiness probes time out after two seconds. */
const LIMITS = { silenceMs: 1_800, connectMs: 1_800 };
const KEPT_OPEN_MS = 60_000;

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
      idleTimeoutMillis: KEPT_OPEN_MS,
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
