import type { UserSummary } from '../../content/items/presentation';
import type { Grants } from './content-permissions.dto';

export interface RolePermissionRow extends Grants {
  role_id: number;
  display_name: string;
}

export interface ContentPermissionsRow {
  owner: UserSummary | null;
  role_permissions: RolePermissionRow[];
  fallback: Grants | null;
}

/** The overrides of the item itself, without inherited ones. */
export const presentContentPermissions = ({ owner, role_permissions, fallback }: ContentPermissionsRow) => ({
  owner,
  role_permissions: role_permissions.map((row) => ({
    role_id: row.role_id,
    ...presentGrants(row),
    role: { id: row.role_id, display_name: row.display_name },
  })),
  fallback_permissions: fallback
    ? { inheriting: false, ...presentGrants(fallback) }
    : { inheriting: true, view: null, create: null, update: null, delete: null },
});

const presentGrants = (grants: Grants) => ({
  view: grants.view,
  create: grants.create,
  update: grants.update,
  delete: grants.delete,
});
