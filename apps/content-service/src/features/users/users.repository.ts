import type { Actor } from '@almanac/auth';
import {
  Database,
  type RowOf,
  selectColumns,
  selectComputed,
  selectSnakeColumns,
  setColumns,
  sql,
} from '@almanac/database';
import {
  defineListing,
  fetchListing,
  foldedSql,
  integer,
  type ListBatch,
  type ListQuery,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ALL_KINDS } from '../../content/kinds/item-kinds';
import { ContentItem } from '../../content/kinds/shared-columns';
import { keepActor } from '../../content/accounts/accounts';
import { UserRole } from '../../content/accounts/rights.entity';
import { Role } from '../../content/accounts/role.entity';
import { User } from '../../content/accounts/user.entity';
import { literal } from '../../web/settings-area/list-view';

/** The user's newest audit log entry; actions without an entry do not count (content-behaviour §1.4). */
const LAST_ACTIVITY = '(SELECT max(activity.created_at) FROM activities activity WHERE activity.user_id = person.id)';

export const userListing = defineListing({
  id: integer('person.id'),
  name: text('person.name'),
  slug: text('person.slug'),
  email: text('person.email'),
  external_auth_id: text('person.external_auth_id'),
  created_at: timestamp('person.created_at'),
  updated_at: timestamp('person.updated_at'),
  last_activity_at: timestamp(LAST_ACTIVITY, { nulls: 'lowest' }),
});

const COLUMNS = sql`
  ${selectSnakeColumns(User, 'person', 'id', 'name', 'email', 'slug', 'externalAuthId', 'createdAt', 'updatedAt')},
  ${selectComputed<{ last_activity_at: Date | null }>({ last_activity_at: LAST_ACTIVITY })}`;

export type UserListRow = RowOf<typeof COLUMNS>;

const ROLE_CHOICE = selectSnakeColumns(Role, 'role', 'id', 'displayName');
const BY_NAME = 'fold(role.display_name) COLLATE "C", role.id';

const DETAIL = sql`
  SELECT ${COLUMNS}, ${selectComputed<{ roles: RowOf<typeof ROLE_CHOICE>[] }>({
    roles: `(SELECT coalesce(json_agg(json_build_object('id', role.id, 'display_name', role.display_name) ORDER BY ${BY_NAME}), '[]')
      FROM user_roles held JOIN roles role ON role.id = held.role_id WHERE held.user_id = person.id)`,
  })}
  FROM users person WHERE person.id = $1`;

export type UserDetailRow = RowOf<typeof DETAIL>;

/** A form offers this many roles. */
const MAX_CHOICES = 500;

/** Queries for users. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(User) readonly rows: Repository<User>,
  ) {}

  /** @param search a part of the name or of the e-mail address */
  list(query: ListQuery, search = ''): Promise<ListBatch<UserListRow>> {
    return fetchListing(this.database, userListing, query, {
      select: COLUMNS,
      from: 'users person',
      where: (parameters) => {
        if (search === '') return 'TRUE';
        const pattern = parameters.add(`%${literal(search)}%`);
        return `(${foldedSql('person.name')} LIKE fold(${pattern}) OR ${foldedSql('person.email')} LIKE fold(${pattern}))`;
      },
    });
  }

  /** The names of the roles of users, by the id of the user. */
  async roleNames(userIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(UserRole, 'held', 'userId')}, ${selectComputed<{ names: string[] }>({ names: `array_agg(role.display_name ORDER BY ${BY_NAME})` })}
       FROM user_roles held JOIN roles role ON role.id = held.role_id WHERE held.user_id = ANY($1::int[]) GROUP BY held.user_id`,
      [userIds],
    );
    return new Map(rows.map(({ userId, names }) => [userId, names]));
  }

  /** Those of the users who have not chosen a password yet. */
  async invited(userIds: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(User, 'person', 'id')} FROM users person WHERE id = ANY($1::int[]) AND password_hash IS NULL AND system_name IS NULL`,
      [userIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The roles that a form offers: that of visitors without an account only for a user who has it. */
  choosableRoles(current: readonly number[] = []): Promise<RowOf<typeof ROLE_CHOICE>[]> {
    return this.database.query(
      sql`SELECT ${ROLE_CHOICE} FROM roles role WHERE role.system_name <> 'public' OR role.id = ANY($2::int[])
       ORDER BY ${BY_NAME} LIMIT $1`,
      [MAX_CHOICES, current],
    );
  }

  /** The user with an e-mail address, ignoring case and accents (content-behaviour §13). */
  async idOf(email: string): Promise<number | undefined> {
    const [row] = await this.database.query(
      sql`SELECT ${selectColumns(User, 'person', 'id')} FROM users person WHERE fold(email) = fold($1)`,
      [email],
    );
    return row?.id;
  }

  /** The number of items that a user owns, without those in the recycle bin. */
  async countOwned(id: number): Promise<number> {
    const counts = ALL_KINDS.map(
      ({ table }) => `(SELECT count(*) FROM ${table} WHERE owned_by = $1 AND deleted_at IS NULL)`,
    );
    const owned = selectComputed<{ owned: number }>({ owned: `(${counts.join(' + ')})::int` });
    const [row] = await this.database.query(sql`SELECT ${owned}`, [id]);
    return row?.owned ?? 0;
  }

  async detail(id: number): Promise<UserDetailRow | undefined> {
    const [row] = await this.database.query(DETAIL, [id]);
    return row;
  }

  /**
   * For a change: locks the row, and keeps the actor and the heir. Meanwhile, no transaction can create rows that refer to the user.
   * All transactions lock accounts by ascending id, and before roles. Otherwise two users who change each other deadlock.
   */
  async lock(id: number, actor: Actor, heirId = id): Promise<User | null> {
    if (actor.id < id) await keepActor(this.database, actor);
    if (heirId < id) await this.exists(heirId);
    const user = await this.rows.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (actor.id > id) await keepActor(this.database, actor);
    if (user && heirId > id) await this.exists(heirId);
    return user;
  }

  /** Whether the user exists; the row cannot be deleted until the transaction ends. */
  async exists(id: number): Promise<boolean> {
    return (await this.database.query('SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE', [id])).length > 0;
  }

  /** Gives all items of one user to another, those in the recycle bin too. */
  async handOver(fromId: number, toId: number): Promise<void> {
    for (const { table } of ALL_KINDS)
      await this.database.query(
        `UPDATE ${table} SET ${setColumns(ContentItem, { ownedBy: '$2' })} WHERE owned_by = $1`,
        [fromId, toId],
      );
  }
}
