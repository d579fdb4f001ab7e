import type { ItemType } from './content-item';

/** A kind of item, and which of its columns names the item at the top. */
export interface Branch {
  type: ItemType;
  key: 'id' | 'book_id' | 'chapter_id';
}

/**
 * An item and what is below it. Top first: whoever adds to a parent holds its row, so whatever was added is seen further down; and two who lock
 * the same rows in different orders would wait for each other for ever.
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
