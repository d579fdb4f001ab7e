import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const sortRuleListing = defineListing({
  id: integer('rule.id'),
  name: text('rule.name'),
  created_at: timestamp('rule.created_at'),
  updated_at: timestamp('rule.updated_at'),
});
