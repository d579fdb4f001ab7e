import { Database } from '@almanac/database';
import { invalid } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import type { User } from './user.entity';

const ONLY_ADMINISTRATOR =
  'This user is the only user assigned to the administrator role. Assign the administrator role to another user before attempting to remove it here.';

interface RoleRow {
  id: number;
  isAdmin: boolean;
}

/** Which roles a user has. There is always somebody who has the administrator's. Works inside the caller's transaction. */
@Injectable()
export class UserRoles {
  constructor(private readonly database: Database) {}

  /** @throws Problem 422 for ids of no role, and when nobody would be left to administrate the system */
  async replace(user: Pick<User, 'id' | 'systemName'>, ids: readonly number[]): Promise<void> {
    const roles = await this.known(ids);
    const willBeAdmin = roles.some(({ isAdmin }) => isAdmin);
    // Nobody logs in as the guest; everybody who does not log in is.
    if (willBeAdmin && user.systemName !== null) invalid({ roles: ['The guest user cannot have the administrator role.'] });
    if (!willBeAdmin && (await this.isOnlyAdministrator(user.id))) invalid({ roles: [ONLY_ADMINISTRATOR] });
    const wanted = roles.map(({ id }) => id);
    await this.database.query('DELETE FROM user_roles WHERE user_id = $1 AND role_id <> ALL($2::int[])', [user.id, wanted]);
    const sql = 'INSERT INTO user_roles (user_id, role_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING';
    await this.database.query(sql, [user.id, wanted]);
  }

  /** Takes the administrator role's lock first: of two requests that would remove the last two, the second one sees what the first did. */
  async isOnlyAdministrator(userId: number): Promise<boolean> {
    await this.database.query(`SELECT 1 FROM roles WHERE system_name = 'admin' FOR NO KEY UPDATE`);
    const administrators = await this.database.query<{ id: number }>(
      `SELECT person.id FROM user_roles held JOIN roles role ON role.id = held.role_id JOIN users person ON person.id = held.user_id
        WHERE role.system_name = 'admin' AND person.system_name IS NULL LIMIT 2`,
    );
    return administrators.length === 1 && administrators[0]?.id === userId;
  }

  private async known(ids: readonly number[]): Promise<RoleRow[]> {
    // As numeric, because callers may name ids that no column of ours could hold. 0 is how forms say "none of these".
    const sql = `SELECT id, system_name = 'admin' AS "isAdmin" FROM roles WHERE id::numeric = ANY($1::numeric[]) FOR KEY SHARE`;
    const roles = await this.database.query<RoleRow>(sql, [ids]);
    const known = new Set([0, ...roles.map(({ id }) => id)]);
    const unknown = [...ids.entries()].filter(([, id]) => !known.has(id)).map(([index]) => `roles.${index}`);
    if (unknown.length > 0) invalid(Object.fromEntries(unknown.map((field) => [field, [`The selected ${field} is invalid.`]])));
    return roles;
  }
}
