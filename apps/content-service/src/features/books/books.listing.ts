import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const bookListing = defineListing({
  id: integer('book.id'),
  name: text('book.name'),
  slug: text('book.slug', { rank: 'book.slug_rank' }),
  description: text('book.description'),
  created_at: timestamp('book.created_at'),
  updated_at: timestamp('book.updated_at'),
  created_by: integer('book.created_by'),
  updated_by: integer('book.updated_by'),
  owned_by: integer('book.owned_by'),
});
