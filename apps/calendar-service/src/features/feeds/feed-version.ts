import { createHash } from 'node:crypto';
import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { mayUpdateAll, mayViewPrivate } from '../../domain/records/rights';

/** Raised when the same events are written in another way. */
const FORM = 2;

/** Tells whether a feed may have changed without building it. */
@Injectable()
export class FeedVersion {
  constructor(private readonly database: Database) {}

  /**
   * A strong ETag: differs whenever the feed does, and sometimes when it does not, for it goes by every change of the calendar.
   * @param asked all that the feed depends on beside what is stored
   */
  async etag(asked: object, actor: Actor): Promise<string> {
    const [stored] = await this.database.query<object>(STATE);
    const state = { form: FORM, zones: process.versions['tz'], view: viewOf(actor), asked, stored };
    return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url')}"`;
  }
}

/**
 * The last change, up to where changes are forgotten, and the transactions that may still bring forth an earlier one: they began before it and have not
 * ended. Names of terms, and what lies below what, are in no record of changes; there are few of them.
 */
const STATE = `
  SELECT feed.id, feed.forgotten::text, latest.transaction::text,
    (SELECT string_agg(running::text, ' ') FROM pg_snapshot_xip(pg_current_snapshot()) running WHERE running < latest.transaction) AS running,
    (SELECT md5(string_agg(concat_ws(' ', term.id, term.parent_id, term.name), E'\\n' ORDER BY term.id)) FROM terms term) AS terms
  FROM change_feed feed CROSS JOIN (
    SELECT last.transaction FROM unnest(ARRAY['event', 'venue', 'organizer']) kind CROSS JOIN LATERAL (
      SELECT transaction_id AS transaction FROM changes WHERE changes.kind = kind.kind ORDER BY transaction_id DESC LIMIT 1) last
    ORDER BY last.transaction DESC LIMIT 1) latest`;

/** Readers of one view are shown the same. */
const viewOf = (actor: Actor): unknown[] => [
  actor.id,
  ...(['event', 'venue', 'organizer'] as const).map((kind) => [mayUpdateAll(actor, kind), mayViewPrivate(actor, kind)]),
];
