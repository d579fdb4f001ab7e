import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TokenScopes1763700000014 implements MigrationInterface {
  // `last_used_at` has no index on purpose: its updates can then be heap-only (HOT).
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      ALTER TABLE api_tokens
        ADD COLUMN scopes text[] CONSTRAINT api_tokens_scopes_name_something CHECK (cardinality(scopes) > 0),
        ADD COLUMN last_used_at timestamptz(3)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE api_tokens DROP COLUMN scopes, DROP COLUMN last_used_at`);
  }
}
