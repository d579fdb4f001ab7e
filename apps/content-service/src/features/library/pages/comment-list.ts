import type { CommentNode } from '../../../content/comments/comment-tree';

/** Deeper replies are not indented further, so that they stay readable. */
const MAX_INDENT = 4;

/** Trees as a list in reading order. Not recursive, because replies may nest without limit. */
export function commentList<C>(trees: readonly CommentNode<C>[]): { comment: C; indent: number }[] {
  const list: { comment: C; indent: number }[] = [];
  const waiting = trees.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    list.push({ comment: node.comment, indent: Math.min(node.depth, MAX_INDENT) });
    for (const reply of node.children.toReversed()) waiting.push(reply);
  }
  return list;
}
