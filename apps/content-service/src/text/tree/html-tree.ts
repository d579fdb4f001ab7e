import {
  Document,
  hasChildren,
  isDirective,
  isTag,
  isText,
  Text,
  type ChildNode,
  type Element,
  type ParentNode,
} from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { stableTreeOf } from './browser-tree';
import { ShallowParser } from './shallow-parser';

const WRAPPERS = new Set(['html', 'head', 'body']);
const MAX_ARGUMENTS = 1000;

/**
 * Parses HTML as the content of a body. Browsers build the same tree from its printed form: otherwise readers would get another tree than
 * the one that was filtered. Most HTML is well nested, which costs a third of parse5's time. It is kept as written, without
 * `tbody` around rows. Left out are a doctype, the tags `html`, `head` and `body`, and tags deeper than MAX_DEPTH.
 * Never throws.
 */
export function parseHtml(html: string): Document {
  return parseWithDepth(html).document;
}

interface ParsedHtml {
  document: Document;
  /** Whether tags were left out because they were nested too deeply. */
  isFlattened: boolean;
  /** Whether all tags were left out because they overlap so often that the tree would be far larger than the text. */
  isTangled?: true;
}

/** The same, with flags for lost tags. */
export function parseWithDepth(html: string): ParsedHtml {
  const parser = new ShallowParser(html);
  const document = parser.parse();
  if (parser.isMisnested)
    return stableTreeOf(html) ?? { document: bareText(html), isFlattened: false, isTangled: true };
  // From the leaves up, so that the children of a wrapper hold no wrappers when it is unwrapped.
  for (const parent of [document, ...elementsOf(document)].reverse()) {
    if (parent.children.some(isWrapping)) setChildren(parent, parent.children.flatMap(unwrapped));
  }
  return { document, isFlattened: parser.isFlattened };
}

const bareText = (html: string) => new Document([new Text(textOf(parseDocument(html)))]);

const isDoctype = (node: ChildNode) => isDirective(node) && node.name.toLowerCase() === '!doctype';
const isWrapper = (node: ChildNode): node is Element => isTag(node) && WRAPPERS.has(node.name);
const isWrapping = (node: ChildNode) => isDoctype(node) || isWrapper(node);

function unwrapped(node: ChildNode): ChildNode[] {
  if (isDoctype(node)) return [];
  return isWrapper(node) ? node.children : [node];
}

/**
 * All nodes below `root` in document order, parents before children. Children are looked up after their parent was visited, so the
 * visitor may change them. Not recursive: hostile nesting must not overflow the stack.
 */
export function* descendantsOf(root: ParentNode): Generator<ChildNode> {
  const waiting = root.children.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if (hasChildren(node)) for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** All elements below `root` in document order. */
export function* elementsOf(root: ParentNode): Generator<Element> {
  for (const node of descendantsOf(root)) if (isTag(node)) yield node;
}

/** Gives `parent` exactly these children, in this order. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  children.forEach((child, index) => {
    child.parent = parent;
    child.prev = children[index - 1] ?? null;
    child.next = children[index + 1] ?? null;
  });
  parent.children = children;
}

/** Removes all other children of `parent`. */
export function keepChildren(parent: ParentNode, isAllowed: (child: ChildNode) => boolean): void {
  const allowed = parent.children.filter(isAllowed);
  if (allowed.length < parent.children.length) setChildren(parent, allowed);
}

/** Removes all other attributes of an element. */
export function keepAttributes(element: Element, isAllowed: (name: string, value: string) => boolean): void {
  const attributes = Object.entries(element.attribs);
  const allowed = attributes.filter(([name, value]) => isAllowed(name, value));
  if (allowed.length < attributes.length) element.attribs = Object.fromEntries(allowed);
}

/** Replaces `node` by any number of nodes. */
export function replaceNode(node: ChildNode, replacements: ChildNode[]): void {
  const { parent, prev, next } = node;
  if (!parent) return;
  const row = [prev, ...replacements, next];
  for (const [index, replacement] of replacements.entries()) {
    replacement.parent = parent;
    replacement.prev = row[index] ?? null;
    replacement.next = row[index + 2] ?? null;
  }
  if (prev) prev.next = row[1] ?? null;
  if (next) next.prev = row.at(-2) ?? null;
  const { children } = parent;
  const position = children.indexOf(node);
  // In place, because a page with thousands of include tags replaces nodes in the same long list again and again.
  // The list is copied only when the replacements are too many for the arguments of a call.
  if (replacements.length <= MAX_ARGUMENTS) children.splice(position, 1, ...replacements);
  else parent.children = children.slice(0, position).concat(replacements, children.slice(position + 1));
}

/** The text of a node and everything in it, scripts included, comments not. */
export function textOf(node: ParentNode): string {
  let text = '';
  for (const inner of descendantsOf(node)) if (isText(inner)) text += inner.data;
  return text;
}
