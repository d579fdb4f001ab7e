/** SQL fragments that every kind of item reads with. Aliases, tables and columns are ours, never a caller's. */
import type { ItemType } from './content-item';

/** How SQL and the search index call a kind of item. */
export interface ItemKind {
  readonly type: ItemType;
  /** Its letter where rows name a kind, e.g. in `search_terms.item_type`. */
  readonly code: 's' | 'b' | 'c' | 'p';
  readonly table: 'shelves' | 'books' | 'chapters' | 'pages';
  readonly alias: 'shelf' | 'book' | 'chapter' | 'page';
  /** Of tags and overrides. */
  readonly key: 'shelf_id' | 'book_id' | 'chapter_id' | 'page_id';
}

export const ITEM_KINDS: readonly ItemKind[] = [
  { type: 'bookshelf', code: 's', table: 'shelves', alias: 'shelf', key: 'shelf_id' },
  { type: 'book', code: 'b', table: 'books', alias: 'book', key: 'book_id' },
  { type: 'chapter', code: 'c', table: 'chapters', alias: 'chapter', key: 'chapter_id' },
  { type: 'page', code: 'p', table: 'pages', alias: 'page', key: 'page_id' },
];

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
export const tagsColumn = (key: ItemKind['key'], alias: string): string =>
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
