import { installJobs, removeJobs } from '@almanac/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Jobs1763800000059 implements MigrationInterface {
  /** The installation of the job tables runs its own transaction. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await installJobs(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await removeJobs(q);
  }
}
