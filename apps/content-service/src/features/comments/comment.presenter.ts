import { listOf, NamedSchema, orNull, record } from '@almanac/openapi';
import { COMMENT_MEMBERS, type CommentRow, presentComment } from '../../content/comments/comment.presenter';
import { USER_SUMMARY, type UserSummary } from '../../content/kinds/presentation';

export interface CommentDetailRow extends CommentRow {
  creator: UserSummary | null;
  updater: UserSummary | null;
  /** The direct replies. */
  replies: CommentRow[];
}

/** A single read: users are objects, but ids in the replies. */
export const presentCommentWithReplies = (comment: CommentDetailRow) => ({
  ...presentComment(comment),
  created_by: comment.creator,
  updated_by: comment.updater,
  replies: comment.replies.map(presentComment),
});

export const COMMENT_SCHEMA = new NamedSchema(
  'Comment',
  record({
    ...COMMENT_MEMBERS,
    created_by: orNull(USER_SUMMARY),
    updated_by: orNull(USER_SUMMARY),
    replies: listOf(record(COMMENT_MEMBERS)),
  }),
);
