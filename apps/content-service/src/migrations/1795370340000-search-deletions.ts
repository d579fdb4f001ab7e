import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_JOIN, type Deletion, replaceTriggers } from './1795369860000-search-triggers';

export const BY_PLACE: Deletion = (outdated) => `DELETE FROM search_terms WHERE ctid = ANY (ARRAY(${outdated}))`;

/**
 * Deletes outdated entries by their places. The planner expected a thousand of them, so each change of a page read all entries of a library
 * with fewer than some two thousand pages.
 */
export class SearchDeletions1795370340000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await replaceTriggers(q, BY_PLACE);
  }

  async down(q: QueryRunner): Promise<void> {
    await replaceTriggers(q, BY_JOIN);
  }
}
