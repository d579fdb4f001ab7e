import { DOMParser, DOMSerializer, type Node as DocumentNode, type Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { isInLine, isMark, keptPairs } from './schema';

// A document that is not shown: nothing in it runs, loads or is styled.
const unshown = document.implementation.createHTMLDocument('');

// The policy of the page reports styles also there, so that they have another name. Blocks in which this is not exact are kept as HTML.
const STYLE = /(<[a-z][^<>]*?\s)style(\s*=)/gi;
export const withoutStyles = (html: string) => html.replaceAll(STYLE, '$1data-style$2');
const withStyles = (html: string) => html.replaceAll(/(<[a-z][^<>]*?\s)data-style=/g, '$1style=');

function fragmentOf(html: string): DocumentFragment {
  const template = unshown.createElement('template');
  template.innerHTML = withoutStyles(html);
  return template.content;
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;
const isText = (node: Node) => node.nodeType === Node.TEXT_NODE;
const hasContent = (element: Element) => element.textContent.trim() !== '' || element.querySelector('img,br,input');

function tagOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${JSON.stringify(value)}`);
  return `<${element.localName} ${attributes
    .filter((text) => !/^(?:col|row)span="1"$/.test(text))
    .sort()
    .join(' ')}>`;
}

/**
 * A text that is the same for HTML of the same meaning: without white space that browsers do not show, the order of attributes, and the order
 * of marks one inside the other.
 */
function meaningOf(root: Node): string {
  const parts: string[] = [];
  let line: { marks: string; text: string; leaf?: string }[] = [];
  const endLine = () => {
    let before = ' ';
    for (const piece of line) {
      piece.text = piece.text.replaceAll(/[ \t\n\f]+/g, ' ');
      if (before === ' ') piece.text = piece.text.replace(/^ /, '');
      before = piece.leaf?.startsWith('<br') ? ' ' : (piece.leaf ?? (piece.text.slice(-1) || before));
    }
    const last = line.at(-1);
    if (last) last.text = last.text.replace(/ $/, '');
    const seen = line.filter(({ text, leaf }) => leaf ?? text);
    if (seen.length > 0) parts.push('<>');
    seen.forEach(({ marks, text, leaf }, index) => {
      const isNew = leaf ?? (marks !== seen[index - 1]?.marks || seen[index - 1]?.leaf);
      parts.push(isNew ? `<${marks}>` : '', leaf ?? text.replaceAll('<', '&lt;'));
    });
    line = [];
  };
  const walk = (parent: Node, above: string[]) => {
    const marks = [...new Set(above)].sort().join('');
    for (const child of parent.childNodes) {
      if (isText(child)) line.push({ marks, text: child.textContent ?? '' });
      else if (!isElement(child)) line.push({ marks, text: '', leaf: `<!--${child.textContent ?? ''}-->` });
      else if (isMark(child) && hasContent(child)) walk(child, [...above, tagOf(child)]);
      else if (isInLine(child)) line.push({ marks, text: '', leaf: tagOf(child) });
      else {
        endLine();
        parts.push(tagOf(child), marks);
        if (child.localName === 'pre') parts.push(child.innerHTML);
        else walk(child, []);
        endLine();
        parts.push('</>');
      }
    }
  };
  walk(root, []);
  endLine();
  return parts.join('');
}

/**
 * Whether texts mean together what each means on its own. An element that is not closed would take in the next one.
 * A form whose fields are named like members of elements cannot be read.
 */
function areSeparate(texts: readonly string[]): boolean {
  try {
    return meaningOf(fragmentOf(texts.join(''))) === texts.map((text) => meaningOf(fragmentOf(text))).join('');
  } catch {
    return false;
  }
}

/** Changes the editor's elements into those of the stored page. */
function finish(root: DocumentFragment, isWrapped: boolean): DocumentFragment {
  const isLoose = (other: Element | null) => other?.localName === 'p' && other.getAttribute('data-wrap') !== 'p';
  for (const paragraph of root.querySelectorAll('p')) {
    const isAlone = !isLoose(paragraph.previousElementSibling) && !isLoose(paragraph.nextElementSibling);
    const isTop = paragraph.parentNode === root;
    const isBare = isTop ? paragraph.getAttribute('data-wrap') === 'none' && !isWrapped : isLoose(paragraph) && isAlone;
    if (isBare && !paragraph.hasAttribute('data-kept')) paragraph.replaceWith(...paragraph.childNodes);
  }
  for (const cell of root.querySelectorAll('td,th'))
    for (const name of ['colspan', 'rowspan']) if (cell.getAttribute(name) === '1') cell.removeAttribute(name);
  for (const table of root.querySelectorAll('table')) finishTable(table);
  for (const box of root.querySelectorAll('input')) box.removeAttribute('aria-label');
  for (const kept of root.querySelectorAll('[data-kept]')) {
    const pairs = keptPairs(kept.getAttribute('data-kept'));
    const name = pairs.find(([own]) => own === '')?.[1] ?? kept.localName;
    const named = unshown.createElement(name);
    named.append(...kept.childNodes);
    for (const { name, value } of kept.attributes) named.setAttribute(name, value);
    for (const [own, value] of pairs) if (own !== '') named.setAttribute(own, value);
    kept.replaceWith(named);
  }
  for (const one of root.querySelectorAll('p,[data-kept]'))
    for (const name of ['data-kept', 'data-wrap']) one.removeAttribute(name);
  for (const kept of root.querySelectorAll('[data-html]'))
    kept.replaceWith(fragmentOf(kept.getAttribute('data-html') ?? ''));
  return root;
}

/** Rows of a head and of a foot get their own parts of the table again, and columns their widths while there are as many. */
function finishTable(table: HTMLTableElement): void {
  const rows = [...table.rows];
  table.replaceChildren(fragmentOf(table.getAttribute('data-columns') ?? ''));
  table.removeAttribute('data-columns');
  const columns = [...(rows[0]?.cells ?? [])].reduce((sum, { colSpan }) => sum + colSpan, 0);
  if (table.querySelectorAll('col').length !== columns) table.querySelector('colgroup')?.remove();
  let part: Element | undefined;
  for (const row of rows) {
    const section = row.getAttribute('data-section') ?? '';
    row.removeAttribute('data-section');
    const isFirst = !part || part.localName === 'thead';
    const name = section === 'tfoot' || (section === 'thead' && isFirst) ? section : 'tbody';
    if (part?.localName !== name) table.append((part = unshown.createElement(name)));
    part.append(row);
  }
}

const isEmptyParagraph = (node: DocumentNode) =>
  node.type.name === 'paragraph' && node.content.size === 0 && node.attrs['kept'] === null;
const keyOf = (node: DocumentNode) => JSON.stringify(node.toJSON());

/** A block of a text. Its HTML differs from the text where blank lines make paragraphs. */
export interface Block {
  text: string;
  html: string;
}

const isBlockElement = (text: string) => {
  const { firstChild } = fragmentOf(text);
  return firstChild !== null && isElement(firstChild) && !isInLine(firstChild);
};

const seamOf = (text: string, next: string | undefined) => JSON.stringify([text, next]);

/** The blocks of a text with their places in it, so that all but the changed ones are saved byte for byte. */
export class BlockTexts {
  private texts = new Map<string, string[]>();
  private seams = new Set<string>();

  /** @param hasBlankLines whether blank lines end paragraphs, as in descriptions of events */
  constructor(
    private readonly schema: Schema,
    private readonly hasBlankLines: boolean,
  ) {}

  /** @returns the document; undefined when the blocks cannot be told apart */
  open(blocks: readonly Block[]): DocumentNode | undefined {
    if (!this.hasBlankLines && !areSeparate(blocks.map(({ text }) => text))) return undefined;
    this.texts = new Map();
    this.seams = new Set(blocks.map(({ text }, index) => seamOf(text, blocks[index + 1]?.text)));
    const nodes = blocks.map((block) => {
      const node = this.nodeOf(block);
      const key = keyOf(node);
      this.texts.set(key, [...(this.texts.get(key) ?? []), block.text]);
      return node;
    });
    return this.schema.topNodeType.createAndFill(null, nodes) ?? undefined;
  }

  save(document: DocumentNode): string {
    const unused = new Map([...this.texts].map(([key, texts]) => [key, [...texts]]));
    const blocks: DocumentNode[] = [];
    document.forEach((node) => blocks.push(node));
    const last = blocks.at(-1);
    // The place to type behind the last block.
    if (last && isEmptyParagraph(last) && !unused.has(keyOf(last))) blocks.pop();
    const texts = blocks.map((node) => unused.get(keyOf(node))?.shift() ?? this.htmlOf(node));
    if (this.hasBlankLines) return this.withBlankLines(texts);
    return (areSeparate(texts) ? texts : blocks.map((node) => this.htmlOf(node, true))).join('');
  }

  /** A blank line ends a paragraph that is no element. */
  private withBlankLines(texts: readonly string[]): string {
    const isEnded = (text: string, next: string | undefined) =>
      next === undefined ||
      this.seams.has(seamOf(text, next)) ||
      [text, next].some(isBlockElement) ||
      /\n\s*\n$/.test(text);
    return texts.map((text, index) => (isEnded(text, texts[index + 1]) ? text : `${text}\n\n`)).join('');
  }

  private htmlOf(node: DocumentNode, isWrapped = false): string {
    const root = unshown.createElement('div');
    root.append(finish(this.domOf(node), isWrapped));
    return !isWrapped && node.type.name === 'keptHtml' ? String(node.attrs['html']) : `${withStyles(root.innerHTML)}\n`;
  }

  private domOf(node: DocumentNode): DocumentFragment {
    const fragment = unshown.createDocumentFragment();
    fragment.append(DOMSerializer.fromSchema(this.schema).serializeNode(node, { document: unshown }));
    return fragment;
  }

  /** One block. A block that would not come back as it is gets its HTML kept. */
  private nodeOf({ text, html }: Block): DocumentNode {
    const kept = this.schema.node('keptHtml', { html: text });
    try {
      const dom = fragmentOf(html);
      const parsed = DOMParser.fromSchema(this.schema).parse(dom);
      const [first] = parsed.content.content;
      const isExact = dom.querySelectorAll('[data-style]').length === (html.match(STYLE) ?? []).length;
      if (!first || parsed.childCount !== 1 || !isExact) return kept;
      const isBare = first.type.name === 'paragraph' && first.attrs['wrap'] === null && dom.childNodes.length > 0;
      const node = isBare ? first.type.create({ ...first.attrs, wrap: 'none' }, first.content, first.marks) : first;
      const isSame = meaningOf(finish(this.domOf(node), false)) === meaningOf(dom);
      return isSame && !this.isRepaired(node) ? node : kept;
    } catch {
      return kept;
    }
  }

  /** The editor would add cells to a table with rows of unlike lengths. */
  private isRepaired(node: DocumentNode): boolean {
    const doc = this.schema.topNodeType.create(null, node);
    return fixTables(EditorState.create({ doc })) !== undefined;
  }
}

/** The texts of the blocks that start at these places. */
export const slicesAt = (text: string, starts: readonly number[]): string[] =>
  starts.map((start, index) => text.slice(start, starts[index + 1]));

/** The blocks of a text that browsers print as it is; undefined for another. */
export function slicesOf(text: string): string[] | undefined {
  const holder = unshown.createElement('div');
  const slices: string[] = [];
  let isRunning = false;
  for (const child of [...fragmentOf(text).childNodes]) {
    holder.replaceChildren(child);
    const isBlock = isElement(child) && !isInLine(child);
    const isSpace = isText(child) && /^[ \t\n\f]*$/.test(child.textContent ?? '');
    if (slices.length === 0 || isBlock || !(isRunning || isSpace)) slices.push('');
    slices.push((slices.pop() ?? '') + withStyles(holder.innerHTML));
    isRunning = !isBlock && (isRunning || !isSpace);
  }
  return slices.join('') === text ? slices : undefined;
}
