import { CREATE_KEPT_ANSWERS } from '@almanac/http';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The private feeds of users, and the answers to their requests with an `Idempotency-Key`. */
export class FeedsAndKeptAnswers1795371420000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // Calendar programs cannot send a token, so the address of a private feed is its secret. Only the digest of the address is stored.
    await q.query(`
      CREATE TABLE feeds (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id integer NOT NULL,
        name text NOT NULL CONSTRAINT feeds_name_is_given CHECK (name <> ''),
        filters jsonb NOT NULL DEFAULT '{}',
        reach text[],
        token_hash bytea NOT NULL CONSTRAINT feeds_token_hash_key UNIQUE,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON COLUMN feeds.reach IS 'permissions of the token that created the feed; null for all permissions of its user';
      CREATE INDEX feeds_user_id_idx ON feeds (user_id, id)`);
    await q.query(CREATE_KEPT_ANSWERS);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE kept_answers, feeds`);
  }
}
