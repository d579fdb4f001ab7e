import { ANONYMOUS } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { visibleTo } from '../../../records/access/head-sql';
import { LAST_CHANGE, ofLastChange } from '../../../records/changes/changes.repository';

/** One file of the sitemap format holds 50,000 addresses, the calendar itself among them. */
const MAX_ADDRESSES = 49_999;
const MAX_NEWS = 50;

/** An address that strangers may open. */
interface PublicAddress {
  path: string;
  changed: Date;
}

/** An event as a news reader shows it. */
interface NewsEvent {
  slug: string;
  title: string;
  excerpt: string;
  published: Date;
  changed: Date;
}

/** Lists all that strangers see, for search engines and news readers. */
@Injectable()
export class PublicEvents {
  constructor(private readonly database: Database) {}

  /** Without protected events, whose pages ask for a password. */
  addresses(): Promise<PublicAddress[]> {
    const parameters = new Parameters();
    const records = (kind: 'event' | 'venue' | 'organizer', changed = 'modified_at', condition = 'TRUE') =>
      `SELECT '/${kind}/' || slug || '/' AS path, ${changed} AS changed FROM ${kind}s ${kind}
        WHERE ${visibleTo(ANONYMOUS, kind, kind, undefined, parameters)} AND slug <> '' AND ${condition}`;
    return this.database.query<PublicAddress>(
      `SELECT path, changed FROM (
        ${records('event', ofLastChange('modified_at', 'event'), 'NOT hide_from_listings AND password_hash IS NULL')}
        UNION ALL ${records('venue')} UNION ALL ${records('organizer')}) page
      ORDER BY changed DESC, path LIMIT ${MAX_ADDRESSES}`,
      parameters.values,
    );
  }

  /** The events that are not over, the last changed first. A protected one has no text. */
  news(): Promise<NewsEvent[]> {
    const parameters = new Parameters();
    return this.database.query<NewsEvent>(
      `SELECT slug, title, CASE WHEN password_hash IS NULL THEN excerpt ELSE '' END AS excerpt,
          coalesce(published_at, created_at) AS published, change.modified_at AS changed
        FROM events event ${LAST_CHANGE}
        WHERE ${visibleTo(ANONYMOUS, 'event', 'event', undefined, parameters)} AND slug <> '' AND NOT hide_from_listings
          AND EXISTS (SELECT FROM occurrences occurrence WHERE occurrence.event_id = event.id AND upper(occurrence.during) > now())
        ORDER BY change.modified_at DESC, change.record_id DESC LIMIT ${MAX_NEWS}`,
      parameters.values,
    );
  }
}
