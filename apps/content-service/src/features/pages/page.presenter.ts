import { presentCommentHtml } from '../../domain/descriptions/comment-html';
import { commentTree } from '../../domain/html/comment-tree';
import type { TagRow } from '../../domain/content-tree/item-sql';
import {
  type ItemPeople,
  type ItemRow,
  presentItem,
  presentPeople,
  type UserSummary,
  utcMicros,
} from '../../domain/content-tree/presentation';

/** A comment as SQL gives it (`json_build_object`). */
export interface CommentRow {
  id: number;
  local_id: number;
  parent_id: number | null;
  html: string;
  content_ref: string;
  archived: boolean;
  created_by: UserSummary | null;
  updated_by: number | null;
  created_at: string;
  updated_at: string;
}

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
  comments: CommentRow[];
}

/**
 * After create and update.
 * @param html the stored HTML as it is shown: with its includes, filtered
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
  comments: commentTree(page.comments.map((comment) => presentComment(comment, page.id))),
});

const presentComment = (comment: CommentRow, pageId: number) => ({
  id: comment.id,
  commentable_id: pageId,
  commentable_type: 'page',
  html: presentCommentHtml(comment.html),
  parent_id: comment.parent_id,
  local_id: comment.local_id,
  content_ref: comment.content_ref,
  archived: comment.archived,
  created_by: comment.created_by,
  updated_by: comment.updated_by,
  created_at: utcMicros(comment.created_at),
  updated_at: utcMicros(comment.updated_at),
});
