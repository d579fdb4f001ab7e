import { isComment, isTag, isText, type ChildNode, type Element } from 'domhandler';
import { words } from '../../../../text/tree/html-elements';
import { elementsOf } from '../../../../text/tree/html-tree';

const IN_CELLS = words('a abbr b br code del em i img ins kbd mark s small span strong sub sup u');
/** Other attributes have no form in a pipe table. Ids may be lost: they are generated anew when the Markdown is rendered. */
const ATTRIBUTES = words('id align');

/** Whether Markdown has a form for a table: one row of headings, as many cells in every other row, and no blocks in cells. */
export function isPipeTable(table: Element): boolean {
  const parts = partsOf(table);
  const rows = parts?.flatMap((part) => (part.name === 'tr' ? [part] : (partsOf(part) ?? [part])));
  const [head, ...body] = rows ?? [];
  if (!head || !parts || parts.some(({ name }, index) => name === 'tfoot' || (name === 'thead' && index > 0)))
    return false;
  const width = cellsOf(head, 'th')?.length;
  return width !== undefined && width > 0 && body.every((row) => cellsOf(row, 'td')?.length === width);
}

/** Child elements; undefined when there is text between them, or an attribute that a pipe table cannot express. */
function partsOf(element: Element): Element[] | undefined {
  const isFit = (node: ChildNode) => (isText(node) ? node.data.trim() === '' : isTag(node) || isComment(node));
  if (!Object.keys(element.attribs).every((name) => ATTRIBUTES.has(name)) || !element.children.every(isFit))
    return undefined;
  return element.children.filter(isTag);
}

function cellsOf(row: Element, name: string): Element[] | undefined {
  const cells = row.name === 'tr' ? partsOf(row) : undefined;
  return cells?.every((cell) => cell.name === name && isFitCell(cell)) ? cells : undefined;
}

function isFitCell(cell: Element): boolean {
  if (!Object.keys(cell.attribs).every((name) => ATTRIBUTES.has(name))) return false;
  for (const { name } of elementsOf(cell)) if (!IN_CELLS.has(name)) return false;
  return true;
}

const ALIGNED: Partial<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

/** @param writeCell gives the content of a cell as Markdown on one line */
export function writeTable(table: Element, writeCell: (cell: Element) => string): string {
  const rows = [...elementsOf(table)].filter(({ name }) => name === 'tr').map((row) => row.children.filter(isTag));
  const [head = [], ...body] = rows.map((cells) => cells.map((cell) => writeCell(cell).replaceAll('|', '\\|')));
  const rules = rows[0]?.map(({ attribs }) => ALIGNED[attribs.align ?? ''] ?? '---') ?? [];
  return [head, rules, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
