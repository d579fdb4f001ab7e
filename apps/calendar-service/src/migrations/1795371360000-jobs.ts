import { installJobs, installTurns, removeJobs } from '@almanac/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The job queue, and the turns that callers take at it. */
export class Jobs1795371360000 implements MigrationInterface {
  /** `installJobs` opens transactions of its own, and the index of `installTurns` is built outside of any. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    // The second step gives up when it waits long for a lock. `migrate` then tries both again.
    if (!(await q.hasTable('job_runs'))) await installJobs(q);
    await installTurns(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await removeJobs(q);
  }
}
