import type { Database } from '@almanac/database';
import type { InstallSettings } from '../config';
import { hashSecret } from '../features/tokens/authentication/token-values';
import { rememberToken } from './installation-token';

/** The first administrator and the guest were made in one transaction, so they have the same time. */
const RECORD = `
  INSERT INTO installation (administrator_id)
  SELECT (SELECT min(person.id) FROM users guest JOIN users person ON person.created_at = guest.created_at AND person.system_name IS NULL
    WHERE guest.system_name = 'public')
  WHERE EXISTS (SELECT FROM users) RETURNING id`;

const REMEMBER = `
  INSERT INTO installed_tokens (token_id, secret_hash) SELECT token_id, secret_hash FROM api_tokens WHERE name = 'Installation'`;

/** Versions without records made the token of the settings without an entry of its creation. */
const REMOVALS = `
  SELECT FROM activities removed WHERE removed.type = 'api_token_delete' AND NOT EXISTS (
    SELECT FROM activities made
    WHERE made.type = 'api_token_create' AND split_part(made.detail, ' ', 1) = split_part(removed.detail, ' ', 1))
  LIMIT 1`;

/**
 * Records the installation of an earlier version. The database does not tell a new value of the settings from a removed token, but the
 * audit log tells whether a token of an installation was removed: the value then counts as that token.
 * @returns false when the database holds no installation
 */
export async function recordEarlierInstallation(
  database: Database,
  { adminApiToken }: Pick<InstallSettings, 'adminApiToken'>,
): Promise<boolean> {
  if ((await database.query(RECORD)).length === 0) return false;
  await database.query(REMEMBER);
  if (adminApiToken === undefined || (await database.query(REMOVALS)).length === 0) return true;
  const [tokenId = '', secret = ''] = adminApiToken.split(':');
  await rememberToken(database, { tokenId, secretHash: hashSecret(secret) });
  return true;
}
