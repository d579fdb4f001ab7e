import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first administrator, and the tokens that the settings installed, so that none is made again once it was removed. */
export class Installation1795370760000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE installation (
        id integer PRIMARY KEY DEFAULT 1 CONSTRAINT installation_is_one CHECK (id = 1),
        administrator_id integer CONSTRAINT installation_administrator_id_fkey REFERENCES users ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      COMMENT ON COLUMN installation.administrator_id IS 'The account made at the installation; null once it was deleted';
      CREATE INDEX installation_administrator_id_idx ON installation (administrator_id)`);
    await q.query(`
      CREATE TABLE installed_tokens (
        token_id varchar(32) NOT NULL,
        secret_hash bytea NOT NULL CONSTRAINT installed_tokens_secret_hash_is_sha256 CHECK (length(secret_hash) = 32),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (token_id, secret_hash)
      )`);
    // Also stops `migrate` of the previous version. An error would keep that version from starting after a rollback.
    await q.query(`
      CREATE FUNCTION keep_removed_tokens_out() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM public.installed_tokens WHERE token_id = NEW.token_id AND secret_hash = NEW.secret_hash;
        IF FOUND THEN RETURN NULL; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER api_tokens_keep_removed_out BEFORE INSERT ON api_tokens
        FOR EACH ROW EXECUTE FUNCTION keep_removed_tokens_out()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TRIGGER api_tokens_keep_removed_out ON api_tokens');
    await q.query('DROP FUNCTION keep_removed_tokens_out()');
    await q.query('DROP TABLE installed_tokens, installation');
  }
}
