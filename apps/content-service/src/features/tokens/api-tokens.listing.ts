import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const tokenListing = defineListing({
  id: integer('token.id'),
  name: text('token.name'),
  token_id: text('token.token_id'),
  expires_at: timestamp('token.expires_at'),
  last_used_at: timestamp('token.last_used_at'),
  created_at: timestamp('token.created_at'),
  updated_at: timestamp('token.updated_at'),
});
