import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { descendantsOf, parseHtml } from '../../../../text/tree/html-tree';
import { attributeOf, codeBlock, tagsOf } from './escapes';
import { RawHtml, lineOfHtml } from './raw-html';
import { listItem, type ListMark, markOf, numberOf } from './lists';
import { writeTable } from './pipe-table';
import { readInlines } from './read-inlines';
import { writeInlines } from './write-inlines';

/** Converts HTML to Markdown (content-behaviour §15) that is read as the same text. Elements without a Markdown form stay HTML. */
export function htmlToMarkdown(html: string): string {
  const document = parseHtml(html);
  return new BlockWriter(new RawHtml(document)).write(document.children).trimEnd();
}

interface Block {
  /** `line` is text without an element of its own, `item` a list item without a list. */
  kind: 'line' | 'paragraph' | 'code' | 'table' | 'list' | 'item' | 'summary' | 'other';
  markdown: string;
  mark?: ListMark;
  /** Whether the block may follow a line of text without an empty line (CommonMark 5.3). */
  interrupts?: boolean;
}

/** The list marks that a block must not repeat. */
interface Neighbours {
  /** Of the list before it. */
  list?: ListMark | undefined;
  /** Of the list item that starts with it. */
  item?: ListMark | undefined;
}

const ALIGNED_KINDS: readonly Block['kind'][] = ['code', 'table', 'list'];

/** Writes blocks of HTML as blocks of Markdown. */
class BlockWriter {
  constructor(private readonly rawHtml: RawHtml) {}

  write(nodes: readonly ChildNode[]): string {
    return joined(this.blocksOf(nodes));
  }

  /** @param item the mark of the list item that starts with these blocks */
  private blocksOf(nodes: readonly ChildNode[], item?: ListMark): Block[] {
    const blocks: Block[] = [];
    let line: ChildNode[] = [];
    const endLine = () => {
      const markdown = writeInlines(readInlines(line, this.rawHtml));
      if (markdown.trim() !== '') blocks.push({ kind: 'line', markdown });
      line = [];
    };
    for (const node of nodes) {
      if (!isTag(node) || !this.rawHtml.isBlock(node)) {
        line.push(node);
        continue;
      }
      endLine();
      const last = blocks.at(-1);
      if (node.name === 'li') blocks.push({ kind: 'item', markdown: this.itemOf('-', node.children) });
      else if (!this.rawHtml.isBlank(node))
        for (const block of this.blocksOfElement(node, last ? { list: last.mark } : { item })) blocks.push(block);
    }
    endLine();
    return blocks;
  }

  private blocksOfElement(element: Element, neighbours: Neighbours): Block[] {
    const { name, children } = element;
    if (this.rawHtml.formOf(element)) return [other(this.rawHtml.htmlOf(element))];
    if (name === 'p') return isCallout(element) ? [other(calloutOf(element))] : this.paragraphsOf(element);
    if (name === 'ul' || name === 'ol') return [this.listOf(element, neighbours)];
    if (name === 'pre') return [{ kind: 'code', markdown: codeOf(element) }];
    if (name === 'table') return [{ kind: 'table', markdown: writeTable(element, (cell) => this.oneLineOf(cell)) }];
    if (name === 'hr') return [other(neighbours.item?.character === '-' ? '***' : '---')];
    if (name === 'blockquote') return [other(this.write(children).replace(/^/gm, '> '))];
    if (name === 'summary') return [{ kind: 'summary', markdown: summaryOf(element) }];
    const level = /^h([1-6])$/.exec(name)?.[1];
    return level ? this.headingOf(element, Number(level)) : this.containerOf(element);
  }

  private paragraphsOf({ children }: Element): Block[] {
    return this.blocksOf(children).map((block) => (block.kind === 'line' ? { ...block, kind: 'paragraph' } : block));
  }

  /** The content of a heading or cell. */
  private oneLineOf({ children }: Element): string {
    return writeInlines(readInlines(children, this.rawHtml), true);
  }

