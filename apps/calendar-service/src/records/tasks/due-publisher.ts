import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TABLES } from '../record/record';

/** A publication is at most 30 seconds late: the queue looks for due runs every sixth of this. */
const EVERY_SECONDS = 25;

/** Periodic task: publishes records that are due (calendar-behaviour §7.3). Several processes may run it at once: the change is idempotent. */
@Injectable()
export class DuePublisher implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'records.publish-due', () => this.publishDue());
  }

  async publishDue(): Promise<void> {
    for (const table of Object.values(TABLES))
      await this.database.query(
        `UPDATE ${table} SET status = 'publish', modified_at = now() WHERE status = 'future' AND published_at <= now()`,
      );
  }
}
