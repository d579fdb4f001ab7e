import type { Actor } from '@almanac/auth';

/** A row with the columns of `ACTOR_COLUMNS`. */
export interface ActorRow {
  id: number;
  name: string;
  slug: string;
  role_ids: number[];
  permissions: string[];
  is_admin: boolean;
}

/** A user's roles and permissions. The query must have `users` as `owner`, join `ACTOR_JOINS` and group by `owner.id`. */
export const ACTOR_COLUMNS = `owner.id, owner.name, owner.slug,
    coalesce(array_agg(DISTINCT role.id) FILTER (WHERE role.id IS NOT NULL), '{}') AS role_ids,
    coalesce(array_agg(DISTINCT granted.permission) FILTER (WHERE granted.permission IS NOT NULL), '{}') AS permissions,
    coalesce(bool_or(role.system_name = 'admin'), false) AS is_admin`;

export const ACTOR_JOINS = `LEFT JOIN user_roles held ON held.user_id = owner.id
  LEFT JOIN roles role ON role.id = held.role_id
  LEFT JOIN role_permissions granted ON granted.role_id = role.id`;

export const toActor = ({ id, name, slug, role_ids, permissions, is_admin }: ActorRow): Actor => ({
  id,
  name,
  slug,
  roleIds: role_ids,
  permissions: new Set(permissions),
  isAdmin: is_admin,
});
