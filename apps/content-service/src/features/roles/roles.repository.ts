import { Database } from '@almanac/database';
import {
  boolean,
  defineListing,
  fetchListing,
  integer,
  type ListBatch,
  type ListQuery,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Role } from '../../content/accounts/role.entity';
import type { RoleDetailRow, RoleListRow } from './role.presenter';

const countedOnly = { filterable: false };

const USERS_COUNT = '(SELECT count(*)::int FROM user_roles held WHERE held.role_id = role.id)';
const PERMISSIONS_COUNT = '(SELECT count(*)::int FROM role_permissions granted WHERE granted.role_id = role.id)';

export const roleListing = defineListing(
  {
    display_name: text('role.display_name'),
    description: text('role.description', { nulls: 'lowest' }),
    mfa_enforced: boolean('role.mfa_enforced'),
    external_auth_id: text('role.external_auth_id'),
    created_at: timestamp('role.created_at'),
    updated_at: timestamp('role.updated_at'),
    permissions_count: integer(PERMISSIONS_COUNT, countedOnly),
    users_count: integer(USERS_COUNT, countedOnly),
  },
  integer('role.id'),
);

const COLUMNS = `role.id, role.display_name, role.description, role.system_name, role.external_auth_id, role.mfa_enforced,
  role.created_at, role.updated_at`;

const DETAIL = `
  SELECT ${COLUMNS},
    (SELECT coalesce(array_agg(granted.permission::text ORDER BY granted.permission COLLATE "C"), '{}')
      FROM role_permissions granted WHERE granted.role_id = role.id) AS permissions,
    (SELECT coalesce(json_agg(json_build_object('id', person.id, 'name', person.name, 'slug', person.slug)
        ORDER BY fold(person.name) COLLATE "C", person.id), '[]')
      FROM user_roles held JOIN users person ON person.id = held.user_id WHERE held.role_id = role.id) AS users
  FROM roles role WHERE role.id = $1`;

/** Queries for roles. */
@Injectable()
export class RolesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Role) readonly rows: Repository<Role>,
  ) {}

  list(query: ListQuery): Promise<ListBatch<RoleListRow>> {
    return fetchListing(this.database, roleListing, query, {
      select: `${COLUMNS}, ${USERS_COUNT} AS users_count, ${PERMISSIONS_COUNT} AS permissions_count`,
      from: 'roles role',
      where: () => 'TRUE',
    });
  }

  async detail(id: number): Promise<RoleDetailRow | undefined> {
    const [row] = await this.database.query<RoleDetailRow>(DETAIL, [id]);
    return row;
  }

  /** Keeps the accounts of the members, which `handOver` refers to. Call it before the role is locked, as changes of users lock accounts first. */
  async keepMembers(id: number): Promise<void> {
    await this.database.query(
      'SELECT 1 FROM users WHERE id IN (SELECT user_id FROM user_roles WHERE role_id = $1) FOR KEY SHARE',
      [id],
    );
  }

  /** Loads a role for a change and locks its row. */
  lock(id: number): Promise<Role | null> {
    return this.rows.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Replaces the permissions of the role; unknown ones are ignored. */
  async replacePermissions(id: number, names: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM role_permissions WHERE role_id = $1 AND permission <> ALL($2::text[])', [
      id,
      names,
    ]);
    const sql = `INSERT INTO role_permissions (role_id, permission) SELECT $1, name FROM permissions WHERE name = ANY($2::text[])
      ON CONFLICT DO NOTHING`;
    await this.database.query(sql, [id, names]);
  }

  /** Gives all users of one role another one as well. */
  async handOver(fromId: number, toId: number): Promise<void> {
    const sql = `INSERT INTO user_roles (user_id, role_id) SELECT user_id, $2 FROM user_roles WHERE role_id = $1
      ON CONFLICT DO NOTHING`;
    await this.database.query(sql, [fromId, toId]);
  }

  /** Whether new users who register get this role (the setting `registration-role` contains its id). */
  async isForRegistration(id: number): Promise<boolean> {
    const rows = await this.database.query(`SELECT 1 FROM settings WHERE name = 'registration-role' AND value = $1`, [
      String(id),
    ]);
    return rows.length > 0;
  }
}
