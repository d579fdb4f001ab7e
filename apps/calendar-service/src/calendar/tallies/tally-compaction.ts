import { compactSums, Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';

const EVERY_SECONDS = 60;

/** The tables of sums, with the columns that identify a sum. */
const TALLIES = { occurrence_tallies: 'shown_as, starts_on, ends_on', term_tallies: 'term_id' };

/**
 * Writers append rows with the amounts by which a sum changes. This periodic task merges them into one row for each sum, or none for 0, so
 * that reads stay fast. The sums are the same before, during and after it. Writers update no row: the row of a day would be a lock for all
 * of them, and writers of two days could deadlock.
 */
@Injectable()
export class TallyCompaction implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.every(EVERY_SECONDS, 'tallies.compact', () => this.fold());
  }

  /** Does nothing while another process runs it. */
  fold(): Promise<void> {
    return compactSums(this.database, TALLIES);
  }
}
