import { NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { USER_SUMMARY, type UserSummary, UTC_TIME, utcMicros } from '../../content/kinds/presentation';

export interface ActivityRow {
  id: number;
  type: string;
  detail: string;
  /** Stays when the user is deleted; null for the system. */
  user_id: number | null;
  loggable_id: number | null;
  loggable_type: string | null;
  /** Was masked before it was stored. */
  ip: string;
  request_id: string | null;
  created_at: Date;
  /** null if the user was deleted, and for the system. */
  user: UserSummary | null;
}

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
