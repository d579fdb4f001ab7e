import { columnNames, Database, type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
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
import { RolePermission, UserRole } from '../../content/accounts/rights.entity';
import { Role } from '../../content/accounts/role.entity';
import type { UserSummary } from '../../content/kinds/presentation';
import { Setting } from '../../content/settings/setting.entity';

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

const COLUMNS = selectSnakeColumns(
  Role,
  'role',
  'id',
  'displayName',
  'description',
  'systemName',
  'externalAuthId',
  'mfaEnforced',
  'createdAt',
  'updatedAt',
);

export type RoleRow = RowOf<typeof COLUMNS>;

const IN_LIST = sql`${COLUMNS}, ${selectComputed<{ users_count: number; permissions_count: number }>({
  users_count: USERS_COUNT,
  permissions_count: PERMISSIONS_COUNT,
})}`;

export type RoleListRow = RowOf<typeof IN_LIST>;

const DETAIL = sql`
  SELECT ${COLUMNS}, ${selectComputed<{ permissions: string[]; users: UserSummary[] }>({
    permissions: `(SELECT coalesce(array_agg(granted.permission::text ORDER BY granted.permission COLLATE "C"), '{}')
      FROM role_permissions granted WHERE granted.role_id = role.id)`,
    users: `(SELECT coalesce(json_agg(json_build_object('id', person.id, 'name', person.name, 'slug', person.slug)
        ORDER BY fold(person.name) COLLATE "C", person.id), '[]')
      FROM user_roles held JOIN users person ON person.id = held.user_id WHERE held.role_id = role.id)`,
  })}
  FROM roles role WHERE role.id = $1`;

export type RoleDetailRow = RowOf<typeof DETAIL>;

/** Queries for roles. */
@Injectable()
export class RolesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(Role) readonly rows: Repository<Role>,
    @InjectRepository(Setting) private readonly settings: Repository<Setting>,
  ) {}

  list(query: ListQuery): Promise<ListBatch<RoleListRow>> {
    return fetchListing(this.database, roleListing, query, {
      select: IN_LIST,
      from: 'roles role',
      where: () => 'TRUE',
    });
  }

  async detail(id: number): Promise<RoleDetailRow | undefined> {
    const [row] = await this.database.query(DETAIL, [id]);
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
    await this.database.query(
      `INSERT INTO role_permissions (${columnNames(RolePermission, 'roleId', 'permission')})
        SELECT $1, name FROM permissions WHERE name = ANY($2::text[]) ON CONFLICT DO NOTHING`,
      [id, names],
    );
  }

  /** Gives all users of one role another one as well. */
  async handOver(fromId: number, toId: number): Promise<void> {
    await this.database.query(
      `INSERT INTO user_roles (${columnNames(UserRole, 'userId', 'roleId')})
        SELECT user_id, $2 FROM user_roles WHERE role_id = $1 ON CONFLICT DO NOTHING`,
      [fromId, toId],
    );
  }

  /** Whether new users who register get this role (the setting `registration-role` contains its id). */
  isForRegistration(id: number): Promise<boolean> {
    return this.settings.existsBy({ name: 'registration-role', value: String(id) });
  }
}
