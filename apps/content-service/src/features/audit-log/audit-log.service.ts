import { Database } from '@almanac/database';
import { fetchListing, type ListQuery, type Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { type ActivityRow, presentActivity } from './activity.presenter';
import { auditLogListing } from './audit-log.listing';

const COLUMNS = `activity.id, activity.type, activity.detail, activity.user_id, activity.loggable_id, activity.loggable_type, activity.ip,
  activity.request_id, activity.created_at,
  CASE WHEN person.id IS NOT NULL THEN json_build_object('id', person.id, 'name', person.name, 'slug', person.slug) END AS "user"`;

/** Reads the audit log that `ActivityLog` writes. */
@Injectable()
export class AuditLogService {
  constructor(private readonly database: Database) {}

  list(query: ListQuery) {
    return this.fetch(query, () => 'TRUE');
  }

  /** Only entries of users with this text in their name; all entries without a text. */
  search(query: ListQuery, userName: string) {
    if (userName === '') return this.list(query);
    return this.fetch(
      query,
      (parameters) =>
        `activity.user_id IN (SELECT id FROM users WHERE position(fold(${parameters.add(userName)}) IN fold(name)) > 0)`,
    );
  }

  private async fetch(query: ListQuery, where: (parameters: Parameters) => string) {
    const page = await fetchListing<ActivityRow>(this.database, auditLogListing, query, {
      select: COLUMNS,
      from: 'activities activity LEFT JOIN users person ON person.id = activity.user_id',
      where,
      countFrom: 'activities activity',
    });
    return page.map(presentActivity);
  }
}
