/** What placing a comment in its page's tree needs. */
export interface TreeComment {
  local_id: number;
  /** The `local_id` of the comment it answers; null at the top. */
  parent_id: number | null;
  archived: boolean;
}

export interface CommentNode<C> {
  comment: C;
  depth: number;
  children: CommentNode<C>[];
}

/** Comments as a forest, split by whether the top one is archived; an answer to a comment that is gone stands at the top (content-behaviour §6.11). */
export function commentTree<C extends TreeComment>(comments: readonly C[]): { active: CommentNode<C>[]; archived: CommentNode<C>[] } {
  const known = new Set(comments.map((comment) => comment.local_id));
  const answersTo = Map.groupBy(comments, ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : null));
  const nodesUnder = (parent: number | null, depth: number): CommentNode<C>[] =>
    (answersTo.get(parent) ?? []).map((comment) => ({ comment, depth, children: nodesUnder(comment.local_id, depth + 1) }));
  const top = nodesUnder(null, 0);
  return { active: top.filter(({ comment }) => !comment.archived), archived: top.filter(({ comment }) => comment.archived) };
}
