import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TextComparison1763700000000 implements MigrationInterface {
  // Callers expect "Café" to equal "cafe" in filters, tag names and e-mail addresses. With an indexable function the tables need no
  // special collation, so any PostgreSQL from 15 on works. It may be IMMUTABLE because the dictionary is part of the schema.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public`);
    await q.query(`
      CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION fold(text)`);
  }
}
