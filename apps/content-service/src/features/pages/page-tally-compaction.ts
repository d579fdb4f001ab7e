import { compactSums, Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const EVERY_SECONDS = 60;

/** Merges the differences from which totals of pages are added up, so that reads stay fast (docs/decisions/0053). */
@Injectable()
export class PageTallyCompaction implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'page-tallies.compact', () => this.run());
  }

  run(): Promise<void> {
    return compactSums(this.database, { page_tallies: 'scope_id' });
  }
}
