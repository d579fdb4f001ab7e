import { createHash } from 'node:crypto';
import { Database, insertColumns, selectColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { Feed } from './feed.entity';

/** A feed without the digest of its secret. */
export type PrivateFeed = Omit<Feed, 'tokenHash'>;

const COLUMNS = selectColumns(Feed, 'feed', 'id', 'userId', 'name', 'filters', 'reach', 'createdAt');

/** A secret of 256 random bits needs no slow hash. */
const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

@Injectable()
export class PrivateFeedsRepository {
  constructor(private readonly database: Database) {}

  async insert(feed: Omit<PrivateFeed, 'id' | 'createdAt'>, token: string): Promise<PrivateFeed | undefined> {
    const { userId, name, filters, reach } = feed;
    const values = insertColumns(Feed, { userId: '$1', name: '$2', filters: '$3', reach: '$4', tokenHash: '$5' });
    const [row] = await this.database.query(sql`INSERT INTO feeds AS feed ${values} RETURNING ${COLUMNS}`, [
      userId,
      name,
      JSON.stringify(filters),
      reach,
      digest(token),
    ]);
    return row;
  }

  of(userId: number): Promise<PrivateFeed[]> {
    return this.database.query(sql`SELECT ${COLUMNS} FROM feeds feed WHERE user_id = $1 ORDER BY id`, [userId]);
  }

  async find(token: string): Promise<PrivateFeed | undefined> {
    const [row] = await this.database.query(sql`SELECT ${COLUMNS} FROM feeds feed WHERE token_hash = $1`, [
      digest(token),
    ]);
    return row;
  }

  /** @returns the removed feed; undefined when the user has no feed with that id */
  async delete(userId: number, id: number): Promise<PrivateFeed | undefined> {
    const [row] = await this.database.query(
      sql`DELETE FROM feeds feed WHERE user_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
      [userId, id],
    );
    return row;
  }
}
