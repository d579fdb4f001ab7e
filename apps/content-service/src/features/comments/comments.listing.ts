import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const commentListing = defineListing({
  id: integer('comment.id'),
  commentable_id: integer('comment.page_id'),
  // Only pages can be commented on.
  commentable_type: text(`'page'`),
  parent_id: integer('comment.parent_id', { nulls: 'lowest' }),
  local_id: integer('comment.local_id'),
  content_ref: text('comment.content_ref'),
  created_by: integer('comment.created_by'),
  updated_by: integer('comment.updated_by'),
  created_at: timestamp('comment.created_at'),
  updated_at: timestamp('comment.updated_at'),
});
