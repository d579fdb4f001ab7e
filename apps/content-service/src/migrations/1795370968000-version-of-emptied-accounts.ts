import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['users', 'roles', 'user_roles', 'role_permissions', 'api_tokens'];

/** TRUNCATE changes the version of accounts too. It runs no triggers of rows, and its own triggers cannot be deferred. */
export class VersionOfEmptiedAccounts1795370968000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await q.query(
        `CREATE TRIGGER accounts_emptied AFTER TRUNCATE ON ${table} EXECUTE FUNCTION accounts_next_version()`,
      );
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of TABLES) await q.query(`DROP TRIGGER accounts_emptied ON ${table}`);
  }
}
