import { calledPrefix } from '../../called-prefix';
import { refuseInvalid } from '../../calendar/parameters/parameter-faults';
import { slugSpellings } from '../../calendar/slugs/slugs';

/** A record by the id or slug in a path. */
export type RecordRef = { readonly id: number } | { readonly slug: string };

/**
 * The text after WHERE for a table alias; its one parameter is `$1`, and at most one row matches. The slug as sent comes before its normal
 * form. Slugs do not find records in the trash, because other records may reuse them.
 */
export const refClause = (ref: RecordRef, alias: string): string =>
  'id' in ref
    ? `${alias}.id = $1`
    : `${alias}.slug = ANY($1::text[]) AND ${alias}.slug <> '' AND ${alias}.status <> 'trash'
        ORDER BY ${alias}.slug = ($1::text[])[1] DESC LIMIT 1`;

export const refValue = (ref: RecordRef): number | readonly string[] =>
  'id' in ref ? ref.id : slugSpellings(ref.slug);

/** The reference as messages show it. */
export const refText = (ref: RecordRef): string => ('id' in ref ? `with ID ${ref.id}` : `with slug "${ref.slug}"`);

/**
 * Clients that call by another prefix expect the reference's answer to an unknown slug (calendar-behaviour §5.2): a malformed parameter.
 * @throws Problem 400 below another prefix; below the calendar's own prefix it returns, and the calling code answers 404
 */
export function refuseUnknownSlug(ref: RecordRef): void {
  if ('slug' in ref && calledPrefix() !== undefined) refuseInvalid('slug', 'slug must be that of a record.');
}
