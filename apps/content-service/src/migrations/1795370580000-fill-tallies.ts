import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the chapters and books that are older than the triggers, as `FillPageTallies` does for pages. */
export class FillTallies1795370580000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('SELECT correct_chapter_tallies(), correct_book_tallies()');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DELETE FROM chapter_tallies; DELETE FROM book_tallies');
  }
}
