import type { TagRow } from '../../content/items/item-sql';
import { type ItemPeople, type ItemRow, presentItem, presentPeople } from '../../content/items/presentation';
import { type CoverRow, presentCover, presentCoverInList } from '../../content/covers/cover.presenter';
import { presentDescriptionHtml } from '../../content/descriptions/descriptions';

export interface ShelfListRow extends ItemRow {
  description: string;
  cover: CoverRow | null;
}

export interface ShelfDetailRow extends ShelfListRow, ItemPeople {
  description_html: string;
  tags: TagRow[];
}

export interface ShelvedBookRow extends ItemRow {
  description: string;
}

export const presentShelfInList = (shelf: ShelfListRow, baseUrl: string) => ({
  ...presentItem(shelf),
  description: shelf.description,
  cover: presentCoverInList(shelf.cover, baseUrl),
});

/** After create and update: users are ids. */
export const presentShelf = (shelf: ShelfDetailRow, baseUrl: string) => ({
  ...presentItem(shelf),
  type: 'bookshelf',
  description: shelf.description,
  description_html: presentDescriptionHtml(shelf.description_html),
  tags: shelf.tags,
  cover: presentCover(shelf.cover, baseUrl),
});

/** A single read: users are objects, with the books in their order. */
export const presentShelfWithBooks = (shelf: ShelfDetailRow, books: ShelvedBookRow[], baseUrl: string) => ({
  ...presentShelf(shelf, baseUrl),
  ...presentPeople(shelf),
  books: books.map((book) => ({ ...presentItem(book), type: 'book', description: book.description })),
});
