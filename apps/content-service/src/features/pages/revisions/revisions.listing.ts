import { defineListing, integer, text, timestamp } from '@almanac/listing';

export const revisionListing = defineListing({
  id: integer('revision.id'),
  revision_number: integer('revision.revision_number'),
  name: text('revision.name'),
  slug: text('revision.slug'),
  summary: text(`coalesce(revision.summary, '')`),
  created_by: integer('revision.created_by'),
  created_at: timestamp('revision.created_at'),
});
