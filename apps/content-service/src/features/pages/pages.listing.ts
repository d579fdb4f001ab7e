import { boolean, defineListing, integer, text, timestamp } from '@almanac/listing';

export const pageListing = defineListing({
  id: integer('page.id'),
  book_id: integer('page.book_id'),
  chapter_id: integer('page.chapter_id', { nulls: 'lowest' }),
  name: text('page.name'),
  slug: text('page.slug', { rank: 'page.slug_rank' }),
  priority: integer('page.priority'),
  draft: boolean('page.draft'),
  template: boolean('page.template'),
  created_at: timestamp('page.created_at'),
  updated_at: timestamp('page.updated_at'),
  created_by: integer('page.created_by'),
  updated_by: integer('page.updated_by'),
  owned_by: integer('page.owned_by'),
});
