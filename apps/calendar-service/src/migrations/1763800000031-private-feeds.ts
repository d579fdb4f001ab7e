import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PrivateFeeds1763800000031 implements MigrationInterface {
  // Calendar programs cannot send a token of their own, so the address of a private feed is its secret. Only its digest is stored, so the table
  // reveals no address.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE feeds (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id integer NOT NULL,
        name text NOT NULL CONSTRAINT feeds_name_is_given CHECK (name <> ''),
        filters jsonb NOT NULL DEFAULT '{}',
        reach text[],
        token_hash bytea NOT NULL CONSTRAINT feeds_token_hash_key UNIQUE,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await q.query(`CREATE INDEX feeds_user_id_idx ON feeds (user_id, id)`);
    await q.query(
      `COMMENT ON COLUMN feeds.reach IS 'the rights that the token reached by which the feed was made; all when null'`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE feeds`);
  }
}
