import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const shelfListing = defineListing({
  id: integer('shelf.id'),
  name: text('shelf.name'),
  slug: text('shelf.slug', { rank: 'shelf.slug_rank' }),
  description: text('shelf.description'),
  created_at: timestamp('shelf.created_at'),
  updated_at: timestamp('shelf.updated_at'),
  created_by: integer('shelf.created_by'),
  updated_by: integer('shelf.updated_by'),
  owned_by: integer('shelf.owned_by'),
});
