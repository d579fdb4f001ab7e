import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const chapterListing = defineListing({
  id: integer('chapter.id'),
  book_id: integer('chapter.book_id'),
  name: text('chapter.name'),
  slug: text('chapter.slug', { rank: 'chapter.slug_rank' }),
  description: text('chapter.description'),
  priority: integer('chapter.priority'),
  created_at: timestamp('chapter.created_at'),
  updated_at: timestamp('chapter.updated_at'),
  created_by: integer('chapter.created_by'),
  updated_by: integer('chapter.updated_by'),
  owned_by: integer('chapter.owned_by'),
});
