import type { Database } from '@almanac/database';
import type { InstallSettings } from '../config';
import { hashPassword } from '@almanac/passwords';
import { ApiToken } from '../content/accounts/api-token.entity';
import { defaultExpiry, hashSecret } from '../features/tokens/authentication/token-values';
import { User } from '../content/accounts/user.entity';

/**
 * Creates the administrator and the guest of a new installation, and the API token from the settings.
 * A second run only adds the token to the first administrator, if the settings name one that does not exist yet.
 */
export async function ensureFirstAdministrator(database: Database, settings: InstallSettings): Promise<void> {
  await database.transaction(async () => {
    await database.query('SELECT pg_advisory_xact_lock(7240552)');
    const adminId = (await existingAdministrator(database)) ?? (await createPeople(database, settings));
    if (settings.adminApiToken !== undefined) await ensureToken(database, adminId, settings.adminApiToken);
  });
}

async function existingAdministrator(database: Database): Promise<number | undefined> {
  const [admin] = await database.query<{ id: number }>(
    `SELECT held.user_id AS id FROM user_roles held JOIN roles role ON role.id = held.role_id WHERE role.system_name = 'admin' ORDER BY 1 LIMIT 1`,
  );
  return admin?.id;
}

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
  const grant = 'INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM roles WHERE system_name = $2';
  await database.query(grant, [admin.id, 'admin']);
  await database.query(grant, [guest.id, 'public']);
  return admin.id;
}

async function ensureToken(database: Database, userId: number, token: string): Promise<void> {
  const [tokenId = '', secret = ''] = token.split(':');
  if (await database.manager.existsBy(ApiToken, { tokenId })) return;
  await database.manager.insert(ApiToken, {
    userId,
    name: 'Installation',
    tokenId,
    secretHash: hashSecret(secret),
    expiresAt: defaultExpiry(),
  });
}
