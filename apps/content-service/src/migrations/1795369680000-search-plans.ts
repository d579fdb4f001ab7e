import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The refresh of search entries is planned once per connection. Planning its thirteen sources took longer than refreshing a short text, and
 * each write of a page refreshes name, text and tags. PostgreSQL 18 keeps plans of SQL functions but prefers to plan this one anew;
 * earlier versions keep only those of PL/pgSQL.
 */
export class SearchPlans1795369680000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE OR REPLACE FUNCTION search_refresh(of_type "char", of_ids integer[], of_parts "char"[]) RETURNS void
      LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$ BEGIN ${REFRESH}; END $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE OR REPLACE FUNCTION search_refresh(of_type "char", of_ids integer[], of_parts "char"[]) RETURNS void
      LANGUAGE sql AS $$ ${REFRESH} $$`);
  }
}

/** Writes only the words that changed: a corrected letter in a long page changes two rows. */
const REFRESH = `
      WITH fresh AS MATERIALIZED (
        SELECT text.item_id, text.part, found.word COLLATE "C" AS term, sum(text.points)::real AS score
        FROM search_texts text, search_words(text.value) AS found
        WHERE text.item_type = of_type AND text.item_id = ANY (of_ids) AND text.part = ANY (of_parts)
        GROUP BY text.item_id, text.part, found.word
      ), stored AS MATERIALIZED (
        SELECT ctid AS place, item_id, part, term, score FROM search_terms
        WHERE item_type = of_type AND item_id = ANY (of_ids) AND part = ANY (of_parts)
      ), gone AS (
        DELETE FROM search_terms entry USING (
          SELECT place FROM stored LEFT JOIN fresh USING (item_id, part, term, score) WHERE fresh.term IS NULL
        ) old WHERE entry.ctid = old.place
      ), added AS (
        INSERT INTO search_terms (term, score, item_id, item_type, part)
        SELECT fresh.term, fresh.score, fresh.item_id, of_type, fresh.part
        FROM fresh LEFT JOIN stored USING (item_id, part, term, score) WHERE stored.term IS NULL
        RETURNING term
      )
      INSERT INTO search_vocabulary (word)
      SELECT DISTINCT term FROM added WHERE NOT EXISTS (SELECT 1 FROM search_vocabulary known WHERE known.word = added.term)`;
