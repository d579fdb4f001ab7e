import {
  defaultTreeAdapter,
  html as names,
  Parser,
  Tokenizer,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type Token,
  type TreeAdapter,
} from 'parse5';
import { MAX_DEPTH, NOT_READ, VOID } from './html-elements';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** A text that makes browsers repeat formatting elements until the tree is far larger than the text. */
export class TangledHtmlError extends Error {}

/** So many characters may be in the tags of a tree, with those that browsers repeat. */
const MAX_TAGS = { perCharacter: 10, perText: 20_000 };

/**
 * The standard's own algorithm for the content of a body. Tags that are nested too deeply are left out, and so is `plaintext`, which no tag
 * ends. Scripts are off. The newline at the start of `pre` stays, because the tree is printed again.
 */
export class BrowserParser extends Parser<DefaultTreeAdapterMap> {
  /** Elements around rows and columns that the text has no tags for. */
  readonly implied = new Set<ParentNode>();
  /** Whether tags were left out because they were nested too deeply. */
  isFlattened = false;
  private readonly leftOut = new Map<string, number>();

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
    this.leftOut.set(token.tagName, (this.leftOut.get(token.tagName) ?? 0) + 1);
  }

  override onEndTag(token: Token.TagToken): void {
    const leftOut = this.leftOut.get(token.tagName) ?? 0;
    if (leftOut > 0) this.leftOut.set(token.tagName, leftOut - 1);
    else super.onEndTag(token);
    if (this.openElements.stackTop < MAX_DEPTH) this.leftOut.clear();
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.skipNextNewLine = false;
    super.onWhitespaceCharacter(token);
  }

  override _insertFakeElement(tagName: string, tagID: names.TAG_ID): void {
    super._insertFakeElement(tagName, tagID);
    const { current } = this.openElements;
    if (current && (tagID === names.TAG_ID.TBODY || tagID === names.TAG_ID.COLGROUP)) this.implied.add(current);
  }

  /** All at once: one after the other takes quadratic time. */
  override _adoptNodes(donor: ParentNode, recipient: ParentNode): void {
    const moved = donor.childNodes.splice(0);
    for (const child of moved) this.treeAdapter.appendChild(recipient, child);
  }

  private isRoomFor(name: string): boolean {
    return this.openElements.stackTop < MAX_DEPTH || VOID.has(name) || NOT_READ.has(name);
  }
}

/** The library compares the name of each attribute with all others of its tag. */
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

/** The library's adapter, but for functions that look through all children, and with a limit for the elements that browsers repeat. */
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
    // Attributes of `html` and `body`, which are no part of the content.
    adoptAttributes: () => undefined,
    detachNode(child: ChildNode) {
      // From the end, because elements that move are among the last.
      child.parentNode?.childNodes.splice(child.parentNode.childNodes.lastIndexOf(child), 1);
      child.parentNode = null;
    },
  };
}
