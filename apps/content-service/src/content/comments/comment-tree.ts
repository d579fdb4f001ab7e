/** The fields of a comment that the tree needs; others are passed through. */
export interface TreeComment {
  /** Its number on the page. */
  local_id: number;
  /** The `local_id` of the comment it replies to; null at the top. */
  parent_id: number | null;
  archived: boolean;
}

export interface CommentNode<C> {
  comment: C;
  /** 0 at the top. */
  depth: number;
  children: CommentNode<C>[];
}

/**
 * The comments of one page as trees (content-behaviour §6.11). A reply whose parent is missing becomes a top comment. The flag of the top
 * comment decides whether the whole tree is archived. Keeps the order of `comments`, which should be that of their creation.
 */
export function commentTree<C extends TreeComment>(
  comments: readonly C[],
): { active: CommentNode<C>[]; archived: CommentNode<C>[] } {
  const nodes = new Map(
    comments.map((comment): [number, CommentNode<C>] => [comment.local_id, { comment, depth: 0, children: [] }]),
  );
  const tops: CommentNode<C>[] = [];
  for (const node of nodes.values()) {
    const parent = node.comment.parent_id === null ? undefined : nodes.get(node.comment.parent_id);
    (parent?.children ?? tops).push(node);
  }
  // Not recursive, because replies may nest without limit. Each node is a child at most once, so the loop ends.
  const waiting = [...tops];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of node.children) {
      child.depth = node.depth + 1;
      waiting.push(child);
    }
  }
  return {
    active: tops.filter(({ comment }) => !comment.archived),
    archived: tops.filter(({ comment }) => comment.archived),
  };
}
