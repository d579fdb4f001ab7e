import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All columns but those of clocks. Every request writes or shares those, and no right depends on them. */
const ACCOUNTS = {
  users: 'id, name, slug, email, email_confirmed, password_hash, external_auth_id, system_name, language',
  roles: 'id, display_name, description, system_name, external_auth_id, mfa_enforced',
  user_roles: 'user_id, role_id',
  role_permissions: 'role_id, permission',
  api_tokens: 'id, user_id, name, token_id, secret_hash, expires_at, scopes',
} as const;

/**
 * A change of accounts changes their version in its transaction, whichever program makes it. The triggers are deferred, so the row of the
 * version is the last lock of each transaction. Transactions that wait for it at their start or midway would deadlock.
 */
export class VersionOfAccounts1795370967000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE FUNCTION accounts_next_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        -- Once for all rows of a transaction.
        INSERT INTO public.settings (name, value) VALUES ('accounts-version', gen_random_uuid()::text)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE settings.xmin <> pg_current_xact_id()::xid;
        RETURN NULL;
      END $$`);
    for (const [table, columns] of Object.entries(ACCOUNTS))
      await q.query(`
        CREATE CONSTRAINT TRIGGER accounts_next_version AFTER INSERT OR DELETE OR UPDATE OF ${columns} ON ${table}
          DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION accounts_next_version();
        -- TRUNCATE runs no triggers of rows, and its own cannot be deferred.
        CREATE TRIGGER accounts_emptied AFTER TRUNCATE ON ${table} EXECUTE FUNCTION accounts_next_version()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP FUNCTION accounts_next_version() CASCADE');
  }
}
