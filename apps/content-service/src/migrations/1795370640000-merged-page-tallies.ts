import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks merged rows of pages, as the tables of books and chapters do. A compaction of the previous version marks none of its rows, so they
 * count as appended, and its deletions give the table a new version.
 */
export class MergedPageTallies1795370640000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE page_tallies ADD COLUMN is_merged boolean NOT NULL DEFAULT false;
      CREATE TRIGGER next_version AFTER DELETE ON page_tallies REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION tallies_next_version()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TRIGGER next_version ON page_tallies; ALTER TABLE page_tallies DROP COLUMN is_merged');
  }
}
