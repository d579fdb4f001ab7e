import type { Actor } from '@almanac/auth';
import { columnNames, Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { invalid } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { requireTokenScope, type RolePower } from '../../content/access/permission-rules';
import { SiteSettings } from '../../content/settings/site-settings';
import { UserRole } from '../../content/accounts/rights.entity';
import { Role } from '../../content/accounts/role.entity';
import { User } from '../../content/accounts/user.entity';
import { requireStored } from '../../content/stored-rules';
import { UpdateUserDto } from './users.dto';

const ONLY_ADMINISTRATOR =
  'This user is the only user assigned to the administrator role. Assign the administrator role to another user before attempting to remove it here.';

/** Roles that user $1 has; roles among $2 that the user does not have yet. */
const CURRENT_ROLES = 'role.id IN (SELECT role_id FROM user_roles WHERE user_id = $1)';
const NEW_ROLES = `role.id = ANY($2::int[]) AND NOT (${CURRENT_ROLES})`;

const ROLES = sql`SELECT ${selectColumns(Role, 'role', 'id')}, ${selectComputed<{ isAdmin: boolean }>({ isAdmin: `role.system_name = 'admin'` })}
  FROM roles role WHERE role.id = ANY($1::int[]) ORDER BY role.id`;

const POWER = selectComputed<RolePower>({
  permissions: `coalesce(array_agg(DISTINCT granted.permission::text) FILTER (WHERE granted.permission IS NOT NULL), '{}')`,
  isAdmin: `coalesce(bool_or(role.system_name = 'admin'), false)`,
});

/** Changes the roles of users. At least one user always keeps the administrator role. Runs inside the caller's transaction. */
@Injectable()
export class UserRoles {
  constructor(
    private readonly database: Database,
    private readonly site: SiteSettings,
  ) {}

  /**
   * @throws Problem 422 for unknown role ids, an administrator role for the guest, and when no administrator would be left
   * @throws Problem 403 when a new role grants more than the token scope of the caller
   */
  async replace(user: Pick<User, 'id' | 'systemName'>, ids: readonly number[], actor: Actor): Promise<void> {
    const roles = await this.existingRoles(ids);
    const willBeAdmin = roles.some(({ isAdmin }) => isAdmin);
    // Every caller without credentials acts as the guest user.
    if (willBeAdmin && user.systemName !== null)
      invalid({ roles: ['The guest user cannot have the administrator role.'] });
    if (!willBeAdmin && (await this.isOnlyAdministrator(user.id))) invalid({ roles: [ONLY_ADMINISTRATOR] });
    const requested = roles.map(({ id }) => id);
    if (actor.limits) requireTokenScope(actor, await this.power(NEW_ROLES, user.id, requested));
    await this.database.query('DELETE FROM user_roles WHERE user_id = $1 AND role_id <> ALL($2::int[])', [
      user.id,
      requested,
    ]);
    await this.database.query(
      `INSERT INTO user_roles (${columnNames(UserRole, 'userId', 'roleId')}) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING`,
      [user.id, requested],
    );
  }

  /** Gives a new user the roles of the request, or the role for new users when it names none. @throws Problem as `replace` */
  async assign(user: Pick<User, 'id' | 'systemName'>, ids: readonly number[] | undefined, actor: Actor): Promise<void> {
    const { registrationRoleId } = await this.site.current();
    await this.replace(user, ids ?? (registrationRoleId === null ? [] : [registrationRoleId]), actor);
  }

  /**
   * Check before a change of login data, because the caller could then log in as the user.
   * @throws Problem 403 when the user holds more than the token scope of the caller
   */
  async requireTokenScope(userId: number, actor: Actor): Promise<void> {
    if (actor.limits) requireTokenScope(actor, await this.power(CURRENT_ROLES, userId));
  }

  /** Locks the administrator role first, so that two concurrent requests cannot remove the last two administrators. */
  async isOnlyAdministrator(userId: number): Promise<boolean> {
    await this.database.query(`SELECT 1 FROM roles WHERE system_name = 'admin' FOR NO KEY UPDATE`);
    const administrators = await this.database.query(
      sql`SELECT ${selectColumns(User, 'person', 'id')} FROM user_roles held JOIN roles role ON role.id = held.role_id JOIN users person ON person.id = held.user_id
        WHERE role.system_name = 'admin' AND person.system_name IS NULL LIMIT 2`,
    );
    return administrators.length === 1 && administrators[0]?.id === userId;
  }

  private async power(roles: string, ...parameters: unknown[]): Promise<RolePower> {
    const [power] = await this.database.query(
      sql`SELECT ${POWER} FROM roles role LEFT JOIN role_permissions granted ON granted.role_id = role.id WHERE ${roles}`,
      parameters,
    );
    return power ?? { permissions: [], isAdmin: false };
  }

  /** Repeats the check of the input, now with locks. */
  private async existingRoles(ids: readonly number[]): Promise<RowOf<typeof ROLES>[]> {
    await requireStored(this.database, UpdateUserDto, { roles: [...ids] });
    return this.database.query(ROLES, [ids]);
  }
}
