import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { workOffReindexing } from './reindexing';

const EVERY_SECONDS = 3_600;

/** Periodic task: indexes items anew after a migration has changed the words of the index. It runs when a process starts. */
@Injectable()
export class ReindexingTask implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'search.reindex', async (stopping) => {
      await workOffReindexing(this.database, stopping);
    });
  }
}
