import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Foreign keys to items. Without an index on them, destroying an item would scan each of these tables. */
const POINTERS: [table: string, columns: string[]][] = [
  ['slug_history', ['shelf_id', 'book_id', 'chapter_id', 'page_id']],
  ['books', ['default_template_id', 'image_id']],
  ['chapters', ['default_template_id']],
  ['shelves', ['image_id']],
];

/** Fields for sorting and filtering the recycle bin (content-behaviour §5.1), and for purging it. */
const LISTED = ['deleted_by', 'created_at', 'updated_at', 'deletable_id'];

export class RecycleBin1763700000031 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const [table, columns] of POINTERS)
      for (const column of columns)
        await q.query(`CREATE INDEX ${table}_${column}_idx ON ${table} (${column}) WHERE ${column} IS NOT NULL`);
    for (const column of LISTED) await q.query(`CREATE INDEX deletions_${column}_idx ON deletions (${column}, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, columns] of POINTERS)
      for (const column of columns) await q.query(`DROP INDEX ${table}_${column}_idx`);
    for (const column of LISTED) await q.query(`DROP INDEX deletions_${column}_idx`);
  }
}
