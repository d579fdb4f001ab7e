import { createIndexConcurrently } from '@almanac/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const PARENTS = [
  ['pages', 'book'],
  ['pages', 'chapter'],
  ['chapters', 'book'],
] as const;

/**
 * Indexes for the last place in a parent. Without them PostgreSQL walked the index of all priorities downwards until it met an item of
 * the parent. For a new page in an empty book it met all pages of the library. They replace the indexes of the foreign keys.
 */
export class PlacesInParents1795370100000 implements MigrationInterface {
  /** `CONCURRENTLY` is not possible inside a transaction. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const [table, parent] of PARENTS) {
      await createIndexConcurrently(q, `${table}_${parent}_place_idx`, `${table} (${parent}_id, priority)`);
      await q.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_${parent}_fkey_idx`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, parent] of PARENTS)
      await q.query(`
        CREATE INDEX ${table}_${parent}_fkey_idx ON ${table} (${parent}_id);
        DROP INDEX ${table}_${parent}_place_idx`);
  }
}
