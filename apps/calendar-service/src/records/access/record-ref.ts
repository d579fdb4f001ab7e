/** A record by the id or slug in a path. */
export type RecordRef = { readonly id: number } | { readonly slug: string };

/** Condition on a table alias; its one parameter is `$1`. Slugs do not find records in the trash, because other records may reuse them. */
export const refCondition = (ref: RecordRef, alias: string): string =>
  'id' in ref ? `${alias}.id = $1` : `${alias}.slug = $1 AND ${alias}.slug <> '' AND ${alias}.status <> 'trash'`;

export const refValue = (ref: RecordRef): number | string => ('id' in ref ? ref.id : ref.slug.replaceAll('\0', ''));

/** The reference as messages show it. */
export const refText = (ref: RecordRef): string => ('id' in ref ? `with ID ${ref.id}` : `with slug "${ref.slug}"`);
