import { Comment, Document, Element, Text, type ChildNode } from 'domhandler';
import { html as names, type DefaultTreeAdapterTypes } from 'parse5';
import { BrowserParser, TangledHtmlError } from './browser-parser';
import { serializeHtml } from './serialize-html';

/** For most misnested texts, the first printed tree is stable. Nested links and forms need one or two more rounds. */
const MAX_TURNS = 8;

/**
 * The tree that browsers build from HTML, and build again from its printed form.
 * @returns undefined when no such tree is found, or when it is too large
 */
export function stableTreeOf(html: string): { document: Document; isFlattened: boolean } | undefined {
  let isFlattened = false;
  let text = html;
  try {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const parser = new BrowserParser(text);
      const document = converted(parser.parse(), parser.implied);
      isFlattened ||= parser.isFlattened;
      const printed = serializeHtml(document);
      if (printed === text) return { document, isFlattened };
      text = printed;
    }
  } catch (error) {
    if (!(error instanceof TangledHtmlError)) throw error;
  }
  return undefined;
}

type SourceNode = DefaultTreeAdapterTypes.ChildNode;
type SourceParent = DefaultTreeAdapterTypes.ParentNode;

/** Converts a tree to `domhandler` nodes. Not recursive: hostile nesting must not overflow the stack. */
function converted(root: SourceParent, implied: ReadonlySet<SourceParent>): Document {
  const document = new Document([]);
  const waiting: [SourceParent, Document | Element][] = [[root, document]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [source, target] = next;
    for (const child of childrenOf(source, implied)) {
      const node = convertedNode(child);
      if (!node) continue;
      append(target, node);
      if (node instanceof Element && 'childNodes' in child) waiting.push([child, node]);
    }
  }
  return document;
}

function childrenOf(source: SourceParent, implied: ReadonlySet<SourceParent>): SourceNode[] {
  const { childNodes } = 'content' in source ? source.content : source;
  return childNodes.flatMap((child) => ('childNodes' in child && implied.has(child) ? child.childNodes : [child]));
}

function append(parent: Document | Element, node: ChildNode): void {
  const previous = parent.children.at(-1) ?? null;
  if (previous) previous.next = node;
  node.prev = previous;
  node.parent = parent;
  parent.children.push(node);
}

function convertedNode(node: SourceNode): ChildNode | undefined {
  if ('tagName' in node) return convertedElement(node);
  if ('value' in node) return new Text(node.value);
  return 'data' in node ? new Comment(node.data) : undefined;
}

/** Names of SVG and MathML become lower-case, as in all stored HTML. */
function convertedElement({ tagName, attrs, namespaceURI }: DefaultTreeAdapterTypes.Element): Element {
  const isForeign = namespaceURI !== names.NS.HTML;
  const print = (name: string) => (isForeign ? name.toLowerCase() : name);
  const attributes = attrs.map(({ prefix, name, value }): [string, string] => [
    print(prefix ? `${prefix}:${name}` : name),
    value,
  ]);
  const element = new Element(print(tagName), Object.fromEntries(attributes));
  if (isForeign) element.namespace = namespaceURI;
  return element;
}
