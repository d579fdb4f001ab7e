import { Database } from '@almanac/database';
import { fetchListing, type ListPage, type ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ALL_KINDS } from '../../content/items/item-kinds';
import { User } from '../../content/accounts/user.entity';
import type { UserDetailRow, UserListRow } from './user.presenter';
import { LAST_ACTIVITY, userListing } from './users.listing';

const COLUMNS = `person.id, person.name, person.email, person.slug, person.external_auth_id, person.created_at, person.updated_at,
  ${LAST_ACTIVITY} AS last_activity_at`;

const DETAIL = `
  SELECT ${COLUMNS},
    (SELECT coalesce(json_agg(json_build_object('id', role.id, 'display_name', role.display_name)
        ORDER BY fold(role.display_name) COLLATE "C", role.id), '[]')
      FROM user_roles held JOIN roles role ON role.id = held.role_id WHERE held.user_id = person.id) AS roles
  FROM users person WHERE person.id = $1`;

/** Queries for users. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(User) readonly rows: Repository<User>,
  ) {}

  list(query: ListQuery): Promise<ListPage<UserListRow>> {
    return fetchListing(this.database, userListing, query, {
      select: COLUMNS,
      from: 'users person',
      where: () => 'TRUE',
    });
  }

  async detail(id: number): Promise<UserDetailRow | undefined> {
    const [row] = await this.database.query<UserDetailRow>(DETAIL, [id]);
    return row;
  }

  /** For a change: locks the row. Meanwhile, no transaction can create rows that refer to the user. */
  find(id: number): Promise<User | null> {
    return this.rows.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Whether another user has the address, ignoring case and accents (content-behaviour §13). */
  async isEmailTaken(email: string, exceptId = 0): Promise<boolean> {
    const rows = await this.database.query('SELECT 1 FROM users WHERE fold(email) = fold($1) AND id <> $2', [
      email,
      exceptId,
    ]);
    return rows.length > 0;
  }

  /** Whether the user exists; the row cannot be deleted until the transaction ends. */
  async exists(id: number): Promise<boolean> {
    return (await this.database.query('SELECT 1 FROM users WHERE id = $1 FOR KEY SHARE', [id])).length > 0;
  }

  /** Gives all items of one user to another, those in the recycle bin too. */
  async handOver(fromId: number, toId: number): Promise<void> {
    for (const { table } of ALL_KINDS)
      await this.database.query(`UPDATE ${table} SET owned_by = $2 WHERE owned_by = $1`, [fromId, toId]);
  }
}
