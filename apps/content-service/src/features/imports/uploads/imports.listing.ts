import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const importListing = defineListing({
  id: integer('import.id'),
  name: text('import.name'),
  size: integer('import.size'),
  type: text('import.type'),
  created_at: timestamp('import.created_at'),
  updated_at: timestamp('import.updated_at'),
  created_by: integer('import.created_by'),
});
