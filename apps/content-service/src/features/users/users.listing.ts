import { defineListing, integer, text, timestamp } from '@almanac/listing';

/** The user's newest audit log entry; actions without an entry do not count (content-behaviour §1.4). */
export const LAST_ACTIVITY =
  '(SELECT max(activity.created_at) FROM activities activity WHERE activity.user_id = person.id)';

export const userListing = defineListing({
  id: integer('person.id'),
  name: text('person.name'),
  slug: text('person.slug'),
  email: text('person.email'),
  external_auth_id: text('person.external_auth_id'),
  created_at: timestamp('person.created_at'),
  updated_at: timestamp('person.updated_at'),
  last_activity_at: timestamp(LAST_ACTIVITY, { nulls: 'lowest' }),
});
