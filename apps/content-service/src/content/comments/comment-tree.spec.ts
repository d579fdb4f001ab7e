import { commentTree, type CommentNode, type TreeComment } from './comment-tree';

const comment = (local_id: number, parent_id: number | null = null, archived = false) => ({
  local_id,
  parent_id,
  archived,
});

/** `1(2(3))` for a reply 3 to a reply 2 to comment 1. Also checks the depths. */
function outline(nodes: CommentNode<TreeComment>[], depth = 0): string {
  return nodes
    .map((node) => {
      expect(node.depth).toBe(depth);
      return node.comment.local_id + (node.children.length > 0 ? `(${outline(node.children, depth + 1)})` : '');
    })
    .join(' ');
}

describe('the comments of a page', () => {
  it.each([
    ['are trees by local ids', [comment(1), comment(2), comment(3, 1), comment(4, 3)], '1(3(4)) 2', ''],
    ['are at the top when their parent is missing', [comment(2), comment(3, 1), comment(4, 3)], '2 3(4)', ''],
    ['are archived as whole trees', [comment(1, null, true), comment(2), comment(3, 1), comment(4, 3)], '2', '1(3(4))'],
    ['are not archived by the flag of a reply', [comment(1), comment(2, 1, true)], '1(2)', ''],
    ['keep their order', [comment(5), comment(1), comment(7, 1), comment(6, 1)], '5 1(7 6)', ''],
    ['may come before their parent', [comment(3, 4), comment(4)], '4(3)', ''],
    ['are left out when replies form a cycle', [comment(1), comment(2, 3), comment(3, 2)], '1', ''],
    ['can be absent', [], '', ''],
  ])('%s', (_rule, comments, active, archived) => {
    const trees = commentTree(comments);
    expect([outline(trees.active), outline(trees.archived)]).toEqual([active, archived]);
  });

  it('keep their own fields', () => {
    const given = { ...comment(1), html: '<p>a</p>' };
    expect(commentTree([given]).active).toEqual([{ comment: given, depth: 0, children: [] }]);
  });

  it('may be nested 20,000 levels deep', () => {
    const comments = Array.from({ length: 20_000 }, (_, index) => comment(index + 1, index || null));
    expect(commentTree(comments).active).toHaveLength(1);
  });
});
