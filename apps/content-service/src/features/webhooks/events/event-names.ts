import { ACTIVITY_TYPES, type ActivityType } from '../../../content/activity/activity.entity';

/** Stored alone for a webhook of all events (content-behaviour §19). */
export const ALL_EVENTS = 'all';

const CALENDAR_KINDS = ['event', 'venue', 'organizer'] as const;
const CHANGES = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** Events that calendar-service reports. */
const CALENDAR_EVENTS: readonly string[] = CALENDAR_KINDS.flatMap((kind) =>
  Object.keys(CHANGES).map((change) => `${kind}_${change}`),
);

export const EVENT_NAMES: readonly string[] = [ALL_EVENTS, ...ACTIVITY_TYPES, ...CALENDAR_EVENTS];

/** Phrases that the rule of `phraseOf` would not give. */
const PHRASES: Readonly<Partial<Record<ActivityType, string>>> = {
  page_restore: 'restored page',
  page_move: 'moved page',
  chapter_move: 'moved chapter',
  book_create_from_chapter: 'converted chapter to book',
  book_sort: 'sorted book',
  bookshelf_create_from_book: 'converted book to shelf',
  permissions_update: 'updated permissions',
  commented_on: 'commented on',
  comment_create: 'added comment',
  revision_restore: 'restored revision',
  revision_delete: 'deleted revision',
  maintenance_action_run: 'ran maintenance action',
  recycle_bin_empty: 'emptied recycle bin',
  recycle_bin_restore: 'restored from recycle bin',
  recycle_bin_destroy: 'removed from recycle bin',
  user_invite: 'invited user again',
  auth_password_reset_request: 'requested a password reset',
  auth_password_reset_update: 'reset the password',
  auth_register: 'registered',
  auth_login: 'logged in',
  auth_login_refused: 'was refused at log-in',
  mfa_setup_method: 'set up two-step log-in',
  mfa_remove_method: 'removed two-step log-in',
  import_run: 'ran import',
};
const NOUNS: Readonly<Record<string, string>> = { bookshelf: 'shelf', api_token: 'API token', sort_rule: 'sort rule' };

/** The text of an event without its user and item: `updated page` (content-behaviour §19). */
export function phraseOf(event: string): string {
  const special = Object.entries(PHRASES).find(([name]) => name === event)?.[1];
  if (special !== undefined) return special;
  const [, subject = event, change = ''] = /^(.+)_(create|update|delete)$/.exec(event) ?? [];
  const verb = Object.entries(CHANGES).find(([name]) => name === change)?.[1] ?? 'changed';
  return `${verb} ${NOUNS[subject] ?? subject.replaceAll('_', ' ')}`;
}
