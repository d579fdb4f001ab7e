import { type ChildNode, type Document, Element, isTag, isText, type ParentNode } from 'domhandler';
import { elementsOf, setChildren } from '../tree/html-tree';

const LISTS = ['ul', 'ol'];
const ROW_GROUPS = ['thead', 'tbody', 'tfoot'];

/**
 * Mends contents that HTML does not allow, as the allow-list of the reference does: rows without cells, lists beside items of a list,
 * `details` without a summary, players without a source. Changes the document.
 */
export function mendContents(document: Document): void {
  // From the leaves up: a group of rows may lose its last row.
  for (const parent of [document, ...elementsOf(document)].reverse()) mendChildren(parent);
}

function mendChildren(parent: ParentNode): void {
  const children = parent.children.filter((child) => !isTag(child) || !isHollow(child));
  if (children.length < parent.children.length) setChildren(parent, children);
  if (!isTag(parent)) return;
  if (LISTS.includes(parent.name)) putListsIntoItems(parent);
  else if (parent.name === 'table') groupRows(parent);
  else if (parent.name === 'details') putSummaryFirst(parent);
}

/** Whether the reference leaves out an element because of the contents that it lacks. */
function isHollow(element: Element): boolean {
  if (element.name === 'tr') return !has(element, ['td', 'th']);
  if (ROW_GROUPS.includes(element.name)) return !has(element, ['tr']);
  if (element.name === 'details') return element.children.every(isBlank);
  return (
    ['audio', 'video'].includes(element.name) && element.attribs.src === undefined && element.children.length === 0
  );
}

/** A list directly in a list becomes part of the item before it. */
function putListsIntoItems(list: Element): void {
  if (!has(list, LISTS)) return;
  const children: ChildNode[] = [];
  let item: Element | undefined;
  for (const child of list.children) {
    if (isNamed(child, LISTS)) {
      if (!item) children.push((item = new Element('li', {})));
      item.children.push(child);
    } else {
      children.push(child);
      if (isNamed(child, ['li'])) item = child;
    }
  }
  setGrandchildren(list, children);
}

/** Rows beside groups of rows get a group of their own. */
function groupRows(table: Element): void {
  if (!has(table, ROW_GROUPS) || !has(table, ['tr'])) return;
  const children: ChildNode[] = [];
  let group: Element | undefined;
  for (const child of table.children) {
    if (isNamed(child, ['tr'])) {
      if (!group) children.push((group = new Element('tbody', {})));
      group.children.push(child);
    } else {
      children.push(child);
      if (isTag(child)) group = undefined;
    }
  }
  setGrandchildren(table, children);
}

function putSummaryFirst(details: Element): void {
  const summary =
    details.children.find((child) => isTag(child) && child.name === 'summary') ?? new Element('summary', {});
  const start = details.children.findIndex((child) => !isBlank(child));
  if (start < 0) return;
  const rest = details.children.filter((child) => child !== summary);
  setChildren(details, rest.toSpliced(start, 0, summary));
}

/** Sets the children of each element once. Otherwise a table of thousands of rows would take quadratic time. */
function setGrandchildren(parent: Element, children: ChildNode[]): void {
  setChildren(parent, children);
  for (const child of children) if (isTag(child)) setChildren(child, child.children);
}

const isNamed = (node: ChildNode, names: readonly string[]): node is Element =>
  isTag(node) && names.includes(node.name);

const has = (parent: Element, names: readonly string[]) => parent.children.some((child) => isNamed(child, names));

const isBlank = (node: ChildNode) => isText(node) && node.data.trim() === '';
