import type { Database } from '@almanac/database';
import type { InstallSettings } from '../config';
import { ApiToken } from '../content/accounts/api-token.entity';
import { User } from '../content/accounts/user.entity';
import { labelOf } from '../content/activity/activity-log';
import { defaultExpiry, hashSecret } from '../features/tokens/authentication/token-values';
import { addToken, OPERATOR, type Writing } from './operator';

const REMOVED = 'The token of ADMIN_API_TOKEN was removed, so it is not made again. Another value makes a new one.';
const WITHOUT_OWNER =
  'The token of ADMIN_API_TOKEN is not made, because the first administrator was deleted or is no administrator any more.';
const TAKEN = 'The token of ADMIN_API_TOKEN is not made, because another token has its first half.';

/** Both halves of a token as the database keeps them. */
interface StoredValue {
  readonly tokenId: string;
  readonly secretHash: Buffer;
}

/**
 * Creates the token of the settings for the first administrator, unless it was created before.
 * @returns why it was not made; undefined when it exists, or none is set
 */
export async function installToken(
  { database, activity }: Writing,
  { adminApiToken }: Pick<InstallSettings, 'adminApiToken'>,
): Promise<string | undefined> {
  if (adminApiToken === undefined) return undefined;
  const [tokenId = '', secret = ''] = adminApiToken.split(':');
  const value = { tokenId, secretHash: hashSecret(secret) };

  const holder = await database.manager.findOneBy(ApiToken, { tokenId });
  if (holder?.secretHash.equals(value.secretHash)) {
    await rememberToken(database, value);
    return undefined;
  }
  if (await wasInstalled(database, value)) return REMOVED;
  const owner = await firstAdministrator(database);
  if (!owner) return WITHOUT_OWNER;
  if (holder && !(await wasInstalled(database, holder))) return TAKEN;
  // The first half is unique, so a value with another second half replaces the earlier one.
  if (holder) await removeToken({ database, activity }, holder);
  await addToken({ database, activity }, owner, { name: 'Installation', tokenId, secret, expiresAt: defaultExpiry() });
  await rememberToken(database, value);
  return undefined;
}

async function removeToken({ database, activity }: Writing, token: ApiToken): Promise<void> {
  const owner = await database.manager.findOneByOrFail(User, { id: token.userId });
  await database.manager.delete(ApiToken, token.id);
  await activity.event('api_token_delete', `${labelOf(token)}; User: ${labelOf(owner)}`, OPERATOR);
}

/** From now on this value is never made again. */
export async function rememberToken(database: Database, { tokenId, secretHash }: StoredValue): Promise<void> {
  const sql = 'INSERT INTO installed_tokens (token_id, secret_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await database.query(sql, [tokenId, secretHash]);
}

async function wasInstalled(database: Database, { tokenId, secretHash }: StoredValue): Promise<boolean> {
  const sql = 'SELECT FROM installed_tokens WHERE token_id = $1 AND secret_hash = $2';
  return (await database.query(sql, [tokenId, secretHash])).length > 0;
}

/** The account made at the installation, while it is an administrator. */
async function firstAdministrator(database: Database): Promise<{ id: number; name: string } | undefined> {
  const [administrator] = await database.query<{ id: number; name: string }>(`
    SELECT person.id, person.name FROM installation JOIN users person ON person.id = administrator_id
    WHERE EXISTS (SELECT FROM user_roles held JOIN roles role ON role.id = held.role_id
      WHERE held.user_id = person.id AND role.system_name = 'admin')`);
  return administrator;
}
