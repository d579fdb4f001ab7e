import { createHash } from 'node:crypto';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';

/** A private feed of a user. */
export interface PrivateFeed {
  id: number;
  userId: number;
  name: string;
  /** Parameters of the list of events. */
  filters: Record<string, unknown>;
  /** Rights of the token that created the feed, which limit the owner's rights; null without a limit. */
  reach: string[] | null;
  createdAt: Date;
}

const COLUMNS = 'id, user_id AS "userId", name, filters, reach, created_at AS "createdAt"';

/** A secret of 256 random bits needs no slow hash. */
const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

@Injectable()
export class PrivateFeedsRepository {
  constructor(private readonly database: Database) {}

  async insert(feed: Omit<PrivateFeed, 'id' | 'createdAt'>, token: string): Promise<PrivateFeed | undefined> {
    const { userId, name, filters, reach } = feed;
    const [row] = await this.database.query<PrivateFeed>(
      `INSERT INTO feeds (user_id, name, filters, reach, token_hash) VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
      [userId, name, JSON.stringify(filters), reach, digest(token)],
    );
    return row;
  }

  of(userId: number): Promise<PrivateFeed[]> {
    return this.database.query<PrivateFeed>(`SELECT ${COLUMNS} FROM feeds WHERE user_id = $1 ORDER BY id`, [userId]);
  }

  async find(token: string): Promise<PrivateFeed | undefined> {
    const [row] = await this.database.query<PrivateFeed>(`SELECT ${COLUMNS} FROM feeds WHERE token_hash = $1`, [
      digest(token),
    ]);
    return row;
  }

  /** @returns the removed feed; undefined when the user has no feed with that id */
  async delete(userId: number, id: number): Promise<PrivateFeed | undefined> {
    const [row] = await this.database.query<PrivateFeed>(
      `WITH gone AS (DELETE FROM feeds WHERE user_id = $1 AND id = $2 RETURNING *) SELECT ${COLUMNS} FROM gone`,
      [userId, id],
    );
    return row;
  }
}
