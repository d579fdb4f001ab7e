import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns that point to what is destroyed. Without an index on them, every page that goes would read each of these tables from end to end. */
const POINTERS: [table: string, columns: string[]][] = [
  ['slug_history', ['shelf_id', 'book_id', 'chapter_id', 'page_id']],
  ['books', ['default_template_id', 'image_id']],
  ['chapters', ['default_template_id']],
  ['shelves', ['image_id']],
];

/** What the bin is sorted by and filtered on (content-behaviour §5.1), and purged by. */
const LISTED = ['deleted_by', 'created_at', 'updated_at', 'deletable_id'];

export class RecycleBin1763700000031 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const [table, columns] of POINTERS)
      for (const column of columns)
        await q.query(`CREATE INDEX ${table}_${column}_idx ON ${table} (${column}) WHERE ${column} IS NOT NULL`);
    for (const column of LISTED) await q.query(`CREATE INDEX deletions_${column}_idx ON deletions (${column}, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, columns] of POINTERS) for (const column of columns) await q.query(`DROP INDEX ${table}_${column}_idx`);
    for (const column of LISTED) await q.query(`DROP INDEX deletions_${column}_idx`);
  }
}
