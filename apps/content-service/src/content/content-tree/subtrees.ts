import type { ItemType } from './content-item';

/** An item type, and its column with the id of the item at the top. */
export interface Branch {
  type: ItemType;
  key: 'id' | 'book_id' | 'chapter_id';
}

/**
 * An item and the levels below it, from the top down. Adding a child locks its parent, so a later query of a lower level sees the child.
 * The fixed lock order also prevents deadlocks.
 */
export const SUBTREES: Record<ItemType, Branch[]> = {
  bookshelf: [{ type: 'bookshelf', key: 'id' }],
  book: [
    { type: 'book', key: 'id' },
    { type: 'chapter', key: 'book_id' },
    { type: 'page', key: 'book_id' },
  ],
  chapter: [
    { type: 'chapter', key: 'id' },
    { type: 'page', key: 'chapter_id' },
  ],
  page: [{ type: 'page', key: 'id' }],
};
