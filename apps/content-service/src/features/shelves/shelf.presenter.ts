import { listOf, NamedSchema, record, TEXT } from '@almanac/openapi';
import type { Book } from '../../content/items/book.entity';
import type { ItemDetail } from '../../content/items/item.repository';
import type { Shelf, ShelfBook } from '../../content/items/shelf.entity';
import {
  contentsIncluded,
  ITEM_MEMBERS,
  PEOPLE_MEMBERS,
  PERMISSIONS_INCLUDED,
  presentItem,
  presentPeople,
  TAG_SCHEMA,
} from '../../content/kinds/presentation';
import type { ItemInList } from '../../content/kinds/shared-columns';
import {
  COVER_IN_LIST_SCHEMA,
  COVER_SCHEMA,
  type CoverRow,
  presentCover,
  presentCoverInList,
} from '../../content/images/covers';
import { presentDescriptionHtml } from '../../content/item-fields/descriptions';

export type ShelfInList = ItemInList<Shelf> & { cover: CoverRow | null };
export type BookOnShelf = Book & Pick<ShelfBook, 'shelfId'>;
export type ShelfDetail = ItemDetail<Shelf> & { cover: CoverRow | null };

export const presentShelfInList = (shelf: ShelfInList, baseUrl: string) => ({
  ...presentItem(shelf),
  description: shelf.description,
  cover: presentCoverInList(shelf.cover, baseUrl),
});

/** After create and update: users are ids. */
export const presentShelf = (shelf: ShelfDetail, baseUrl: string) => ({
  ...presentItem(shelf),
  type: 'bookshelf',
  description: shelf.description,
  description_html: presentDescriptionHtml(shelf.descriptionHtml),
  tags: shelf.tags,
  cover: presentCover(shelf.cover, baseUrl),
});

/** A single read: users are objects, with the books in their order. */
export const presentShelfWithBooks = (shelf: ShelfDetail, books: Book[], baseUrl: string) => ({
  ...presentShelf(shelf, baseUrl),
  ...presentPeople(shelf),
  books: books.map(presentBookOnShelf),
});

export const presentBookOnShelf = (book: Book) => ({
  ...presentItem(book),
  type: 'book',
  description: book.description,
});

const SAVED = {
  ...ITEM_MEMBERS,
  type: { ...TEXT, enum: ['bookshelf'] },
  description: TEXT,
  description_html: TEXT,
  tags: listOf(TAG_SCHEMA),
  cover: COVER_SCHEMA,
};

const BOOK_OF_SHELF = record({ ...ITEM_MEMBERS, type: { ...TEXT, enum: ['book'] }, description: TEXT });

export const SHELF_IN_LIST_SCHEMA = new NamedSchema(
  'ShelfInList',
  record(
    { ...ITEM_MEMBERS, description: TEXT, cover: COVER_IN_LIST_SCHEMA },
    { tags: listOf(TAG_SCHEMA), ...contentsIncluded(BOOK_OF_SHELF), ...PERMISSIONS_INCLUDED },
  ),
);
export const SAVED_SHELF_SCHEMA = new NamedSchema('SavedShelf', record(SAVED));
export const SHELF_SCHEMA = new NamedSchema(
  'Shelf',
  record({ ...SAVED, ...PEOPLE_MEMBERS, books: listOf(BOOK_OF_SHELF) }, PERMISSIONS_INCLUDED),
);
