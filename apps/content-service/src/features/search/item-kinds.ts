import type { ItemType } from '../../domain/content-tree/content-item';

/** How the search index and SQL call a kind of item. Aliases, tables and columns are ours, never a caller's. */
export interface ItemKind {
  readonly type: ItemType;
  /** Its letter in `search_terms.item_type`. */
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
