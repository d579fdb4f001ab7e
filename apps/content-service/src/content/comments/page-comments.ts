import { listOf, NamedSchema, orNull, record, WHOLE } from '@almanac/openapi';
import { userJson } from '../kinds/item-sql';
import { USER_SUMMARY, type UserSummary } from '../kinds/presentation';
import { COMMENT_MEMBERS, type CommentRow, presentComment } from './comment.presenter';
import { commentTree } from './comment-tree';

export interface PageCommentRow extends CommentRow {
  creator: UserSummary | null;
}

/** All comments of `page` with their authors, oldest first; none where comments are switched off (content-behaviour §6.11). */
export const PAGE_COMMENTS_COLUMN = `(
  SELECT coalesce(json_agg(to_jsonb(comment) || jsonb_build_object('creator', ${userJson('comment.created_by')})
    ORDER BY comment.created_at, comment.id), '[]')
  FROM comments comment WHERE comment.page_id = page.id
    AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'app-disable-comments' AND value = 'true')) AS comments`;

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
