import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fields for sorting and filtering comments, besides their page (content-behaviour §5.1). */
const FIELDS = ['parent_id', 'created_by', 'updated_by', 'created_at', 'updated_at'];

export class CommentListing1763700000030 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const field of FIELDS) await q.query(`CREATE INDEX comments_${field}_idx ON comments (${field}, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const field of FIELDS) await q.query(`DROP INDEX comments_${field}_idx`);
  }
}
