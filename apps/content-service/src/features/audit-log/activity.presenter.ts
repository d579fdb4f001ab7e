import { type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import { NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { Activity } from '../../content/activity/activity.entity';
import { USER_SUMMARY, type UserSummary, UTC_TIME, utcMicros } from '../../content/kinds/presentation';

const STORED = selectSnakeColumns(
  Activity,
  'activity',
  'id',
  'type',
  'detail',
  'userId',
  'loggableId',
  'loggableType',
  'ip',
  'requestId',
  'createdAt',
);
/** The user is null if it was deleted, and for the system. */
const PERSON = selectComputed<{ user: UserSummary | null }>({
  user: `CASE WHEN person.id IS NOT NULL THEN json_build_object('id', person.id, 'name', person.name, 'slug', person.slug) END`,
});

/** Of table aliases `activity` and `person`. */
export const ACTIVITY_COLUMNS = sql`${STORED}, ${PERSON}`;

export type ActivityRow = RowOf<typeof ACTIVITY_COLUMNS>;

/** `request_id` is an addition to the reference. The response to the request and the logs of all services have the same id. */
export const presentActivity = (activity: ActivityRow) => ({
  id: activity.id,
  type: activity.type,
  detail: activity.detail,
  user_id: activity.user_id,
  loggable_id: activity.loggable_id,
  loggable_type: activity.loggable_type,
  ip: activity.ip,
  created_at: utcMicros(activity.created_at),
  request_id: activity.request_id,
  user: activity.user,
});

export const ACTIVITY_SCHEMA = new NamedSchema(
  'Activity',
  record({
    id: WHOLE,
    type: TEXT,
    detail: TEXT,
    user_id: orNull(WHOLE),
    loggable_id: orNull(WHOLE),
    loggable_type: orNull(TEXT),
    ip: TEXT,
    created_at: UTC_TIME,
    request_id: orNull(TEXT),
    user: orNull(USER_SUMMARY),
  }),
);
