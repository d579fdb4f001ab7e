import { installJobs, installTurns, removeJobs } from '@almanac/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs, at which callers take turns. */
export class Jobs1795371420000 implements MigrationInterface {
  /** `installJobs` opens transactions of its own, and `installTurns` builds an index concurrently. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    // `migrate` repeats this migration when the index had to wait too long for other transactions.
    if (!(await q.hasTable('job_runs'))) await installJobs(q);
    await installTurns(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await removeJobs(q);
  }
}
