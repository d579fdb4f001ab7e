import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { TIMES, USER_SUMMARY, utcMicros } from '../../content/kinds/presentation';
import type { RoleDetailRow, RoleListRow, RoleRow } from './roles.repository';

const presentColumns = (role: RoleRow) => ({
  id: role.id,
  display_name: role.display_name,
  description: role.description,
  created_at: utcMicros(role.created_at),
  updated_at: utcMicros(role.updated_at),
  system_name: role.system_name,
  external_auth_id: role.external_auth_id,
  mfa_enforced: role.mfa_enforced,
});

export const presentRoleInList = (role: RoleListRow) => ({
  ...presentColumns(role),
  users_count: role.users_count,
  permissions_count: role.permissions_count,
});

export const presentRole = (role: RoleDetailRow) => ({
  ...presentColumns(role),
  permissions: role.permissions,
  users: role.users,
});

/** The response to a create contains only optional fields that the request set (content-behaviour §12.3). */
export const presentNewRole = (role: RoleDetailRow, input: { description?: string; external_auth_id?: string }) => ({
  display_name: role.display_name,
  ...(input.description === undefined ? {} : { description: role.description }),
  mfa_enforced: role.mfa_enforced,
  ...(input.external_auth_id === undefined ? {} : { external_auth_id: role.external_auth_id }),
  updated_at: utcMicros(role.updated_at),
  created_at: utcMicros(role.created_at),
  id: role.id,
  permissions: role.permissions,
  users: role.users,
});

const COLUMNS = {
  id: WHOLE,
  display_name: TEXT,
  description: orNull(TEXT),
  ...TIMES,
  system_name: TEXT,
  external_auth_id: TEXT,
  mfa_enforced: FLAG,
};
const GRANTS = { permissions: listOf(TEXT), users: listOf(USER_SUMMARY) };

export const ROLE_IN_LIST_SCHEMA = new NamedSchema(
  'RoleInList',
  record({ ...COLUMNS, users_count: WHOLE, permissions_count: WHOLE }),
);
export const ROLE_SCHEMA = new NamedSchema('Role', record({ ...COLUMNS, ...GRANTS }));
export const NEW_ROLE_SCHEMA = new NamedSchema(
  'NewRole',
  record(
    { display_name: TEXT, mfa_enforced: FLAG, ...TIMES, id: WHOLE, ...GRANTS },
    { description: orNull(TEXT), external_auth_id: TEXT },
  ),
);
