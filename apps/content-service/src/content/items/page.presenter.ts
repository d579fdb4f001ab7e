import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { PARENTS_INCLUDED, PERMISSIONS_INCLUDED } from '../included/included.schema';
import { PAGE_COMMENTS, type PageCommentRow, presentPageComments } from '../comments/page-comments';
import type { SortedItem } from '../sorting/book-order';
import type { ItemDetail } from './item.repository';
import type { Page, PageContent } from './page.entity';
import { ITEM_MEMBERS, PEOPLE_MEMBERS, presentItem, presentPeople, TAG_SCHEMA } from '../kinds/presentation';

/** A page as lists and chapters show it; never with its body. */
export type PageInList = Page & { bookSlug: string };

/** The body is as stored. */
export type PageDetail = ItemDetail<Page> & SortedItem & Omit<PageContent, 'pageId'> & { comments: PageCommentRow[] };

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

/**
 * After create and update.
 * @param html the stored HTML with includes resolved, filtered
 */
export const presentPage = (page: Omit<PageDetail, 'comments'>, html: string) => ({
  ...presentItem(page),
  ...presentPeople(page),
  type: 'page',
  ...presentPageColumns(page),
  html,
  raw_html: page.html,
  markdown: page.markdown,
  tags: page.tags,
});

/** A single read: with the comments as trees. */
export const presentPageWithComments = (
  page: Omit<PageDetail, 'comments'>,
  comments: readonly PageCommentRow[],
  html: string,
) => ({
  ...presentPage(page, html),
  comments: presentPageComments(comments),
});

const COLUMNS = {
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
    { ...ITEM_MEMBERS, ...COLUMNS, book_slug: TEXT },
    { tags: listOf(TAG_SCHEMA), html: TEXT, markdown: TEXT, ...PARENTS_INCLUDED, ...PERMISSIONS_INCLUDED },
  ),
);

const SAVED = {
  ...ITEM_MEMBERS,
  ...PEOPLE_MEMBERS,
  type: { ...TEXT, enum: ['page'] },
  ...COLUMNS,
  html: { ...TEXT, description: 'For readers: includes are resolved, and scripts are removed' },
  raw_html: { ...TEXT, description: 'As stored' },
  markdown: TEXT,
  tags: listOf(TAG_SCHEMA),
};

/** Answers of `presentPage`. */
export const SAVED_PAGE_SCHEMA = new NamedSchema('SavedPage', record(SAVED));

export const PAGE_SCHEMA = new NamedSchema('Page', record({ ...SAVED, comments: PAGE_COMMENTS }, PERMISSIONS_INCLUDED));
