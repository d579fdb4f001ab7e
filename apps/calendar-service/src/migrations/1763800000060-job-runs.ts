import { installRuns, removeRuns } from '@almanac/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs with a caller who waits for the result: imports. */
export class JobRuns1763800000060 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await installRuns(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await removeRuns(q);
  }
}
