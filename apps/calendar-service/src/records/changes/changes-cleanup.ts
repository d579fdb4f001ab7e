import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { ChangesRepository } from './changes.repository';

const EVERY_SECONDS = 3_600;

/** Periodic task: purges old changes, and starts a new feed after a restore. It may run in several processes at once. */
@Injectable()
export class ChangesCleanup implements OnModuleInit {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly jobs: Jobs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'changes.forget', () => this.tidy());
  }

  async tidy(): Promise<void> {
    await this.changes.startAnewAfterRestore();
    await this.changes.forget(this.settings.changesRetentionDays);
  }
}
