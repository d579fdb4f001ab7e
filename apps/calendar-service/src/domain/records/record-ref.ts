/** How a path names a record. */
export type RecordRef = { readonly id: number } | { readonly slug: string };

/** Condition on a table alias and its one parameter `$1`. The trash has no slugs: they are free for others. */
export const refCondition = (ref: RecordRef, alias: string): string =>
  'id' in ref ? `${alias}.id = $1` : `${alias}.slug = $1 AND ${alias}.slug <> '' AND ${alias}.status <> 'trash'`;

export const refValue = (ref: RecordRef): number | string => ('id' in ref ? ref.id : ref.slug.replaceAll('\0', ''));

/** How messages name what was asked for. */
export const refText = (ref: RecordRef): string => ('id' in ref ? `with ID ${ref.id}` : `with slug "${ref.slug}"`);
