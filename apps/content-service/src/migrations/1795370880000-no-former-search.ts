import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createFormerSearch } from './former-search';

/** Drops the search objects that only versions before `Search1795369440000` call (docs/decisions/0028). */
export class NoFormerSearch1795370880000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION search_results("char", integer[], integer), search_changes_since(xid8, integer), search_entries(text[], boolean, integer);
      DROP VIEW search_items;
      DROP TABLE search_item_changes`);
  }

  async down(q: QueryRunner): Promise<void> {
    await createFormerSearch(q);
  }
}
