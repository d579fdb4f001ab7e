import { createHash, randomBytes } from 'node:crypto';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';

export type LinkPurpose = 'invitation' | 'password-reset';

/** How long a link works, as PostgreSQL writes it (content-behaviour §13). */
const LIFETIMES: Record<LinkPurpose, string> = { invitation: '14 days', 'password-reset': '1 hour' };

const TOKEN_BYTES = 32;

const fingerprint = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Links in letters, each good for one purpose of one user, once and for a time. Whoever reads the database cannot make a link of what is
 * there: it holds hashes.
 */
@Injectable()
export class OneTimeLinks {
  constructor(private readonly database: Database) {}

  /** A new token for an address, 43 characters of `[A-Za-z0-9_-]`. Links that were sent before keep working until one is redeemed. */
  async issue(purpose: LinkPurpose, userId: number): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.query('DELETE FROM one_time_links WHERE expires_at <= now()');
    await this.database.query(
      'INSERT INTO one_time_links (purpose, user_id, token_hash, expires_at) VALUES ($1, $2, $3, now() + $4::interval)',
      [purpose, userId, fingerprint(token), LIFETIMES[purpose]],
    );
    return token;
  }

  /** Whose link it is, while it works; for showing a form. */
  async userOf(purpose: LinkPurpose, token: string): Promise<number | undefined> {
    const sql = 'SELECT user_id AS id FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()';
    const [user] = await this.database.query<{ id: number }>(sql, [fingerprint(token), purpose]);
    return user?.id;
  }

  /** Ends all links of a user, whatever they are for. */
  async revoke(userId: number): Promise<void> {
    await this.database.query('DELETE FROM one_time_links WHERE user_id = $1', [userId]);
  }

  /**
   * Uses a link up, and with it all others of that user for the same purpose. Call in the transaction of what the link allows: when that is
   * rolled back the link works again. Of two callers at the same time one gets the user, the other undefined.
   */
  async redeem(purpose: LinkPurpose, token: string): Promise<number | undefined> {
    const [user] = await this.database.query<{ id: number }>(REDEMPTION, [fingerprint(token), purpose]);
    return user?.id;
  }
}

// Who comes second waits for the rows to be gone and finds nothing left to delete.
const REDEMPTION = `
  WITH link AS (SELECT user_id, purpose FROM one_time_links WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()),
    used AS (DELETE FROM one_time_links USING link
      WHERE one_time_links.user_id = link.user_id AND one_time_links.purpose = link.purpose RETURNING one_time_links.user_id)
  SELECT user_id AS id FROM used LIMIT 1`;
