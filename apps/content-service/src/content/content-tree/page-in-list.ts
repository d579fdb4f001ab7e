import { itemColumns } from '../items/item-sql';
import { type ItemRow, presentItem } from '../items/presentation';

/** A page as lists and chapters show it; never with its body. */
export interface PageListRow extends ItemRow {
  book_id: number;
  chapter_id: number | null;
  priority: number;
  draft: boolean;
  template: boolean;
  revision_count: number;
  editor: string;
  book_slug: string;
}

/** Columns of a list row; needs `pages page` joined with `books book`. */
export const PAGE_LIST_COLUMNS = `${itemColumns('page')}, page.book_id, page.chapter_id, page.priority, page.draft, page.template,
  page.revision_count, page.editor, book.slug AS book_slug`;

export const presentPageInList = (page: PageListRow) => ({
  ...presentItem(page),
  book_id: page.book_id,
  chapter_id: page.chapter_id,
  priority: page.priority,
  draft: page.draft,
  template: page.template,
  revision_count: page.revision_count,
  editor: page.editor,
  book_slug: page.book_slug,
});
