import type { Database } from '@almanac/database';
import { hashPassword } from '@almanac/passwords';
import type { InstallSettings } from '../config';
import { User } from '../content/accounts/user.entity';
import type { ActivityLog } from '../content/activity/activity-log';
import { recordEarlierInstallation } from './earlier-installation';
import { installToken } from './installation-token';

interface Installed {
  /** Of the administrator that was created now. */
  administratorId: number | undefined;
  /** Why the token of the settings was not made, for the operator; undefined when it exists, or none is set. */
  refusal: string | undefined;
}

/**
 * Creates the administrator and the guest of a new installation, and the API token from the settings. Each is made once: one that was
 * removed or changed is never restored.
 */
export async function ensureFirstAdministrator(
  database: Database,
  settings: InstallSettings,
  activity: ActivityLog,
): Promise<Installed> {
  return database.transaction(async () => {
    await database.query('SELECT pg_advisory_xact_lock(7240552)');
    const isNew = !(await isRecorded(database)) && !(await recordEarlierInstallation(database, settings));
    const administratorId = isNew ? await createPeople(database, settings) : undefined;
    return { administratorId, refusal: await installToken({ database, activity }, settings) };
  });
}

const isRecorded = async (database: Database): Promise<boolean> =>
  (await database.query('SELECT FROM installation')).length > 0;

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
  const grant = 'INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM roles WHERE system_name = $2';
  await database.query(grant, [admin.id, 'admin']);
  await database.query(grant, [guest.id, 'public']);
  await database.query('INSERT INTO installation (administrator_id) VALUES ($1)', [admin.id]);
  return admin.id;
}
