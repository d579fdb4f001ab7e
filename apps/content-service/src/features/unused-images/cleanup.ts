import type { ActivityType } from '../../content/activity/activity.entity';

/** The entry of the audit log, as in the reference (content-behaviour §18). */
export const CLEANUP: [type: ActivityType, detail: string] = ['maintenance_action_run', 'cleanup-images'];
