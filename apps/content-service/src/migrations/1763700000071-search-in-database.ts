import type { MigrationInterface, QueryRunner } from 'typeorm';
import { noteChanges, SEARCH_ENTRIES, SEARCHED_ITEMS } from './1763700000046-search-in-memory';

/**
 * Processes no longer rank in memory, so changes need not be recorded. The previous version still runs and still calls these functions.
 * `search_entries` now reports too many entries for every word, so that it ranks in the database too. A later migration drops the functions.
 */
export class SearchInDatabase1763700000071 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE OR REPLACE FUNCTION search_entries(words text[], whole boolean, most integer)
      RETURNS TABLE (word integer, item_type "char", ids bytea, scores bytea) LANGUAGE sql STABLE
      AS $$ SELECT 1, NULL::"char", NULL::bytea, NULL::bytea $$`);
    for (const table of Object.keys(SEARCHED_ITEMS)) {
      await q.query(`DROP TRIGGER search_noted ON ${table}`);
      await q.query(`DROP TRIGGER search_noted_new ON ${table}`);
    }
    await q.query('DROP FUNCTION search_note_item()');
    await q.query(`DELETE FROM jobs.schedule WHERE name = 'search.forget-changes'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await noteChanges(q);
    await q.query(SEARCH_ENTRIES);
  }
}
