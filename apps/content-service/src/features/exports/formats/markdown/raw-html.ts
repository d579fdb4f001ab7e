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
import { VOID, words } from '../../../../text/tree/html-elements';
import { descendantsOf, elementsOf } from '../../../../text/tree/html-tree';
import { serializeNodes } from '../../../../text/tree/serialize-html';
import { isPipeTable } from './pipe-table';
import { isListOfMarkdown } from './lists';

/** Elements that stay HTML with all their content: Markdown inside them would be read as text. */
const INLINE = words('svg math object video audio');
const BLOCKS = words('table iframe');
/** When a line begins with one of these, Markdown reads the rest of the line as HTML. */
const BLOCKS_AT_START = words('script style textarea title base link meta');
const NOT_RENDERED = words('noembed noframes');
/** Obsolete names of `pre`. */
const PREFORMATTED = words('listing xmp');
/** Inside these, Markdown is parsed only between empty lines, which turn it into paragraphs. */
const CONTAINERS = words(
  'address article aside canvas center dd details dialog dir div dl dt fieldset figcaption figure footer form header hgroup main menu nav noscript section',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const BLOCKS_OF_MARKDOWN = new Set([...HEADINGS, ...words('p ul ol li pre blockquote hr summary')]);
/** Elements that say something without text. */
const MEANINGFUL_WHEN_EMPTY = words('a table iframe script audio video');
const CODE = words('pre script style textarea');
const SCRIPTS = words('script style');
const ITEMS = words('li');

const isBlock = (node: ChildNode | ParentNode | null) =>
  node === null ||
  !isTag(node) ||
  CONTAINERS.has(node.name) ||
  BLOCKS.has(node.name) ||
  BLOCKS_OF_MARKDOWN.has(node.name);

/** Tells which elements of a document stay HTML with everything in them, because Markdown has no form for them. */
export class RawHtml {
  private readonly withBlocks = new Set<Element>();
  private readonly filled = new Set<Element>();

  constructor(document: Document) {
    // Children come before their parents.
    for (const element of [...elementsOf(document)].reverse()) {
      const { name, children } = element;
      if (PREFORMATTED.has(name)) element.name = 'pre';
      if (children.some((child) => isTag(child) && (isBlock(child) || this.withBlocks.has(child))))
        this.withBlocks.add(element);
      if (VOID.has(name) || MEANINGFUL_WHEN_EMPTY.has(name) || children.some((child) => this.isFilled(child)))
        this.filled.add(element);
    }
  }

  /** How the HTML of an element is written: with a line to itself, or among text. `undefined` if it is written as Markdown. */
  formOf(element: Element): 'block' | 'inline' | undefined {
    const { name, parent } = element;
    const hasBlocks = this.withBlocks.has(element);
    if (NOT_RENDERED.has(name)) return 'inline';
    if (INLINE.has(name)) return hasBlocks ? 'block' : 'inline';
    if (BLOCKS_AT_START.has(name)) return beginsLine(element) && !isBeforePlainText(element) ? 'block' : 'inline';
    if (name === 'table') return isPipeTable(element) ? undefined : 'block';
    if (name === 'iframe') return isBlock(parent) ? 'block' : 'inline';
    if (CONTAINERS.has(name))
      return isDrawing(element) || (!hasBlocks && this.filled.has(element)) ? 'block' : undefined;
    if (name === 'ol') return isListOfMarkdown(element) ? undefined : 'block';
    return hasBlocks && (HEADINGS.has(name) || !isBlock(element)) ? 'block' : undefined;
  }

  isBlock(element: Element): boolean {
    const form = this.formOf(element);
    return form === undefined ? isBlock(element) : form === 'block';
  }

  /** Whether an element that does not stay HTML shows nothing. */
  isBlank = (element: Element): boolean => !this.filled.has(element) && this.formOf(element) === undefined;

  htmlOf(element: Element): string {
    if (NOT_RENDERED.has(element.name)) return '';
    return this.formOf(element) === 'block' ? this.blockHtml(element) : inlineHtml(element);
  }

  private blockHtml(element: Element): string {
    for (const node of descendantsOf(element))
      if (isText(node) && !isIn(CODE, node)) node.data = node.data.replace(/\n[ \t\r\n\f]*/g, '\n');
    if (BLOCKS_AT_START.has(element.name)) return serializeNodes([element]);
    // Markdown recognises other elements as blocks only when their tag has a line to itself.
    const [first] = element.children;
    const beginsNewLine = first && isText(first) && first.data.startsWith('\n');
    if (this.withBlocks.has(element) && !isBlock(element) && !beginsNewLine)
      element.children = [new Text('\n'), ...element.children];
    return withoutEmptyLines(element);
  }

  private isFilled(node: ChildNode): boolean {
    return isText(node) ? node.data.trim() !== '' : isTag(node) && !this.isBlank(node);
  }
}

/** HTML among text: Markdown reads the text between its tags. */
function inlineHtml(element: Element): string {
  for (const node of descendantsOf(element)) {
    if (!isText(node)) continue;
    node.data = node.data.replace(/\n[ \t\r\n\f]*/g, ' ');
    if (!isIn(CODE, node)) node.data = node.data.replace(/[\\`*_[\]~]/g, '\\$&');
  }
  return withoutEmptyLines(element);
}

/** The HTML of nodes on one line of HTML, where no Markdown is read. */
export function lineOfHtml(element: Element): string {
  for (const node of descendantsOf(element))
    if (isText(node) && !isIn(CODE, node)) node.data = node.data.replace(/[ \t\r\n\f]+/g, ' ');
  return withoutEmptyLines(element, element.children).trim();
}

/** Empty lines end HTML in Markdown. Those of scripts mean nothing, all others can be written as entities. */
function withoutEmptyLines(element: Element, nodes: ChildNode[] = [element]): string {
  for (const node of descendantsOf(element))
    if (isText(node) && isIn(SCRIPTS, node)) node.data = node.data.replace(/\n\s*\n/g, '\n');
  const html = serializeNodes(nodes).replace(/\n(?=[ \t]*\n)/g, '&#10;');
  return isIn(ITEMS, element)
    ? html.replace(INDENTED, (part, script) => (script ? part : part.replaceAll('\n', '&#10;')))
    : html;
}

/** The lines of list items are indented. That would change preformatted text and attributes. */
const INDENTED = /<(script|style)\b[^]*?<\/\1>|<(pre|textarea)\b[^]*?<\/\2>|<[a-z][^>]*>/gi;

const isDrawing = ({ name, attribs }: Element) => name === 'div' && 'drawio-diagram' in attribs;

function isIn(names: ReadonlySet<string>, node: ChildNode): boolean {
  for (let { parent } = node; parent; { parent } = parent) if (isTag(parent) && names.has(parent.name)) return true;
  return false;
}

/** Whether no text precedes it in its block. */
function beginsLine(node: ChildNode): boolean {
  let { prev } = node;
  while (prev && (isComment(prev) || (isText(prev) && prev.data.trim() === ''))) ({ prev } = prev);
  return prev ? isTag(prev) && (isBlock(prev) || BLOCKS_AT_START.has(prev.name)) : isBlock(node.parent);
}

/** Whether the rest of its line is plain text, which reads the same as HTML. The reference prints it on that line. */
const isBeforePlainText = ({ next }: Element) =>
  next !== null && isText(next) && next.next === null && PLAIN.test(next.data);
const PLAIN = /^[\p{L}\p{N} ]+$/u;
