import { installJobs, removeJobs } from '@almanac/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Jobs1795369500000 implements MigrationInterface {
  /** `installJobs` opens transactions of its own. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await installJobs(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await removeJobs(q);
  }
}
