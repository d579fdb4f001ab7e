import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_JOIN, replaceTriggers } from './1795369860000-search-triggers';

/**
 * Deletes outdated entries by their places. The planner expected a thousand of them, so each change of a page read all entries of a library
 * with fewer than some two thousand pages.
 */
export class SearchDeletions1795370340000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await replaceTriggers(q, (outdated) => `DELETE FROM search_terms WHERE ctid = ANY (ARRAY(${outdated}))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await replaceTriggers(q, BY_JOIN);
  }
}
