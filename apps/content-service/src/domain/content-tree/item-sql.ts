/** SQL fragments that every kind of item reads with. Aliases and columns are ours, never a caller's. */

export const itemColumns = (alias: string): string =>
  ['id', 'name', 'slug', 'created_at', 'updated_at', 'created_by', 'updated_by', 'owned_by']
    .map((column) => `${alias}.${column}`)
    .join(', ');

/** A user as records name them, or null. */
export const userJson = (column: string): string =>
  `(SELECT json_build_object('id', person.id, 'name', person.name, 'slug', person.slug) FROM users person WHERE person.id = ${column})`;

/** The three people as `creator`, `updater`, `owner`. */
export const peopleColumns = (alias: string): string =>
  `${userJson(`${alias}.created_by`)} AS creator, ${userJson(`${alias}.updated_by`)} AS updater, ${userJson(`${alias}.owned_by`)} AS owner`;

/** An item's tags in the order in which they were given. */
export const tagsColumn = (key: 'shelf_id' | 'book_id' | 'chapter_id' | 'page_id', alias: string): string =>
  `(SELECT coalesce(json_agg(json_build_object('name', tag.name, 'value', tag.value, 'order', 0) ORDER BY tag.id), '[]')
    FROM tags tag WHERE tag.${key} = ${alias}.id) AS tags`;

/** The row of the cover, or null. */
export const coverColumn = (alias: string): string =>
  `(SELECT to_json(cover) FROM images cover WHERE cover.id = ${alias}.image_id) AS cover`;

export interface TagRow {
  name: string;
  value: string;
  order: number;
}
