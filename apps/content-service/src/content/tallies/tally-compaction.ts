import { compactSums, Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TALLIES } from './merged-sums';

const EVERY_SECONDS = 60;

const TABLES = Object.fromEntries(Object.values(TALLIES).map((table) => [table, 'scope_id']));

export const compactTallies = (database: Database): Promise<void> =>
  compactSums(database, TABLES, { marksMerged: true });

/** Merges the differences from which totals are added up, so that reads stay fast (docs/decisions/0053). */
@Injectable()
export class TallyCompaction implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    // Pages had sums first. A new name would leave the waiting job of the former one in the queue.
    this.jobs.every(EVERY_SECONDS, 'page-tallies.compact', () => compactTallies(this.database));
  }
}
