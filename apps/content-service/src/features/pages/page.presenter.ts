import { type PageCommentRow, presentPageComments } from '../../content/comments/page-comments';
import type { TagRow } from '../../content/items/item-sql';
import { type ItemPeople, type ItemRow, presentItem, presentPeople } from '../../content/items/presentation';

export interface PageDetailRow extends ItemRow, ItemPeople {
  book_id: number;
  chapter_id: number | null;
  priority: number;
  draft: boolean;
  template: boolean;
  revision_count: number;
  editor: string;
  /** As stored. */
  html: string;
  markdown: string;
  tags: TagRow[];
  comments: PageCommentRow[];
}

/**
 * After create and update.
 * @param html the stored HTML with includes resolved, filtered
 */
export const presentPage = (page: PageDetailRow, html: string) => ({
  ...presentItem(page),
  ...presentPeople(page),
  type: 'page',
  book_id: page.book_id,
  chapter_id: page.chapter_id,
  priority: page.priority,
  draft: page.draft,
  template: page.template,
  revision_count: page.revision_count,
  editor: page.editor,
  html,
  raw_html: page.html,
  markdown: page.markdown,
  tags: page.tags,
});

/** A single read: with the comments as trees. */
export const presentPageWithComments = (page: PageDetailRow, html: string) => ({
  ...presentPage(page, html),
  comments: presentPageComments(page.comments),
});
