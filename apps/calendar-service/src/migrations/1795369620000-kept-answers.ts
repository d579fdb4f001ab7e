import { CREATE_KEPT_ANSWERS } from '@almanac/http';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeptAnswers1795369620000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(CREATE_KEPT_ANSWERS);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE kept_answers');
  }
}
