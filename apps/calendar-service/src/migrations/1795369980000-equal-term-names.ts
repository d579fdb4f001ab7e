import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Terms with slugs of their own may share a name. A deleted category gives its children to its parent, which may have a child of that name.
 * Reverting fails while such terms exist.
 */
export class EqualTermNames1795369980000 implements MigrationInterface {
  /** `CONCURRENTLY` is not possible inside a transaction. An ordinary change would keep writers out of the table until it ends. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS terms_sibling_name_key');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('CREATE UNIQUE INDEX terms_sibling_name_key ON terms (kind, coalesce(parent_id, 0), lower(name))');
  }
}
