import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ALL_PERMISSIONS, FRESH_INSTALL_ROLES } from '../content/access/permission-names';

export class FreshInstall1763700000004 implements MigrationInterface {
  // The first administrator is created elsewhere, from the settings of the installation.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`INSERT INTO permissions (name) SELECT unnest($1::text[])`, [ALL_PERMISSIONS]);
    for (const { displayName, systemName, description, permissions } of FRESH_INSTALL_ROLES) {
      await q.query(
        `WITH role AS (INSERT INTO roles (display_name, system_name, description) VALUES ($1, $2, $3) RETURNING id)
         INSERT INTO role_permissions (role_id, permission) SELECT role.id, unnest($4::text[]) FROM role`,
        [displayName, systemName, description, permissions],
      );
    }
    await q.query(`INSERT INTO settings (name, value) VALUES ('instance-id', $1)`, [randomUUID()]);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DELETE FROM settings WHERE name = 'instance-id'`);
    await q.query(`DELETE FROM roles WHERE id <= 4`);
    await q.query(`DELETE FROM permissions`);
  }
}
