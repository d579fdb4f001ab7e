import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TextComparison1763800000000 implements MigrationInterface {
  // Searching must find "Été" for "ete". An indexable function does so without a special collation, so that any PostgreSQL from 15 on
  // suffices. Trigrams let an index answer substring searches. The function is marked IMMUTABLE because the dictionary is part of the schema.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public`);
    await q.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public`);
    await q.query(`
      CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION fold(text)`);
  }
}
