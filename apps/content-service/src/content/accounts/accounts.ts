import { createHash } from 'node:crypto';
import { type Actor, refusalProblem } from '@almanac/auth';
import {
  Database,
  type RowOf,
  selectColumns,
  selectComputed,
  selectSnakeColumns,
  Snapshots,
  type Sql,
  sql,
  type WatchedText,
} from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { User } from './user.entity';

/** A user's roles and permissions. The query must have `users` as `owner`, join `ACTOR_JOINS` and group by `owner.id`. */
export const ACTOR_COLUMNS = sql`${selectSnakeColumns(User, 'owner', 'id', 'name', 'slug')},
  ${selectComputed<{ role_ids: number[]; permissions: string[]; is_admin: boolean }>({
    role_ids: `coalesce(array_agg(DISTINCT role.id) FILTER (WHERE role.id IS NOT NULL), '{}')`,
    permissions: `coalesce(array_agg(DISTINCT granted.permission) FILTER (WHERE granted.permission IS NOT NULL), '{}')`,
    is_admin: `coalesce(bool_or(role.system_name = 'admin'), false)`,
  })}`;

type ActorRow = RowOf<typeof ACTOR_COLUMNS>;

export const ACTOR_JOINS = `LEFT JOIN user_roles held ON held.user_id = owner.id
  LEFT JOIN roles role ON role.id = held.role_id
  LEFT JOIN role_permissions granted ON granted.role_id = role.id`;

const ownersWhere = (condition: string): string =>
  `FROM users owner ${ACTOR_JOINS} WHERE ${condition} GROUP BY owner.id`;

/** The query of actors. */
export const actorsWhere = (condition: string): Sql<ActorRow> => sql`SELECT ${ACTOR_COLUMNS} ${ownersWhere(condition)}`;

export const toActor = ({ id, name, slug, role_ids, permissions, is_admin }: ActorRow): Actor => ({
  id,
  name,
  slug,
  roleIds: role_ids,
  permissions: new Set(permissions),
  isAdmin: is_admin,
});

/** A user who can log in, with the fields that log-in checks. */
export interface Account {
  readonly actor: Actor;
  readonly email: string;
  readonly passwordHash: string | null;
  /** Has a role that requires a second factor. */
  readonly needsSecondFactor: boolean;
  readonly hasSecondFactor: boolean;
}

const ACCOUNT_COLUMNS = sql`${ACTOR_COLUMNS}, ${selectSnakeColumns(User, 'owner', 'email', 'passwordHash')},
  ${selectComputed<{ needs_second_factor: boolean; has_second_factor: boolean }>({
    needs_second_factor: 'coalesce(bool_or(role.mfa_enforced), false)',
    has_second_factor: 'EXISTS (SELECT FROM totp_secrets WHERE totp_secrets.user_id = owner.id)',
  })}`;

type AccountRow = RowOf<typeof ACCOUNT_COLUMNS>;

const accountsWhere = (condition: string): Sql<AccountRow> =>
  sql`SELECT ${ACCOUNT_COLUMNS} ${ownersWhere(`${condition} AND owner.system_name IS NULL`)}`;

const BY_ID = accountsWhere('owner.id = $1');
const BY_EMAIL = accountsWhere('fold(owner.email) = fold($1)');

/** A trigger changes the first value in the transaction of each change of users, roles and tokens. The second makes a guest. */
const VERSION = `SELECT string_agg(value, ' ' ORDER BY name) FROM settings WHERE name IN ('accounts-version', 'app-public')`;

/** One statement, so that the version is that of the guest. `app-public` can return to a former value. */
const GUEST = sql`SELECT ${selectComputed<{ version: string; guest: ActorRow | null }>({
  version: `coalesce((${VERSION}), '')`,
  guest: `(SELECT to_json(guest) FROM (${actorsWhere(
    `owner.system_name = 'public' AND EXISTS (SELECT FROM settings WHERE settings.name = 'app-public' AND value = 'true')`,
  )}) guest)`,
})}`;

const PROFILE = sql`SELECT ${selectColumns(User, 'person', 'id', 'name', 'slug', 'createdAt')} FROM users person WHERE slug = $1`;
const NAMES = sql`SELECT ${selectColumns(User, 'person', 'id', 'name', 'slug')} FROM users person WHERE id = ANY($1)`;

/** Finds accounts for log-in. System users, such as the guest, are not accounts. */
@Injectable()
export class Accounts {
  private cachedGuest: { version: string; guest: Actor | undefined } | undefined;
  private readonly watched: WatchedText;

  constructor(
    private readonly database: Database,
    private readonly snapshots: Snapshots,
  ) {
    this.watched = snapshots.watch(VERSION);
  }

  /** Equal versions mean equal callers, but tokens expire without a change. Includes everything committed before this call. */
  async version(): Promise<string> {
    const snapshot = await this.snapshots.current();
    return this.watched.get(Infinity)?.text ?? snapshot;
  }

  byId(id: number): Promise<Account | undefined> {
    return this.one(BY_ID, id);
  }

  byEmail(email: string): Promise<Account | undefined> {
    return this.one(BY_EMAIL, email);
  }

  /** One key for all spellings that `byEmail` treats as equal. The account need not exist. */
  async keyOf(email: string): Promise<string> {
    const [row] = await this.database.query(sql`SELECT ${selectComputed<{ key: string }>({ key: 'fold($1)' })}`, [
      email,
    ]);
    return row?.key ?? email;
  }

  /** The actor of visitors without a session while the site is public (setting `app-public`), else undefined. */
  async guest(): Promise<Actor | undefined> {
    const version = await this.version();
    if (this.cachedGuest?.version === version) return this.cachedGuest.guest;
    const [row] = await this.database.fromPrimary(() => this.database.query(GUEST));
    const guest = row?.guest ? toActor(row.guest) : undefined;
    if (row) this.cachedGuest = { version: row.version, guest };
    return guest;
  }

  /** Facts about a user for readers. The guest user has a profile too, because the API tells its address. */
  async profile(slug: string): Promise<RowOf<typeof PROFILE> | undefined> {
    const [row] = await this.database.query(PROFILE, [slug.replaceAll('\0', '')]);
    return row;
  }

  /** The names of users by their ids. Deleted users are left out. */
  async namesById(ids: readonly (number | null)[]): Promise<ReadonlyMap<number, RowOf<typeof NAMES>>> {
    const userIds = [...new Set(ids.filter((id) => id !== null))];
    if (userIds.length === 0) return new Map();
    const rows = await this.database.query(NAMES, [userIds]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async one(statement: Sql<AccountRow>, key: number | string): Promise<Account | undefined> {
    const [row] = await this.database.fromPrimary(() => this.database.query(statement, [key]));
    return row && toAccount(row);
  }
}

const toAccount = (row: AccountRow): Account => ({
  actor: toActor(row),
  email: row.email,
  passwordHash: row.password_hash,
  needsSecondFactor: row.needs_second_factor,
  hasSecondFactor: row.has_second_factor,
});

/** A hash that changes with every change of password. Sessions that carry an older mark end. */
export const passwordMark = ({ passwordHash }: Pick<Account, 'passwordHash'>): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

/**
 * Keeps the caller's account until the transaction ends, because an account that was deleted meanwhile must not change others. Call it before
 * any lock of a role or of an account with a higher id: without one order, two users who change each other deadlock.
 * @throws Problem 401 when the account was deleted meanwhile
 */
export async function keepActor(database: Database, { id }: Pick<Actor, 'id'>): Promise<void> {
  const found = await database.query('SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE', [id]);
  if (found.length === 0) throw refusalProblem('unknown');
}
