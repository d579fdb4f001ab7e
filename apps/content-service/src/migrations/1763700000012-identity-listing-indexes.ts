import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every field for sorting and filtering users and roles (content-behaviour §5.1), except counts. */
const FOLDED: Record<string, string[]> = {
  users: ['name', 'slug', 'email', 'external_auth_id'],
  roles: ['display_name', 'external_auth_id'],
};
const PLAIN: Record<string, string[]> = {
  users: ['created_at', 'updated_at'],
  roles: ['mfa_enforced', 'created_at', 'updated_at'],
};

const indexesOf = (fields: Record<string, string[]>) =>
  Object.entries(fields).flatMap(([table, names]) =>
    names.map((field) => ({ table, field, name: `${table}_${field}_idx` })),
  );

export class IdentityListingIndexes1763700000012 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const { table, field, name } of indexesOf(FOLDED))
      await q.query(`CREATE INDEX ${name} ON ${table} ((fold(${field}) COLLATE "C"), id)`);
    for (const { table, field, name } of indexesOf(PLAIN))
      await q.query(`CREATE INDEX ${name} ON ${table} (${field}, id)`);
    await q.query(`CREATE INDEX roles_description_idx ON roles ((fold(description) COLLATE "C") NULLS FIRST, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    const names = [...indexesOf(FOLDED), ...indexesOf(PLAIN)].map(({ name }) => name);
    await q.query(`DROP INDEX ${[...names, 'roles_description_idx'].join(', ')}`);
  }
}
