import { columnNames, type Database, insertColumns, selectColumns, sql } from '@almanac/database';
import { hashPassword } from '@almanac/auth';
import type { InstallSettings } from '../config';
import { ApiToken } from '../content/accounts/api-token.entity';
import { UserRole } from '../content/accounts/rights.entity';
import { User } from '../content/accounts/user.entity';
import { type ActivityLog, activityDetailOf } from '../content/activity/activity-log';
import { defaultExpiry, hashSecret } from '../features/tokens/authentication/token-values';
import { InstallationRow, InstalledToken } from './installation.entity';
import { addToken, OPERATOR, type Writing } from './operator';

interface Installed {
  /** Of the administrator that was created now. */
  administratorId: number | undefined;
  /** Why the token of the settings was not made, for the operator; undefined when it exists, or none is set. */
  refusal: string | undefined;
}

/**
 * Creates the administrator and the guest of a new installation, and the API token from the settings. Each is made once: one that was
 * removed or changed is never restored, or a deleted token would work again after a restart. A changed token of the settings is a new one.
 */
export async function ensureFirstAdministrator(
  database: Database,
  settings: InstallSettings,
  activity: ActivityLog,
): Promise<Installed> {
  return database.transaction(async () => {
    await database.query('SELECT pg_advisory_xact_lock(7240552)');
    const isNew =
      !(await database.manager.exists(InstallationRow)) && !(await recordEarlierInstallation(database, settings));
    const administratorId = isNew ? await createPeople(database, settings) : undefined;
    return { administratorId, refusal: await installToken({ database, activity }, settings) };
  });
}

/** @returns the id of the administrator */
async function createPeople(database: Database, { adminEmail, adminPassword }: InstallSettings): Promise<number> {
  const passwordHash = adminPassword === undefined ? null : await hashPassword(adminPassword);
  const admin: User = database.manager.create(User, { name: 'Admin', slug: 'admin', email: adminEmail, passwordHash });
  await database.manager.insert(User, admin);
  const guest: User = database.manager.create(User, {
    name: 'Guest',
    slug: 'guest',
    email: 'guest@example.com',
    systemName: 'public',
  });
  await database.manager.insert(User, guest);
  const grant = `INSERT INTO user_roles (${columnNames(UserRole, 'userId', 'roleId')}) SELECT $1, id FROM roles WHERE system_name = $2`;
  await database.query(grant, [admin.id, 'admin']);
  await database.query(grant, [guest.id, 'public']);
  await database.manager.insert(InstallationRow, { administratorId: admin.id });
  return admin.id;
}

/** The first administrator and the guest were made in one transaction, so they have the same time. */
const RECORD = `
  INSERT INTO installation (${columnNames(InstallationRow, 'administratorId')})
  SELECT (SELECT min(person.id) FROM users guest JOIN users person ON person.created_at = guest.created_at AND person.system_name IS NULL
    WHERE guest.system_name = 'public')
  WHERE EXISTS (SELECT FROM users) RETURNING id`;

const REMEMBER = `
  INSERT INTO installed_tokens (${columnNames(InstalledToken, 'tokenId', 'secretHash')}) SELECT token_id, secret_hash FROM api_tokens WHERE name = 'Installation'`;

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
async function recordEarlierInstallation(
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

const REMOVED = 'The token of ADMIN_API_TOKEN was removed, so it is not made again. Another value makes a new one.';
const WITHOUT_OWNER =
  'The token of ADMIN_API_TOKEN is not made, because the first administrator was deleted or is no administrator any more.';
const TOKEN_ID_IN_USE = 'The token of ADMIN_API_TOKEN is not made, because another token has its first half.';

/** Both halves of a token as the database keeps them. */
interface StoredValue {
  readonly tokenId: string;
  readonly secretHash: Buffer;
}

/**
 * Creates the token of the settings for the first administrator, unless it was created before.
 * @returns why it was not made; undefined when it exists, or none is set
 */
async function installToken(
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
  if (holder && !(await wasInstalled(database, holder))) return TOKEN_ID_IN_USE;
  // The first half is unique, so a value with another second half replaces the earlier one.
  if (holder) await removeToken({ database, activity }, holder);
  await addToken({ database, activity }, owner, { name: 'Installation', tokenId, secret, expiresAt: defaultExpiry() });
  await rememberToken(database, value);
  return undefined;
}

async function removeToken({ database, activity }: Writing, token: ApiToken): Promise<void> {
  const owner = await database.manager.findOneByOrFail(User, { id: token.userId });
  await database.manager.delete(ApiToken, token.id);
  await activity.event('api_token_delete', `${activityDetailOf(token)}; User: ${activityDetailOf(owner)}`, OPERATOR);
}

/** From now on this value is never made again. */
async function rememberToken(database: Database, { tokenId, secretHash }: StoredValue): Promise<void> {
  const columns = insertColumns(InstalledToken, { tokenId: '$1', secretHash: '$2' });
  await database.query(`INSERT INTO installed_tokens ${columns} ON CONFLICT DO NOTHING`, [tokenId, secretHash]);
}

const wasInstalled = ({ manager }: Database, { tokenId, secretHash }: StoredValue): Promise<boolean> =>
  manager.existsBy(InstalledToken, { tokenId, secretHash });

/** The account made at the installation, while it is an administrator. */
async function firstAdministrator(database: Database): Promise<Pick<User, 'id' | 'name'> | undefined> {
  const [administrator] = await database.query(sql`
    SELECT ${selectColumns(User, 'person', 'id', 'name')} FROM installation JOIN users person ON person.id = administrator_id
    WHERE EXISTS (SELECT FROM user_roles held JOIN roles role ON role.id = held.role_id
      WHERE held.user_id = person.id AND role.system_name = 'admin')`);
  return administrator;
}
