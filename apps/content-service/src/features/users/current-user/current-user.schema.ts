import { each, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';

const TOKEN = record({ id: WHOLE, name: TEXT, scopes: orNull(listOf(TEXT)), expires_at: TEXT });

/** The caller, as `CurrentUserService` answers. */
export const CURRENT_USER_SCHEMA = new NamedSchema(
  'CurrentUser',
  record({
    ...each(TEXT, 'name', 'slug', 'email'),
    id: WHOLE,
    roles: listOf(record({ id: WHOLE, display_name: TEXT })),
    permissions: { ...listOf(TEXT), description: 'Effective permissions, within the scopes of the token' },
    token: { ...orNull(TOKEN), description: 'The token of the request; null in a session' },
    limits: record(
      each(WHOLE, 'requests_per_minute', 'requests_in_flight', 'upload_bytes', 'default_count', 'max_count'),
    ),
  }),
);
