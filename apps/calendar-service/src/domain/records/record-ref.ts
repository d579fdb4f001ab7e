import { meantSlugs } from '../slugs/slugs';

/** How a path names a record. */
export type RecordRef = { readonly id: number } | { readonly slug: string };

/**
 * The text after WHERE for a table alias and its one parameter `$1`; at most one row matches. The slug as sent wins over the normalised one.
 * Records in the trash have no slug: theirs are free for others.
 */
export const refClause = (ref: RecordRef, alias: string): string =>
  'id' in ref
    ? `${alias}.id = $1`
    : `${alias}.slug = ANY($1::text[]) AND ${alias}.slug <> '' AND ${alias}.status <> 'trash'
        ORDER BY ${alias}.slug = ($1::text[])[1] DESC LIMIT 1`;

export const refValue = (ref: RecordRef): number | string[] => ('id' in ref ? ref.id : meantSlugs(ref.slug));

/** How messages name what was asked for. */
export const refText = (ref: RecordRef): string => ('id' in ref ? `with ID ${ref.id}` : `with slug "${ref.slug}"`);
