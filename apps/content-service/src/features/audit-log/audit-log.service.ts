import { Database } from '@almanac/database';
import { fetchListing, type ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { type ActivityRow, presentActivity } from './activity.presenter';
import { auditLogListing } from './audit-log.listing';

const COLUMNS = `activity.id, activity.type, activity.detail, activity.user_id, activity.loggable_id, activity.loggable_type, activity.ip,
  activity.request_id, activity.created_at,
  CASE WHEN person.id IS NOT NULL THEN json_build_object('id', person.id, 'name', person.name, 'slug', person.slug) END AS "user"`;

/** Numbers that surely fit into the column. */
const ID = /^\d{1,9}$/;

/** Reads the audit log that `ActivityLog` writes. */
@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  /** @param user text in the name of the user, or an id, which deleted users have too; empty for all entries */
  async list(query: ListQuery, user = '') {
    const page = await fetchListing<ActivityRow>(this.database, auditLogListing, query, {
      select: COLUMNS,
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
