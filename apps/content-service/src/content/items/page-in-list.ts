import { type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { boolean, defineListing, integer, text, timestamp } from '@almanac/listing';
import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { ITEM_MEMBERS, PARENTS_INCLUDED, PERMISSIONS_INCLUDED, presentItem, TAG_SCHEMA } from '../kinds/presentation';
import type { Book } from './book.entity';
import { Page } from './page.entity';

/** The slug of the book of a chapter or page. */
export const BOOK_SLUG = selectComputed<{ bookSlug: Book['slug'] }>({ bookSlug: 'book.slug' });

/** Columns of a `PageInList`, of the aliases `page` and `book`. */
export const PAGE_IN_LIST = sql`${selectColumns(Page, 'page')}, ${BOOK_SLUG}`;

/** A page as lists and chapters show it; never with its body. */
export type PageInList = RowOf<typeof PAGE_IN_LIST>;

export const presentPageColumns = (page: Page) => ({
  book_id: page.bookId,
  chapter_id: page.chapterId,
  priority: page.priority,
  draft: page.draft,
  template: page.template,
  revision_count: page.revisionCount,
  editor: page.editor,
});

export const presentPageInList = (page: PageInList) => ({
  ...presentItem(page),
  ...presentPageColumns(page),
  book_slug: page.bookSlug,
});

/** Members of `presentPageColumns`. */
export const PAGE_COLUMNS = {
  book_id: WHOLE,
  chapter_id: { ...orNull(WHOLE), description: 'null for a page that lies in the book itself' },
  priority: WHOLE,
  draft: FLAG,
  template: FLAG,
  revision_count: WHOLE,
  editor: { ...TEXT, description: 'Empty, `wysiwyg` or `markdown`' },
};

export const PAGE_IN_LIST_SCHEMA = new NamedSchema(
  'PageInList',
  record(
    { ...ITEM_MEMBERS, ...PAGE_COLUMNS, book_slug: TEXT },
    { tags: listOf(TAG_SCHEMA), html: TEXT, markdown: TEXT, ...PARENTS_INCLUDED, ...PERMISSIONS_INCLUDED },
  ),
);

/** How lists of pages can be filtered and sorted. */
export const pageListing = defineListing({
  id: integer('page.id'),
  book_id: integer('page.book_id'),
  chapter_id: integer('page.chapter_id', { nulls: 'lowest' }),
  name: text('page.name'),
  slug: text('page.slug', { rank: 'page.slug_rank' }),
  priority: integer('page.priority'),
  draft: boolean('page.draft'),
  template: boolean('page.template'),
  created_at: timestamp('page.created_at'),
  updated_at: timestamp('page.updated_at'),
  created_by: integer('page.created_by'),
  updated_by: integer('page.updated_by'),
  owned_by: integer('page.owned_by'),
});
