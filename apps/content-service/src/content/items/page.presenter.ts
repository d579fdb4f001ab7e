import { type PageCommentRow, presentPageComments } from '../comments/page-comments';
import type { ItemDetail } from './item.repository';
import type { Page, PageContent } from './page.entity';
import { presentItem, presentPeople } from './presentation';

/** A page as lists and chapters show it; never with its body. */
export type PageInList = Page & { bookSlug: string };

/** The body is as stored. */
export type PageDetail = ItemDetail<Page> & Omit<PageContent, 'pageId'> & { comments: PageCommentRow[] };

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
