import { listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { TIMES, USER_SUMMARY, UTC_TIME, utcMicros, utcMicrosOrNull } from '../../content/kinds/presentation';
import type { TokenRow } from './api-tokens.repository';

export const presentToken = (token: TokenRow) => ({
  id: token.id,
  name: token.name,
  token_id: token.token_id,
  user_id: token.user_id,
  expires_at: token.expires_at,
  scopes: token.scopes,
  last_used_at: utcMicrosOrNull(token.last_used_at),
  created_at: utcMicros(token.created_at),
  updated_at: utcMicros(token.updated_at),
});

/** The only answer that contains the secret. */
export const presentNewToken = (token: TokenRow, secret: string) => ({ ...presentToken(token), secret });

const MEMBERS = {
  id: WHOLE,
  name: TEXT,
  token_id: TEXT,
  user_id: WHOLE,
  expires_at: { ...TEXT, format: 'date' },
  scopes: { ...orNull(listOf(TEXT)), description: 'null for a token with all permissions of its user' },
  last_used_at: orNull(UTC_TIME),
  ...TIMES,
};

/** In the list of all tokens, with its user. */
export const TOKEN_OF_USER_SCHEMA = new NamedSchema(
  'ApiTokenOfUser',
  record({ ...MEMBERS, user: orNull(USER_SUMMARY) }),
);
export const TOKEN_SCHEMA = new NamedSchema('ApiToken', record(MEMBERS));
export const NEW_TOKEN_SCHEMA = new NamedSchema('NewApiToken', record({ ...MEMBERS, secret: TEXT }));
