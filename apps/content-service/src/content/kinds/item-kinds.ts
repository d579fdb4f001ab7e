export const ITEM_TYPES = ['bookshelf', 'book', 'chapter', 'page'] as const;

/** The four item types, by their names in permissions, the recycle bin and the audit trail. */
export type ItemType = (typeof ITEM_TYPES)[number];

type ItemKey = 'shelf_id' | 'book_id' | 'chapter_id' | 'page_id';

/** An item type, and its column with the id of the item at the top. */
export interface Branch {
  readonly type: ItemType;
  readonly key: 'id' | 'book_id' | 'chapter_id';
}

/** The names of an item type, and its place in the tree. */
export interface ItemKind {
  readonly type: ItemType;
  /** In messages. */
  readonly noun: 'Shelf' | 'Book' | 'Chapter' | 'Page';
  /** Its letter in columns such as `search_terms.item_type`. */
  readonly code: 's' | 'b' | 'c' | 'p';
  readonly table: 'shelves' | 'books' | 'chapters' | 'pages';
  readonly alias: 'shelf' | 'book' | 'chapter' | 'page';
  /** Its foreign key in tables such as `tags` and `entity_permissions`. */
  readonly key: ItemKey;
  /** Its columns with its own id and the ids of the items above it, by foreign key. */
  readonly chain: Readonly<Partial<Record<ItemKey, string>>>;
  /**
   * The item and the levels below it, from the top down. Adding a child locks its parent, so a later query of a lower level sees the
   * child. The fixed lock order also prevents deadlocks.
   */
  readonly subtree: readonly Branch[];
}

export const ITEM_KINDS: Readonly<Record<ItemType, ItemKind>> = {
  bookshelf: {
    type: 'bookshelf',
    noun: 'Shelf',
    code: 's',
    table: 'shelves',
    alias: 'shelf',
    key: 'shelf_id',
    chain: { shelf_id: 'id' },
    subtree: [{ type: 'bookshelf', key: 'id' }],
  },
  book: {
    type: 'book',
    noun: 'Book',
    code: 'b',
    table: 'books',
    alias: 'book',
    key: 'book_id',
    chain: { book_id: 'id' },
    subtree: [
      { type: 'book', key: 'id' },
      { type: 'chapter', key: 'book_id' },
      { type: 'page', key: 'book_id' },
    ],
  },
  chapter: {
    type: 'chapter',
    noun: 'Chapter',
    code: 'c',
    table: 'chapters',
    alias: 'chapter',
    key: 'chapter_id',
    chain: { book_id: 'book_id', chapter_id: 'id' },
    subtree: [
      { type: 'chapter', key: 'id' },
      { type: 'page', key: 'chapter_id' },
    ],
  },
  page: {
    type: 'page',
    noun: 'Page',
    code: 'p',
    table: 'pages',
    alias: 'page',
    key: 'page_id',
    chain: { book_id: 'book_id', chapter_id: 'chapter_id', page_id: 'id' },
    subtree: [{ type: 'page', key: 'id' }],
  },
};

export const ALL_KINDS: readonly ItemKind[] = ITEM_TYPES.map((type) => ITEM_KINDS[type]);
