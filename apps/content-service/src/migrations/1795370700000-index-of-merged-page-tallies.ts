import { createIndexConcurrently } from '@almanac/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Totals read the rows that were appended since the last compaction, without the merged ones before them. */
export class IndexOfMergedPageTallies1795370700000 implements MigrationInterface {
  /** `CONCURRENTLY` is not possible inside a transaction. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      q,
      'page_tallies_is_merged_idx',
      'page_tallies (is_merged, scope_id) INCLUDE (amount)',
    );
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS page_tallies_scope_id_idx');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE INDEX page_tallies_scope_id_idx ON page_tallies (scope_id) INCLUDE (amount);
      DROP INDEX page_tallies_is_merged_idx`);
  }
}
