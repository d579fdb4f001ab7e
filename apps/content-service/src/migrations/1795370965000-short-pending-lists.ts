import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each scan reads the new entries of a GIN index one by one. With a long list of them, PostgreSQL prefers to read the whole table. */
export class ShortPendingLists1795370965000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER INDEX search_vocabulary_similar_idx SET (gin_pending_list_limit = 1024)');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER INDEX search_vocabulary_similar_idx RESET (gin_pending_list_limit)');
  }
}
