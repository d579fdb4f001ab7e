import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UnpublishedEvents1763800000039 implements MigrationInterface {
  // Who has written events sees those that wait as well; these few are counted beside the kept sums.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE INDEX events_unpublished_idx ON events (author_id) WHERE status <> 'publish'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP INDEX events_unpublished_idx`);
  }
}
