import { boolean, defineListing, integer, text, timestamp } from '@almanac/listing';

export const attachmentListing = defineListing({
  id: integer('attachment.id'),
  name: text('attachment.name'),
  extension: text('attachment.extension'),
  uploaded_to: integer('attachment.page_id'),
  external: boolean('attachment.external'),
  order: integer('attachment."order"'),
  created_at: timestamp('attachment.created_at'),
  updated_at: timestamp('attachment.updated_at'),
  created_by: integer('attachment.created_by'),
  updated_by: integer('attachment.updated_by'),
});
