import { listOf, NamedSchema, orNull, record, TEXT, URL_TEXT, WHOLE } from '@almanac/openapi';
import { TIMES, UTC_TIME, utcMicros, utcMicrosOrNull } from '../../content/kinds/presentation';
import type { UserDetailRow, UserListRow } from './users.repository';

export const presentUserInList = (user: UserListRow, baseUrl: string) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  created_at: utcMicros(user.created_at),
  updated_at: utcMicros(user.updated_at),
  external_auth_id: user.external_auth_id,
  slug: user.slug,
  last_activity_at: utcMicrosOrNull(user.last_activity_at),
  profile_url: `${baseUrl}/user/${user.slug}`,
  edit_url: `${baseUrl}/settings/users/${user.id}`,
  avatar_url: `${baseUrl}/user_avatar.png`,
});

export const presentUser = (user: UserDetailRow, baseUrl: string) => ({
  ...presentUserInList(user, baseUrl),
  roles: user.roles,
});

const IN_LIST = {
  id: WHOLE,
  name: TEXT,
  email: TEXT,
  ...TIMES,
  external_auth_id: TEXT,
  slug: TEXT,
  last_activity_at: orNull(UTC_TIME),
  profile_url: URL_TEXT,
  edit_url: URL_TEXT,
  avatar_url: URL_TEXT,
};

export const USER_IN_LIST_SCHEMA = new NamedSchema('UserInList', record(IN_LIST));
export const USER_SCHEMA = new NamedSchema(
  'User',
  record({ ...IN_LIST, roles: listOf(record({ id: WHOLE, display_name: TEXT })) }),
);
