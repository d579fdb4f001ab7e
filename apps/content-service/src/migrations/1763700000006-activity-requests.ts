import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ActivityRequests1763700000006 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE activities ADD COLUMN request_id varchar(128)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE activities DROP COLUMN request_id`);
  }
}
