import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecondFactors1763700000018 implements MigrationInterface {
  // The secret is encrypted with a key that is not in the database. Codes are keyed hashes, because they are short enough to be guessed.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE totp_secrets (
        user_id integer PRIMARY KEY CONSTRAINT totp_secrets_user_id_fkey REFERENCES users ON DELETE CASCADE,
        sealed_secret bytea NOT NULL,
        last_step bigint NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await q.query(`
      CREATE TABLE backup_codes (
        user_id integer NOT NULL CONSTRAINT backup_codes_user_id_fkey REFERENCES totp_secrets (user_id) ON DELETE CASCADE,
        code_hash bytea NOT NULL CONSTRAINT backup_codes_code_hash_is_sha256 CHECK (length(code_hash) = 32),
        PRIMARY KEY (user_id, code_hash)
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE backup_codes, totp_secrets`);
  }
}
