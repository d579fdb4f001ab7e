import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMMON = ['created_at', 'updated_at', 'created_by', 'updated_by', 'owned_by'];
const FOLDED = ['name', 'slug'];

/** Every field for sorting and filtering lists (content-behaviour §5.1), except descriptions: they are long and hardly ever sorted by. */
const PLAIN_FIELDS: Record<string, string[]> = {
  shelves: COMMON,
  books: COMMON,
  chapters: [...COMMON, 'book_id', 'priority'],
  pages: [...COMMON, 'book_id', 'chapter_id', 'priority'],
};

/** Columns of tags with the foreign key of the tagged item. */
const TAGGED = ['shelf_id', 'book_id', 'chapter_id', 'page_id'];

export class ListingIndexes1763700000003 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const [table, fields] of Object.entries(PLAIN_FIELDS)) {
      // id last: it breaks ties, and pages with a high offset remain index scans.
      for (const field of fields)
        await q.query(`CREATE INDEX ${table}_${field}_idx ON ${table} (${field}, id) WHERE deleted_at IS NULL`);
      for (const field of FOLDED)
        await q.query(
          `CREATE INDEX ${table}_${field}_idx ON ${table} ((fold(${field}) COLLATE "C"), id) WHERE deleted_at IS NULL`,
        );
    }

    // A slug must lead to one item that is not deleted. Only a unique index guarantees this without a race.
    await q.query(`CREATE UNIQUE INDEX shelves_slug_key ON shelves (slug) WHERE deleted_at IS NULL`);
    await q.query(`CREATE UNIQUE INDEX books_slug_key ON books (slug) WHERE deleted_at IS NULL`);
    await q.query(`CREATE UNIQUE INDEX chapters_book_slug_key ON chapters (book_id, slug) WHERE deleted_at IS NULL`);
    await q.query(
      `CREATE UNIQUE INDEX pages_book_slug_key ON pages (book_id, slug) WHERE deleted_at IS NULL AND NOT draft`,
    );

    // Allows an index-only scan for counting the pages that a caller can see.
    await q.query(`CREATE INDEX pages_visible_idx ON pages (id) INCLUDE (draft, owned_by) WHERE deleted_at IS NULL`);
    await q.query(`CREATE INDEX pages_draft_idx ON pages (owned_by, id) WHERE draft AND deleted_at IS NULL`);
    await q.query(`CREATE INDEX pages_template_idx ON pages (id) WHERE template AND deleted_at IS NULL`);
    await q.query(`CREATE INDEX pages_chapter_fkey_idx ON pages (chapter_id)`);
    await q.query(`CREATE INDEX pages_book_fkey_idx ON pages (book_id)`);
    await q.query(`CREATE INDEX chapters_book_fkey_idx ON chapters (book_id)`);

    for (const field of TAGGED)
      await q.query(`CREATE INDEX tags_${field}_idx ON tags (${field}, id) WHERE ${field} IS NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, fields] of Object.entries(PLAIN_FIELDS)) {
      for (const field of [...fields, ...FOLDED]) await q.query(`DROP INDEX ${table}_${field}_idx`);
    }
    await q.query(`DROP INDEX shelves_slug_key, books_slug_key, chapters_book_slug_key, pages_book_slug_key`);
    await q.query(`DROP INDEX pages_visible_idx, pages_draft_idx, pages_template_idx`);
    await q.query(`DROP INDEX pages_chapter_fkey_idx, pages_book_fkey_idx, chapters_book_fkey_idx`);
    for (const field of TAGGED) await q.query(`DROP INDEX tags_${field}_idx`);
  }
}
