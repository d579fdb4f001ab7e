import { type CommentRow, presentComment } from '../../content/comments/comment.presenter';
import type { UserSummary } from '../../content/items/presentation';

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
