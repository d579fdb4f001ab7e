/** The used part of the output of `EXPLAIN (ANALYZE, FORMAT JSON)`. */
export interface Plan {
  readonly Plan: PlanNode;
  readonly 'Planning Time': number;
  readonly 'Execution Time': number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Scans and sorts of fewer rows take no noticeable time. */
const MIN_NOTICEABLE_ROWS = 2_000;

/** Table cells: time in milliseconds, sequential scans, and numbers of sorted rows. */
export function summaryOf({ Plan: root, 'Planning Time': planning, 'Execution Time': execution }: Plan): string {
  const nodes = flat(root);
  const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && read(node) > MIN_NOTICEABLE_ROWS);
  const sorts = nodes.filter((node) => node['Node Type'] === 'Sort').map((node) => read(node.Plans?.[0] ?? node));
  return [
    (planning + execution).toFixed(1),
    scans.map((node) => `${node['Relation Name']} (${read(node)})`).join(', '),
    sorts.filter((rows) => rows > MIN_NOTICEABLE_ROWS).join(', '),
  ].join(' | ');
}

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];

const read = (node: PlanNode): number =>
  Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);
