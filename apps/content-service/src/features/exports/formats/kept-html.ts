import {
  isComment,
  isTag,
  isText,
  Text,
  type ChildNode,
  type Document,
  type Element,
  type ParentNode,
} from 'domhandler';
import { VOID, words } from '../../../text/tree/html-elements';
import { descendantsOf, elementsOf, keepAttributes } from '../../../text/tree/html-tree';
import { serializeNodes } from '../../../text/tree/serialize-html';
import { isPipeTable } from './markdown/pipe-table';

/** The attribute that marks a placeholder. It is removed from all other elements. */
export const STAND_IN = 'data-kept';

/** Elements that stay HTML with all their content: Markdown inside them would be read as text. */
const INLINE = words('svg math object video audio');
const BLOCKS = words('table iframe');
/** When a line begins with one of these, Markdown reads the rest of the line as HTML. */
const BLOCKS_AT_START = words('script style textarea title base link meta');
const NOT_SHOWN = words('noembed noframes');
/** Obsolete names of `pre`. */
const PREFORMATTED = words('listing xmp');
/** Inside these, Markdown is parsed only between empty lines, which turn it into paragraphs. */
const CONTAINERS = words(
  'address article aside center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup main nav section',
);
const BLOCKS_OF_MARKDOWN = words('p h1 h2 h3 h4 h5 h6 ul ol li pre blockquote hr summary');
const isBlock = (node: ChildNode | ParentNode | null) =>
  node === null ||
  !isTag(node) ||
  CONTAINERS.has(node.name) ||
  BLOCKS.has(node.name) ||
  BLOCKS_OF_MARKDOWN.has(node.name);

/**
 * Replaces HTML that must stay as stored by empty placeholders, because another parser would move and add elements.
 * @returns the removed HTML, by the number in its placeholder
 */
export function takeOutKeptHtml(document: Document): string[] {
  const kept: string[] = [];
  for (const element of elementsOf(document)) {
    keepAttributes(element, (attribute) => attribute !== STAND_IN);
    if (PREFORMATTED.has(element.name)) element.name = 'pre';
  }
  const withBlocks = elementsWithBlocks(document);
  for (const element of elementsOf(document)) {
    const name = standInFor(element, withBlocks);
    if (!name) continue;
    const html = NOT_SHOWN.has(element.name)
      ? ''
      : keptHtml(element, name === 'img' ? ' ' : '\n', withBlocks.has(element));
    element.attribs = { [STAND_IN]: String(kept.push(html) - 1) };
    element.name = name;
    element.children = [];
  }
  return kept;
}

/** Both are void elements: Turndown does not drop a paragraph that holds nothing else as blank. */
function standInFor(element: Element, withBlocks: ReadonlySet<Element>): 'hr' | 'img' | undefined {
  const { name, parent } = element;
  if (NOT_SHOWN.has(name)) return 'img';
  if (INLINE.has(name)) return withBlocks.has(element) ? 'hr' : 'img';
  if (BLOCKS_AT_START.has(name)) return beginsLine(element) && !isBeforePlainText(element) ? 'hr' : 'img';
  if (name === 'table') return isPipeTable(element) ? undefined : 'hr';
  if (name === 'iframe') return isBlock(parent) ? 'hr' : 'img';
  if (CONTAINERS.has(name))
    return isDrawing(element) || (!withBlocks.has(element) && hasContent(element)) ? 'hr' : undefined;
  return !isBlock(element) && withBlocks.has(element) ? 'hr' : undefined;
}

const isDrawing = ({ name, attribs }: Element) => name === 'div' && 'drawio-diagram' in attribs;

const hasContent = (element: Element) =>
  [...descendantsOf(element)].some((node) => (isText(node) ? node.data.trim() !== '' : isVoid(node)));
const isVoid = (node: ChildNode) => isTag(node) && VOID.has(node.name);

function elementsWithBlocks(document: Document): Set<Element> {
  const found = new Set<Element>();
  for (const element of [...elementsOf(document)].reverse())
    if (element.children.some((child) => isTag(child) && (isBlock(child) || found.has(child)))) found.add(element);
  return found;
}

/** Whether no text precedes it in its block. */
function beginsLine(node: ChildNode): boolean {
  let { prev } = node;
  while (prev && (isComment(prev) || (isText(prev) && prev.data.trim() === ''))) ({ prev } = prev);
  return prev ? isTag(prev) && isBlock(prev) : isBlock(node.parent);
}

/** Whether the rest of its line is plain text, which reads the same as HTML. The reference prints it on that line. */
const isBeforePlainText = ({ next }: Element) =>
  next !== null && isText(next) && next.next === null && PLAIN.test(next.data);
const PLAIN = /^[\p{L}\p{N} ]+$/u;

/** @param newline white space that replaces line breaks, because an empty line would end HTML in Markdown */
function keptHtml(element: Element, newline: string, hasBlocks: boolean): string {
  for (const node of descendantsOf(element))
    if (isText(node) && !isCode(node)) node.data = node.data.replace(/\n\s*/g, newline);
  // Markdown recognises other elements as blocks only when their tag has a line to itself.
  const [first] = element.children;
  const beginsNewLine = first && isText(first) && first.data.startsWith('\n');
  if (hasBlocks && !isBlock(element) && !beginsNewLine) element.children = [new Text('\n'), ...element.children];
  return serializeNodes([element]);
}

const isCode = ({ parent }: ChildNode) =>
  parent !== null && isTag(parent) && ['pre', 'script', 'style', 'textarea'].includes(parent.name);
