import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const deletionListing = defineListing({
  id: integer('deletion.id'),
  deleted_by: integer('deletion.deleted_by'),
  created_at: timestamp('deletion.created_at'),
  updated_at: timestamp('deletion.updated_at'),
  deletable_type: text('deletion.deletable_type'),
  deletable_id: integer('deletion.deletable_id'),
});
