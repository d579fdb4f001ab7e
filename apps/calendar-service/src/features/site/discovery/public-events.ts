import { ANONYMOUS } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { visibleTo } from '../../../records/access/head-sql';
import { LAST_CHANGE, ofLastChange } from '../../../records/changes/changes.repository';
import { StoredEvent } from '../../../records/record/record.entity';

/** One file of the sitemap format holds 50,000 addresses, the calendar itself among them. */
const MAX_ADDRESSES = 49_999;
const MAX_NEWS = 50;

/** An address that strangers may open. */
interface PublicAddress {
  path: string;
  changed: Date;
}

/** An event as a news reader shows it. A protected one has no text. */
const NEWS = sql`${selectColumns(StoredEvent, 'event', 'slug', 'title')}, ${selectComputed<{
  excerpt: string;
  published: Date;
  changed: Date;
}>({
  excerpt: `CASE WHEN event.password_hash IS NULL THEN event.excerpt ELSE '' END`,
  published: 'coalesce(event.published_at, event.created_at)',
  changed: 'change.modified_at',
})}`;

/** Lists all that strangers see, for search engines and news readers. */
@Injectable()
export class PublicEvents {
  constructor(private readonly database: Database) {}

  /** Without protected events, whose pages ask for a password. */
  addresses(): Promise<PublicAddress[]> {
    const parameters = new Parameters();
    const records = (kind: 'event' | 'venue' | 'organizer', changed = 'modified_at', condition = 'TRUE') =>
      sql`SELECT ${selectComputed<PublicAddress>({ path: `'/${kind}/' || slug || '/'`, changed })} FROM ${kind}s ${kind}
        WHERE ${visibleTo(ANONYMOUS, kind, kind, undefined, parameters)} AND slug <> '' AND ${condition}`;
    return this.database.query(
      sql`SELECT * FROM (
        ${records('event', ofLastChange('modified_at', 'event'), 'NOT hide_from_listings AND password_hash IS NULL')}
        UNION ALL ${records('venue')} UNION ALL ${records('organizer')}) page
      ORDER BY changed DESC, path LIMIT ${MAX_ADDRESSES}`,
      parameters.values,
    );
  }

  /** The events that are not over, the last changed first. */
  news(): Promise<RowOf<typeof NEWS>[]> {
    const parameters = new Parameters();
    return this.database.query(
      sql`SELECT ${NEWS} FROM events event ${LAST_CHANGE}
        WHERE ${visibleTo(ANONYMOUS, 'event', 'event', undefined, parameters)} AND slug <> '' AND NOT hide_from_listings
          AND EXISTS (SELECT FROM occurrences occurrence WHERE occurrence.event_id = event.id AND upper(occurrence.during) > now())
        ORDER BY change.modified_at DESC, change.record_id DESC LIMIT ${MAX_NEWS}`,
      parameters.values,
    );
  }
}
