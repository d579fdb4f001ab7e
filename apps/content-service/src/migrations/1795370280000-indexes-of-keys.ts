import { createIndexConcurrently } from '@almanac/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONTENT = ['shelves', 'books', 'chapters', 'pages'];
const PEOPLE = ['created_by', 'updated_by', 'owned_by'];
const NOT_DELETED = 'deleted_at IS NULL';
const LISTED_IMAGES = "type IN ('gallery', 'drawio')";

/** Indexes that left out some rows: `[table, column, condition]`. */
const PARTIAL = [
  ...CONTENT.flatMap((table) => PEOPLE.map((column) => [table, column, NOT_DELETED] as const)),
  ...['created_by', 'updated_by'].map((column) => ['images', column, LISTED_IMAGES] as const),
];
const MISSING = [
  ['page_revisions', 'created_by'],
  ['address_changes', 'changed_by'],
  ['role_permissions', 'permission'],
] as const;

/**
 * Deleting a user empties these columns. For that PostgreSQL can use no index that leaves out rows, so it read each table once for each column.
 * That took 230 ms with 300,000 pages, and would take more than a statement may with ten million.
 */
export class IndexesOfKeys1795370280000 implements MigrationInterface {
  /** `CONCURRENTLY` is not possible inside a transaction. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const [table, column] of PARTIAL) {
      await createIndexConcurrently(q, `${table}_${column}_fkey_idx`, `${table} (${column}, id)`);
      await q.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_${column}_idx`);
    }
    for (const [table, column] of MISSING)
      await createIndexConcurrently(q, `${table}_${column}_fkey_idx`, `${table} (${column})`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, column, condition] of PARTIAL)
      await q.query(`
        CREATE INDEX ${table}_${column}_idx ON ${table} (${column}, id) WHERE ${condition};
        DROP INDEX ${table}_${column}_fkey_idx`);
    for (const [table, column] of MISSING) await q.query(`DROP INDEX ${table}_${column}_fkey_idx`);
  }
}
