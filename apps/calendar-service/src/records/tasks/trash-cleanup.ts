import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { TABLES } from '../record/record';
import { lockTask } from '../../calendar/database/lock-task';

const EVERY_SECONDS = 3_600;

/** Small, so that each transaction is short. */
const BATCH = 500;

/** Periodic task: deletes records that have been in the trash for long (calendar-behaviour §9). Triggers write this to the change feed. */
@Injectable()
export class TrashCleanup implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'trash.empty', (stopping) => this.empty(stopping));
  }

  /** Deletes in batches, until nothing is left or another process holds the lock. */
  async empty(stopping?: AbortSignal): Promise<void> {
    const days = this.settings.trashLifetimeDays;
    if (days === 0) return;
    for (const table of Object.values(TABLES))
      while (!stopping?.aborted && (await this.removeBatch(table, days)) === BATCH);
  }

  /** @returns the number of deleted records */
  private removeBatch(table: string, days: number): Promise<number> {
    return this.database.transaction(async () => {
      if (!(await lockTask(this.database, 'emptying'))) return 0;
      // Skip locked records: another transaction may be restoring them.
      const removed = await this.database.query(
        `WITH expired AS (
            SELECT id FROM ${table} WHERE status = 'trash' AND trashed_at < now() - make_interval(days => $1)
            ORDER BY trashed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
          gone AS (DELETE FROM ${table} WHERE id IN (SELECT id FROM expired) RETURNING id)
          SELECT id FROM gone`,
        [days],
      );
      return removed.length;
    });
  }
}
