import { listOf, NamedSchema, record, TEXT } from '@almanac/openapi';
import { PAGE_COMMENTS, type PageCommentRow, presentPageComments } from '../../content/comments/page-comments';
import type { ItemDetail } from '../../content/items/item.repository';
import { PAGE_COLUMNS, presentPageColumns } from '../../content/items/page-in-list';
import type { Page, PageContent } from '../../content/items/page.entity';
import { PERMISSIONS_INCLUDED } from '../../content/kinds/included.schema';
import { ITEM_MEMBERS, PEOPLE_MEMBERS, presentItem, presentPeople, TAG_SCHEMA } from '../../content/kinds/presentation';
import type { SortedItem } from '../../content/sorting/book-order';

/** The body is as stored. */
export type PageDetail = ItemDetail<Page> & SortedItem & Omit<PageContent, 'pageId'> & { comments: PageCommentRow[] };

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

const SAVED = {
  ...ITEM_MEMBERS,
  ...PEOPLE_MEMBERS,
  type: { ...TEXT, enum: ['page'] },
  ...PAGE_COLUMNS,
  html: { ...TEXT, description: 'For readers: includes are resolved, and scripts are removed' },
  raw_html: { ...TEXT, description: 'As stored' },
  markdown: TEXT,
  tags: listOf(TAG_SCHEMA),
};

/** Answers of `presentPage`. */
export const SAVED_PAGE_SCHEMA = new NamedSchema('SavedPage', record(SAVED));

export const PAGE_SCHEMA = new NamedSchema('Page', record({ ...SAVED, comments: PAGE_COMMENTS }, PERMISSIONS_INCLUDED));
