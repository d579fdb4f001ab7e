import { each, FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { ACTIONS } from '../../content/access/permission-rules';
import { USER_SUMMARY, type UserSummary } from '../../content/kinds/presentation';
import type { Grants } from './content-permissions.dto';

export interface ContentPermissionsRow {
  owner: UserSummary | null;
  role_permissions: (Grants & { role_id: number; display_name: string })[];
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

export const CONTENT_PERMISSIONS_SCHEMA = new NamedSchema(
  'ContentPermissions',
  record({
    owner: orNull(USER_SUMMARY),
    role_permissions: listOf(
      record({ role_id: WHOLE, ...each(FLAG, ...ACTIONS), role: record({ id: WHOLE, display_name: TEXT }) }),
    ),
    fallback_permissions: record({ inheriting: FLAG, ...each(orNull(FLAG), ...ACTIONS) }),
  }),
);
