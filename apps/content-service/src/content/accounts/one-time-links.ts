import { createHash, randomBytes } from 'node:crypto';
import { Database, insertColumns, selectColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { type LinkPurpose, OneTimeLink } from './one-time-link.entity';

/** How long a link works, as PostgreSQL intervals (content-behaviour §13). */
const LIFETIMES: Record<LinkPurpose, string> = { invitation: '14 days', 'password-reset': '1 hour' };

const TOKEN_BYTES = 32;

const fingerprint = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Links in e-mails. Each works once, for one purpose of one user, and for a limited time. The database holds only hashes, so its content
 * reveals no link.
 */
@Injectable()
export class OneTimeLinks {
  constructor(private readonly database: Database) {}

  /** A link with this token. Links that were sent before keep working until one is redeemed. */
  async issue(purpose: LinkPurpose, userId: number, token = newLinkToken()): Promise<string> {
    await this.database.query('DELETE FROM one_time_links WHERE expires_at <= now()');
    await this.database.query(INSERT, [purpose, userId, fingerprint(token), LIFETIMES[purpose]]);
    return token;
  }

  /** The id of the link's user while the link works, for showing a form. */
  async userOf(purpose: LinkPurpose, token: string): Promise<number | undefined> {
    const [link] = await this.database.query(WORKING, [fingerprint(token), purpose]);
    return link?.userId;
  }

  /** Ends all links of a user, for every purpose. */
  async revoke(userId: number): Promise<void> {
    await this.database.query('DELETE FROM one_time_links WHERE user_id = $1', [userId]);
  }

  /**
   * Uses up a link and all others of that user for the same purpose. Call it in the transaction of the action that the link allows: after a
   * rollback the link works again. Of two concurrent callers, one gets the user id, the other undefined.
   */
  async redeem(purpose: LinkPurpose, token: string): Promise<number | undefined> {
    const [link] = await this.database.query(REDEMPTION, [fingerprint(token), purpose]);
    return link?.userId;
  }
}

/** 43 characters of `[A-Za-z0-9_-]`. */
export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const INSERT = `INSERT INTO one_time_links ${insertColumns(OneTimeLink, {
  purpose: '$1',
  userId: '$2',
  tokenHash: '$3',
  expiresAt: 'now() + $4::interval',
})}`;

const WORKING = sql`SELECT ${selectColumns(OneTimeLink, 'link', 'userId')} FROM one_time_links link
  WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()`;

// A concurrent call waits for the row locks, and then finds nothing left to delete. The account is locked first, as by all changes of accounts.
const REDEMPTION = sql`
  WITH link AS (SELECT user_id, purpose FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()),
  owner AS MATERIALIZED (SELECT id FROM users WHERE id = (SELECT user_id FROM link) FOR NO KEY UPDATE)
  DELETE FROM one_time_links USING link, owner
  WHERE one_time_links.user_id = owner.id AND one_time_links.purpose = link.purpose
  RETURNING ${selectColumns(OneTimeLink, 'one_time_links', 'userId')}`;