  private headingOf(element: Element, level: number): Block[] {
    const text = this.oneLineOf(element);
    // Markdown drops number signs at the end.
    return text === '' ? [] : [other(`${'#'.repeat(level)} ${text.replace(/(?<=^|\s)#+$/, '\\$&')}`)];
  }

  private containerOf(element: Element): Block[] {
    const tags = tagsOf(element);
    const blocks = this.blocksOf(element.children);
    if (!tags) return blocks;
    // Markdown inside HTML is parsed only between empty lines; a summary must follow its tag directly.
    const gap = blocks[0]?.kind === 'summary' ? '' : '\n\n';
    return [other(`${tags.opening}${gap}${joined(blocks)}\n\n${tags.closing}`)];
  }

  private listOf(list: Element, neighbours: Neighbours): Block {
    const mark = markOf(list, neighbours.list ?? neighbours.item);
    const items = itemsOf(list).map((nodes, index) =>
      this.itemOf(mark.isOrdered ? `${numberOf(list, index)}${mark.character}` : mark.character, nodes, mark),
    );
    const interrupts =
      !/^\S+ *$/m.test(items[0]?.split('\n', 1)[0] ?? '') && (!mark.isOrdered || numberOf(list, 0) === 1);
    return { kind: 'list', markdown: items.join('\n'), mark, interrupts };
  }

  private itemOf(marker: string, nodes: readonly ChildNode[], mark?: ListMark): string {
    const blocks = this.blocksOf(nodes, mark?.isOrdered ? undefined : mark);
    const [first, second, ...others] = blocks;
    if (!first) return `${marker} `;
    const isAligned = ALIGNED_KINDS.includes(first.kind);
    // The words of a task stand on the line of its box, even if they are a paragraph.
    const content =
      second && /^\[[ x]\]$/.test(first.markdown) && ['line', 'paragraph'].includes(second.kind)
        ? joined([{ ...second, markdown: `${first.markdown} ${second.markdown}` }, ...others])
        : joined(blocks);
    return listItem(marker, content, isAligned);
  }
}

const other = (markdown: string): Block => ({ kind: 'other', markdown });

function joined(blocks: readonly Block[]): string {
  return blocks
    .map((block, index) => gapBefore(block, blocks[index - 1], index === blocks.length - 1) + block.markdown)
    .join('');
}

function gapBefore(block: Block, before: Block | undefined, isLast: boolean): string {
  if (!before) return '';
  const isTight = block.kind === 'item' ? before.kind === 'item' : isLast && block.interrupts && before.kind === 'line';
  return isTight ? '\n' : '\n\n';
}

/** Other nodes of a list belong to the item before them. */
function itemsOf({ children }: Element): ChildNode[][] {
  const items: ChildNode[][] = [];
  for (const child of children) {
    if (isTag(child) && child.name === 'li') items.push([...child.children]);
    else if (isTag(child) || (isText(child) && child.data.trim() !== '')) {
      if (items.length === 0) items.push([]);
      items.at(-1)?.push(child);
    }
  }
  return items;
}

const isCallout = ({ attribs }: Element) => /(^|\s)callout(\s|$)/.test(attribs.class ?? '');

const calloutOf = (element: Element) => `<p${attributeOf(element, 'class')}>${lineOfHtml(element)}</p>`;

function summaryOf(element: Element): string {
  const tags = tagsOf(element);
  return tags ? tags.opening + lineOfHtml(element) + tags.closing : '';
}

function codeOf(element: Element): string {
  const [first] = element.children;
  // HTML drops a line break after this tag.
  if (first && isText(first)) first.data = first.data.replace(/^\n/, '');
  const language = /language-([^\s`]+)/.exec(element.children.find(isTag)?.attribs.class ?? '')?.[1] ?? '';
  return codeBlock(codeText(element).replace(/\n$/, ''), language);
}

function codeText(element: Element): string {
  let text = '';
  for (const node of descendantsOf(element)) {
    if (isText(node)) text += node.data;
    else if (isTag(node) && node.name === 'br') text += '\n';
  }
  return text;
}
