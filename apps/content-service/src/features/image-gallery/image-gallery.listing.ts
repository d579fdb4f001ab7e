import { defineListing, integer, text, timestamp } from '@almanac/listing';

/**
 * The gallery's list for a server at this address. The address of an image is that and its path; it is not stored, because it changes when
 * the server moves.
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

/** For reading a request's parameters, which takes the names of fields alone. */
export const imageListing = imageListingAt('');
