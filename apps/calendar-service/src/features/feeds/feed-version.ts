import { createHash } from 'node:crypto';
import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';

/** Version of the file format: raise it when the same events are written differently. */
const FORM = 5;

/** Computes the ETag of a feed without building the feed. */
@Injectable()
export class FeedVersion {
  constructor(private readonly database: Database) {}

  /**
   * A strong ETag. It changes whenever the feed does, and also with changes of other records, because it covers the whole calendar.
   * @param request all values of the request that the feed depends on
   */
  async etag(request: object, actor: Actor): Promise<string> {
    // A replica does not know which transactions run on the primary, so its tag would differ for the same feed.
    const [stored] = await this.database.fromPrimary(() => this.database.query(STATE));
    const state = { form: FORM, zones: process.versions['tz'], view: viewOf(actor), asked: request, stored };
    return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url')}"`;
  }
}

/**
 * The last change, the last purged change, and open transactions that began before the last change: they may still commit an earlier one.
 * A digest covers names and parents of terms, which the change log does not record; there are few of them.
 */
const STATE = `
  SELECT feed.id, feed.forgotten::text, latest.transaction::text,
    (SELECT string_agg(running::text, ' ') FROM pg_snapshot_xip(pg_current_snapshot()) running WHERE running < latest.transaction) AS running,
    (SELECT md5(string_agg(concat_ws(' ', term.id, term.parent_id, term.name), E'\\n' ORDER BY term.id)) FROM terms term) AS terms
  FROM change_feed feed CROSS JOIN (
    SELECT last.transaction FROM unnest(ARRAY['event', 'venue', 'organizer']) kind CROSS JOIN LATERAL (
      SELECT transaction_id AS transaction FROM changes WHERE changes.kind = kind.kind ORDER BY transaction_id DESC LIMIT 1) last
    ORDER BY last.transaction DESC LIMIT 1) latest`;

/** The reader's id and rights on records: all that decides which records, and which of their lines, the reader sees. */
const viewOf = ({ id, permissions }: Actor): unknown[] => [
  id,
  ...[...permissions].filter((right) => /^(event|venue|organizer)-/.test(right)).sort(),
];
