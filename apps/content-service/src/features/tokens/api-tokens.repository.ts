import { Database, type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import {
  defineListing,
  fetchListing,
  integer,
  type ListBatch,
  type ListQuery,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ApiToken } from '../../content/accounts/api-token.entity';
import { userJson } from '../../content/kinds/item-sql';
import type { UserSummary } from '../../content/kinds/presentation';

export const tokenListing = defineListing({
  id: integer('token.id'),
  name: text('token.name'),
  token_id: text('token.token_id'),
  expires_at: timestamp('token.expires_at'),
  last_used_at: timestamp('token.last_used_at'),
  created_at: timestamp('token.created_at'),
  updated_at: timestamp('token.updated_at'),
});

/** Dates as text: a JavaScript date would move to another day in some time zones. */
const COLUMNS = sql`${selectSnakeColumns(ApiToken, 'token', 'id', 'name', 'tokenId', 'userId')},
  ${selectComputed<{ expires_at: string }>({ expires_at: 'token.expires_at::text' })},
  ${selectSnakeColumns(ApiToken, 'token', 'scopes', 'lastUsedAt', 'createdAt', 'updatedAt')}`;
const SELECT = sql`SELECT ${COLUMNS} FROM api_tokens token`;

/** A token without the hash of its secret. */
export type TokenRow = RowOf<typeof COLUMNS>;

/** Queries for the tokens of a user. */
@Injectable()
export class ApiTokensRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(ApiToken) readonly rows: Repository<ApiToken>,
  ) {}

  list(userId: number, query: ListQuery): Promise<ListBatch<TokenRow>> {
    return fetchListing(this.database, tokenListing, query, {
      select: COLUMNS,
      from: 'api_tokens token',
      where: (parameters) => `token.user_id = ${parameters.add(userId)}`,
    });
  }

  /** The tokens of all users, with this text in their name or the user's. */
  listAll(query: ListQuery, search: string): Promise<ListBatch<TokenRow & { user: UserSummary }>> {
    return fetchListing(this.database, tokenListing, query, {
      select: sql`${COLUMNS}, ${selectComputed<{ user: UserSummary }>({ user: userJson('token.user_id') })}`,
      from: 'api_tokens token',
      where: (parameters) => {
        const isFound = (name: string) => `position(fold(${parameters.add(search)}) IN fold(${name})) > 0`;
        return `(${isFound('token.name')} OR EXISTS (SELECT FROM users WHERE id = token.user_id AND ${isFound('users.name')}))`;
      },
    });
  }

  /** For a change: locks the row, so that changes of one token run one after the other. */
  find(userId: number, id: number): Promise<ApiToken | null> {
    return this.rows.findOne({ where: { id, userId }, lock: { mode: 'for_no_key_update' } });
  }

  async detail(id: number): Promise<TokenRow | undefined> {
    const [row] = await this.database.query(sql`${SELECT} WHERE token.id = $1`, [id]);
    return row;
  }

  /** Whether the installation made the token, and wrote it into `credentials.json`. */
  async isOfInstallation(tokenId: string): Promise<boolean> {
    return (await this.database.query('SELECT FROM installed_tokens WHERE token_id = $1', [tokenId])).length > 0;
  }

  async byTokenId(tokenId: string): Promise<TokenRow | undefined> {
    const [row] = await this.database.query(sql`${SELECT} WHERE token.token_id = $1`, [tokenId]);
    return row;
  }
}
