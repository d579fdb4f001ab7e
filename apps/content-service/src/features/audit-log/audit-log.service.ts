import { Database } from '@almanac/database';
import { defineListing, fetchListing, integer, type ListQuery, text, timestamp, word } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { ACTIVITY_COLUMNS, presentActivity } from './activity.presenter';

export const auditLogListing = defineListing({
  id: integer('activity.id'),
  type: word('activity.type'),
  detail: text('activity.detail'),
  user_id: integer('activity.user_id'),
  loggable_id: integer('activity.loggable_id', { nulls: 'lowest' }),
  loggable_type: word('activity.loggable_type', { nulls: 'lowest' }),
  ip: word('activity.ip'),
  created_at: timestamp('activity.created_at'),
  request_id: text('activity.request_id'),
});

/** Numbers that surely fit into the column. */
const ID = /^\d{1,9}$/;

/** Reads the audit log that `ActivityLog` writes. */
@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  /** @param user text in the name of the user, or an id, which deleted users have too; empty for all entries */
  async list(query: ListQuery, user = '') {
    const page = await fetchListing(this.database, auditLogListing, query, {
      select: ACTIVITY_COLUMNS,
      from: 'activities activity LEFT JOIN users person ON person.id = activity.user_id',
      countFrom: 'activities activity',
      where: (parameters) =>
        user === ''
          ? 'TRUE'
          : `activity.user_id IN (SELECT id FROM users WHERE position(fold(${parameters.add(user)}) IN fold(name)) > 0
              UNION SELECT ${parameters.add(ID.test(user) ? user : null)}::int)`,
    });
    return page.map(presentActivity);
  }
}
