import { type ChildNode, Comment, Document, Element, Text } from 'domhandler';
import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  html as names,
  Parser,
  type Token,
  Tokenizer,
  type TreeAdapter,
} from 'parse5';
import { MAX_DEPTH, NOT_READ, VOID } from './html-elements';
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

/** A text that makes browsers repeat formatting elements until the tree is far larger than the text. */
class TangledHtmlError extends Error {}

const IMPLIED = new Set([names.TAG_ID.TBODY, names.TAG_ID.COLGROUP, names.TAG_ID.P]);

/** Limits for the characters in all tags of a tree, including tags that browsers repeat. */
const MAX_TAGS = { perCharacter: 10, perText: 20_000 };

/**
 * The parsing algorithm of the HTML standard, for the content of a body. Leaves out tags that are nested too deeply, and `plaintext`, which
 * no tag ends. Scripting is off. Keeps the newline at the start of `pre`, because the tree is printed again.
 */
class BrowserParser extends Parser<DefaultTreeAdapterMap> {
  /** Elements that stand for no tag in the text: those around rows and columns, and empty paragraphs for an end tag alone. */
  readonly implied = new Set<SourceParent>();
  /** Whether tags were left out because they were nested too deeply. */
  isFlattened = false;
  private readonly skipped = new Map<string, number>();

  constructor(private readonly text: string) {
    const treeAdapter = linearAdapter(MAX_TAGS.perCharacter * text.length + MAX_TAGS.perText);
    const body = treeAdapter.createElement('body', names.NS.HTML, []);
    super({ treeAdapter, scriptingEnabled: false }, treeAdapter.createDocument(), body);
    this.tokenizer = new LinearTokenizer(this.options, this);
  }

  /** @throws TangledHtmlError */
  parse(): DefaultTreeAdapterTypes.DocumentFragment {
    this._insertFakeRootElement();
    this._resetInsertionMode();
    this.tokenizer.write(this.text, true);
    return this.getFragment();
  }

  override onStartTag(token: Token.TagToken): void {
    if (token.tagName === 'plaintext') return;
    if (this.isRoomFor(token.tagName)) return super.onStartTag(token);
    this.isFlattened = true;
    this.skipped.set(token.tagName, (this.skipped.get(token.tagName) ?? 0) + 1);
  }

  override onEndTag(token: Token.TagToken): void {
    const skipped = this.skipped.get(token.tagName) ?? 0;
    if (skipped > 0) this.skipped.set(token.tagName, skipped - 1);
    else super.onEndTag(token);
    if (this.openElements.stackTop < MAX_DEPTH) this.skipped.clear();
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.skipNextNewLine = false;
    super.onWhitespaceCharacter(token);
  }

  override _insertFakeElement(tagName: string, tagID: names.TAG_ID): void {
    super._insertFakeElement(tagName, tagID);
    const { current } = this.openElements;
    if (current && IMPLIED.has(tagID)) this.implied.add(current);
  }

  /** Removes all children at once: the inherited method moves them one by one, in quadratic time. */
  override _adoptNodes(donor: SourceParent, recipient: SourceParent): void {
    const moved = donor.childNodes.splice(0);
    for (const child of moved) this.treeAdapter.appendChild(recipient, child);
  }

  private isRoomFor(name: string): boolean {
    return this.openElements.stackTop < MAX_DEPTH || VOID.has(name) || NOT_READ.has(name);
  }
}

/** The base class compares each attribute name with all others of its tag, in quadratic time. */
class LinearTokenizer extends Tokenizer {
  private tag: unknown;
  private readonly names = new Set<string>();

  protected override _leaveAttrName(): void {
    const { currentToken: tag, currentAttr: attribute } = this;
    if (!tag || !('attrs' in tag)) return;
    if (this.tag !== tag) this.names.clear();
    this.tag = tag;
    if (!this.names.has(attribute.name)) tag.attrs.push(attribute);
    this.names.add(attribute.name);
  }
}

/** The default adapter, but it searches children from the end and limits the elements that browsers repeat. */
function linearAdapter(maxTags: number): TreeAdapter<DefaultTreeAdapterMap> {
  let left = maxTags;
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      left -= `<></>`.length + 2 * tagName.length;
      for (const { name, value } of attributes) left -= name.length + value.length;
      if (left < 0) throw new TangledHtmlError('Formatting is repeated too often.');
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    insertBefore(parent, child, next) {
      parent.childNodes.splice(parent.childNodes.lastIndexOf(next), 0, child);
      child.parentNode = parent;
    },
    insertTextBefore(parent, text, next) {
      const previous = parent.childNodes[parent.childNodes.lastIndexOf(next) - 1];
      if (previous && 'value' in previous) previous.value += text;
      else this.insertBefore(parent, defaultTreeAdapter.createTextNode(text), next);
    },
    // Drops attributes of `html` and `body`, which are not part of the content.
    adoptAttributes: () => undefined,
    detachNode(child: SourceNode) {
      // From the end, because elements that move are among the last.
      child.parentNode?.childNodes.splice(child.parentNode.childNodes.lastIndexOf(child), 1);
      child.parentNode = null;
    },
  };
}
