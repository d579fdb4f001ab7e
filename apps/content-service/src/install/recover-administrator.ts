import { columnNames, type Database, type RowOf, selectColumns, sql } from '@almanac/database';
import type { Settings } from '../config';
import { ActivityLog } from '../content/activity/activity-log';
import { OneTimeLinks } from '../content/accounts/one-time-links';
import { PasswordChanges } from '../content/accounts/passwords';
import { RolePermission, UserRole } from '../content/accounts/rights.entity';
import { User } from '../content/accounts/user.entity';
import { TotpSecret } from '../features/mfa/second-factor.entity';
import { expiryAfter, randomTokenPart } from '../features/tokens/authentication/token-values';
import { addToken, OPERATOR } from './operator';

const PASSWORD_LENGTH = 20;
const TOKEN_DAYS = 7;

const ADMINISTRATOR = selectColumns(User, 'person', 'id', 'name', 'email');

type Administrator = RowOf<typeof ADMINISTRATOR>;

interface RecoveryOptions {
  /** E-mail address of the account; without it the first administrator. The user gets the administrator role. */
  readonly email: string | undefined;
  readonly removesSecondFactor: boolean;
}

/** A mistake of the operator; `main.ts` prints its message without a stack trace. */
export class RecoveryError extends Error {
  override readonly name = 'RecoveryError';
}

/**
 * Restores access to an installation: the administrator role gets all its permissions back.
 * One administrator gets a new password and a token for a week.
 * @returns lines for the terminal; the only place that shows the password and the token
 * @throws RecoveryError if no user has the e-mail address, or none is given and no user has the administrator role
 */
export function recoverAdministrator(
  database: Database,
  settings: Settings,
  options: RecoveryOptions,
): Promise<string[]> {
  return database.transaction(async () => {
    const activity = new ActivityLog(database, settings);
    const administrator = (await find(database, options.email)) ?? (await refuse(database, options.email));
    const { id, email } = administrator;
    await restoreRole(database, id);
    await activity.event('role_update', 'administrator role restored by recover-admin', OPERATOR);

    const password = randomTokenPart().slice(0, PASSWORD_LENGTH);
    await new PasswordChanges(new OneTimeLinks(database), database.source.getRepository(User)).set(id, password);
    await database.query('DELETE FROM attempt_windows');
    await activity.record('user_update', administrator, OPERATOR);

    const token = {
      name: 'Recovery',
      tokenId: randomTokenPart(),
      secret: randomTokenPart(),
      expiresAt: expiryAfter({ days: TOKEN_DAYS }),
    };
    await addToken({ database, activity }, administrator, token);
    const secondFactor = await secondFactorNote(database, activity, id, options);
    return [
      'The administrator role has all its permissions again.',
      `E-mail     ${email}`,
      `Password   ${password}`,
      `API token  ${token.tokenId}:${token.secret} (until ${token.expiresAt})`,
      `Log in at ${settings.baseUrl}/login and choose a new password there.`,
      ...secondFactor,
    ];
  });
}

async function find(database: Database, email: string | undefined): Promise<Administrator | undefined> {
  const condition =
    email === undefined
      ? `JOIN user_roles held ON held.user_id = person.id
          JOIN roles role ON role.id = held.role_id AND role.system_name = 'admin' WHERE person.system_name IS NULL ORDER BY person.id LIMIT 1`
      : 'WHERE fold(person.email) = fold($1) AND person.system_name IS NULL';
  const [administrator] = await database.query(
    sql`SELECT ${ADMINISTRATOR} FROM users person ${condition}`,
    email === undefined ? [] : [email],
  );
  return administrator;
}

async function refuse(database: Database, email: string | undefined): Promise<never> {
  const first = await find(database, undefined);
  if (!first) throw new RecoveryError('No user has the administrator role. Name a user: recover-admin <e-mail>');
  throw new RecoveryError(`No user has the e-mail address ${email ?? ''}. The first administrator is ${first.email}.`);
}

/** Grants the administrator role all permissions, and the user this role. */
async function restoreRole(database: Database, userId: number): Promise<void> {
  await database.query(`INSERT INTO role_permissions (${columnNames(RolePermission, 'roleId', 'permission')})
    SELECT role.id, permissions.name FROM roles role, permissions WHERE role.system_name = 'admin' ON CONFLICT DO NOTHING`);
  const grant = `INSERT INTO user_roles (${columnNames(UserRole, 'userId', 'roleId')})
    SELECT $1, id FROM roles WHERE system_name = 'admin' ON CONFLICT DO NOTHING`;
  await database.query(grant, [userId]);
}

async function secondFactorNote(
  database: Database,
  activity: ActivityLog,
  userId: number,
  { removesSecondFactor }: RecoveryOptions,
): Promise<string[]> {
  if (!(await database.manager.existsBy(TotpSecret, { userId }))) return [];
  if (!removesSecondFactor)
    return ['The account asks for a code as well. Without the phone, run this again with --without-second-factor.'];
  await database.manager.delete(TotpSecret, { userId });
  await activity.event('mfa_remove_method', 'totp', OPERATOR);
  return ['Two-step log-in is off for this account.'];
}
