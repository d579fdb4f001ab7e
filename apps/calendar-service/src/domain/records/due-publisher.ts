import { Database } from '@almanac/database';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TABLES } from './record';

/** How late a record may be published. */
const EVERY_MS = 30_000;

/** Publishes what was due to be published by now (calendar-behaviour §7.3). Several processes may do so at once: the change is the same. */
@Injectable()
export class DuePublisher implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    // A failed round is no harm: the next one finds the same records. An unreachable database is for /readyz to tell.
    this.timer = setInterval(() => void this.publishDue().catch(() => undefined), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async publishDue(): Promise<void> {
    for (const table of Object.values(TABLES))
      await this.database.query(
        `UPDATE ${table} SET status = 'publish', modified_at = now() WHERE status = 'future' AND published_at <= now()`,
      );
  }
}
