import { boolean, defineListing, integer, text, timestamp } from '@almanac/listing';

const countedOnly = { filterable: false };

export const USERS_COUNT = '(SELECT count(*)::int FROM user_roles held WHERE held.role_id = role.id)';
export const PERMISSIONS_COUNT = '(SELECT count(*)::int FROM role_permissions granted WHERE granted.role_id = role.id)';

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
