import { defineListing, integer, text, timestamp } from '@almanac/listing';

/**
 * The list of the gallery. The URL of an image is the base URL followed by its path. Only the path is stored: the base URL may change.
 */
export const imageListingAt = (baseUrl: string) =>
  defineListing({
    id: integer('image.id'),
    name: text('image.name'),
    url: text(`('${baseUrl.replaceAll("'", "''")}' || image.path)`),
    path: text('image.path'),
    type: text('image.type'),
    uploaded_to: integer('image.uploaded_to'),
    created_by: integer('image.created_by'),
    updated_by: integer('image.updated_by'),
    created_at: timestamp('image.created_at'),
    updated_at: timestamp('image.updated_at'),
  });

/** For parsing the parameters of a request, which only needs the names of the fields. */
export const imageListing = imageListingAt('');
