import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ChangesRepository } from './changes.repository';
import { PeriodicTask } from '../../calendar/database/periodic-task';

const EVERY_MS = 3_600_000;

/** Periodic task: purges old changes, and starts a new feed after a restore. It may run in several processes at once. */
@Injectable()
export class ChangesCleanup extends PeriodicTask {
  constructor(
    database: Database,
    private readonly changes: ChangesRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super(database, EVERY_MS);
  }

  protected run(): Promise<void> {
    return this.tidy();
  }

  async tidy(): Promise<void> {
    await this.changes.startAnewAfterRestore();
    await this.changes.forget(this.settings.changesRetentionDays);
  }
}
