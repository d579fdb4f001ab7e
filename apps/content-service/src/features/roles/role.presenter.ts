import { type UserSummary, utcMicros } from '../../content/items/presentation';

interface RoleRow {
  id: number;
  display_name: string;
  description: string | null;
  system_name: string;
  external_auth_id: string;
  mfa_enforced: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface RoleListRow extends RoleRow {
  users_count: number;
  permissions_count: number;
}

export interface RoleDetailRow extends RoleRow {
  permissions: string[];
  users: UserSummary[];
}

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
export const presentNewRole = (role: RoleDetailRow, given: { description?: string; external_auth_id?: string }) => ({
  display_name: role.display_name,
  ...(given.description === undefined ? {} : { description: role.description }),
  mfa_enforced: role.mfa_enforced,
  ...(given.external_auth_id === undefined ? {} : { external_auth_id: role.external_auth_id }),
  updated_at: utcMicros(role.updated_at),
  created_at: utcMicros(role.created_at),
  id: role.id,
  permissions: role.permissions,
  users: role.users,
});
