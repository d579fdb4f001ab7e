import { installRuns, removeRuns } from '@almanac/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs whose result a caller waits for, such as imports. */
export class JobRuns1763700000064 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await installRuns(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await removeRuns(q);
  }
}
