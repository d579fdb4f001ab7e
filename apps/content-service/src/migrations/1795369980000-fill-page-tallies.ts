import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the pages that are older than the triggers. It takes a second per four million pages and locks none of them. Its transaction
 * begins after the triggers are committed, so every change of a page is either in this count or in a difference.
 */
export class FillPageTallies1795369980000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('SELECT correct_page_tallies()');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DELETE FROM page_tallies');
  }
}
