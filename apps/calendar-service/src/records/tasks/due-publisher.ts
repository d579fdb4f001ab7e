import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { TABLES } from '../record';
import { PeriodicTask } from '../../calendar/database/periodic-task';

/** The longest delay of a publication. */
const EVERY_MS = 30_000;

/** Periodic task: publishes records that are due (calendar-behaviour §7.3). Several processes may run it at once: the change is idempotent. */
@Injectable()
export class DuePublisher extends PeriodicTask {
  constructor(private readonly database: Database) {
    super(database, EVERY_MS, 'after a while');
  }

  protected run(): Promise<void> {
    return this.publishDue();
  }

  async publishDue(): Promise<void> {
    for (const table of Object.values(TABLES))
      await this.database.query(
        `UPDATE ${table} SET status = 'publish', modified_at = now() WHERE status = 'future' AND published_at <= now()`,
      );
  }
}
