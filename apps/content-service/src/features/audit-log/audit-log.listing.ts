import { defineListing, integer, text, timestamp, word } from '@almanac/listing';

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
