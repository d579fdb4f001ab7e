import { createIndexConcurrently } from '@almanac/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each index with its column that may be null, the rest of its columns, and its condition. */
const INDEXES = [
  { table: 'pages', name: 'chapter_id', column: 'chapter_id', rest: 'id', where: 'WHERE deleted_at IS NULL' },
  { table: 'comments', name: 'parent_id', column: 'parent_id', rest: 'id', where: '' },
  {
    table: 'activities',
    name: 'loggable',
    column: 'loggable_id',
    rest: 'loggable_type COLLATE "C" NULLS FIRST, id',
    where: '',
  },
  { table: 'activities', name: 'loggable_type', column: 'loggable_type COLLATE "C"', rest: 'id', where: '' },
] as const;

/** Lists show rows without a value first, as the reference does. An index scan can follow this order only if the index has it. */
export class NullsFirst1795370400000 implements MigrationInterface {
  /** `CONCURRENTLY` is not possible inside a transaction. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const { table, name, column, rest, where } of INDEXES) {
      const columns = `${column} NULLS FIRST, ${rest}`;
      await createIndexConcurrently(q, `${table}_${name}_nulls_first_idx`, `${table} (${columns}) ${where}`);
      await q.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_${name}_idx`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const { table, name, column, rest, where } of INDEXES)
      await q.query(`
        CREATE INDEX ${table}_${name}_idx ON ${table} (${column}, ${rest.replace(' NULLS FIRST', '')}) ${where};
        DROP INDEX ${table}_${name}_nulls_first_idx`);
  }
}
