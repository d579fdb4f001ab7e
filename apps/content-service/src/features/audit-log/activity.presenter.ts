import { type UserSummary, utcMicros } from '../../content/items/presentation';

export interface ActivityRow {
  id: number;
  type: string;
  detail: string;
  user_id: number | null;
  loggable_id: number | null;
  loggable_type: string | null;
  /** Was masked before it was stored. */
  ip: string;
  request_id: string | null;
  created_at: Date;
  /** null if the user was deleted, and for activities without a user. */
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
