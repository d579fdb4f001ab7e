import { type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { userJson } from '../kinds/item-sql';
import { TIMES, USER_ID, USER_SUMMARY, type UserSummary, utcMicros } from '../kinds/presentation';
import { commentTree } from './comment-tree';
import { Comment } from './comment.entity';

/** Columns of lists, of table alias `comment`. */
export const COMMENT_LIST_COLUMNS = selectSnakeColumns(
  Comment,
  'comment',
  'id',
  'pageId',
  'parentId',
  'localId',
  'contentRef',
  'createdBy',
  'updatedBy',
  'createdAt',
  'updatedAt',
);

export const COMMENT_COLUMNS = sql`${COMMENT_LIST_COLUMNS}, ${selectSnakeColumns(Comment, 'comment', 'html', 'archived')}`;

/** The times are texts in JSON. The HTML is as stored, or filtered for readers: see `TextWork.showComments`. */
type WithTimes<Row> = Omit<Row, 'created_at' | 'updated_at'> & Record<'created_at' | 'updated_at', Date | string>;
type CommentListRow = WithTimes<RowOf<typeof COMMENT_LIST_COLUMNS>>;
/** A row of `comments`, from a query or as JSON. */
export type CommentRow = WithTimes<RowOf<typeof COMMENT_COLUMNS>>;

export const presentCommentInList = (comment: CommentListRow) => ({
  id: comment.id,
  commentable_id: comment.page_id,
  commentable_type: 'page',
  parent_id: comment.parent_id,
  local_id: comment.local_id,
  content_ref: comment.content_ref,
  created_by: comment.created_by,
  updated_by: comment.updated_by,
  created_at: utcMicros(comment.created_at),
  updated_at: utcMicros(comment.updated_at),
});

/** After create and update: without the text. */
export const presentSavedComment = (comment: CommentRow) => ({
  ...presentCommentInList(comment),
  archived: comment.archived,
});

/** With its text, which must be filtered for readers already; users as ids. */
export const presentComment = (comment: CommentRow) => ({ ...presentSavedComment(comment), html: comment.html });

const IN_LIST = {
  id: WHOLE,
  commentable_id: WHOLE,
  commentable_type: { ...TEXT, enum: ['page'] },
  parent_id: { ...orNull(WHOLE), description: 'The `local_id` of the comment that this one replies to' },
  local_id: { ...WHOLE, description: 'Number of the comment on its page' },
  content_ref: { ...TEXT, description: 'The part of the page that the comment is about' },
  created_by: USER_ID,
  updated_by: USER_ID,
  ...TIMES,
};

export const COMMENT_IN_LIST_SCHEMA = new NamedSchema('CommentInList', record(IN_LIST));

export const SAVED_COMMENT_SCHEMA = new NamedSchema('SavedComment', record({ ...IN_LIST, archived: FLAG }));

/** Members of `presentComment`. */
export const COMMENT_MEMBERS = { ...IN_LIST, archived: FLAG, html: TEXT };

export interface PageCommentRow extends CommentRow {
  creator: UserSummary | null;
}

/** All comments of `page` with their authors, oldest first; none where comments are switched off (content-behaviour §6.11). */
export const PAGE_COMMENTS_COLUMN = selectComputed<{ comments: PageCommentRow[] }>({
  comments: `(SELECT coalesce(json_agg(to_jsonb(comment) || jsonb_build_object('creator', ${userJson('comment.created_by')})
    ORDER BY comment.created_at, comment.id), '[]')
  FROM comments comment WHERE comment.page_id = page.id
    AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'app-disable-comments' AND value = 'true'))`,
});

/** The comments of one page as trees, for the read of the page. Their texts must be filtered for readers already. */
export const presentPageComments = (comments: readonly PageCommentRow[]) =>
  commentTree(comments.map((comment) => ({ ...presentComment(comment), created_by: comment.creator })));

/** A node of the tree; its `children` are such nodes. */
const NODE = new NamedSchema(
  'CommentNode',
  record({
    comment: record({ ...COMMENT_MEMBERS, created_by: orNull(USER_SUMMARY) }),
    depth: { ...WHOLE, minimum: 0 },
    children: listOf({ $ref: '#/components/schemas/CommentNode' }),
  }),
);

export const PAGE_COMMENTS = record({ active: listOf(NODE), archived: listOf(NODE) });
