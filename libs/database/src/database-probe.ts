import type { OnApplicationShutdown } from '@nestjs/common';
import type { DatabaseOptions } from './data-source';
import { type Database, serverCodeOf } from './database';
import { ServicePool } from './service-pool';

/** Who asks for readiness gives up after two seconds. */
const LIMITS = { silenceMs: 1_800, connectMs: 1_800 };
const KEPT_OPEN_MS = 60_000;

/** Fifteen pages of a table that is gone at once: enough to need room on the disk. */
const WRITE = `CREATE TEMP TABLE almanac_probe ON COMMIT DROP AS SELECT md5(n::text) AS filler FROM generate_series(1, 2000) n`;
const NOT_ALLOWED = '42501';

/** Looks whether the database can be worked with, on a connection of its own: that all others are busy is no fault of the database. */
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: ServicePool;
  private running: Promise<void> | undefined;

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
    // The next look opens another connection.
    this.pool.on('error', () => undefined);
  }

  /** Throws unless the database answers, holds every migration of this build and, after a write found no room, has room again. */
  check(): Promise<void> {
    return (this.running ??= this.look().finally(() => (this.running = undefined)));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async look(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string }>('SELECT name FROM migrations');
    const done = new Set(rows.map(({ name }) => name));
    // A newer schema than ours is fine: an upgrade may already have migrated while this version still serves.
    const pending = this.database.source.migrations.filter((migration) => !done.has(migration.name ?? migration.constructor.name));
    if (pending.length > 0) throw new Error('migrations are pending');
    if (this.database.isFull) await this.tryToWrite();
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
