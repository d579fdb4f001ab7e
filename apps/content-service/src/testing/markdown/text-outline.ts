import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import { words } from '../../text/tree/html-elements';
import { parseHtml, textOf } from '../../text/tree/html-tree';
import { storedValue } from '../../text/tree/serialize-html';

const BLOCKS = words(
  'p h1 h2 h3 h4 h5 h6 ul ol li pre blockquote hr table thead tbody tr th td div details summary section',
);
/** These count without content. */
const CELLS = words('li th td');
const MARKS: Record<string, string> = { b: 'strong', i: 'em' };

/** A character, or an element without text, with the names of the elements around it. */
interface Part {
  text: string;
  marks: string[];
}

/**
 * What a reader sees of HTML, a line per block. Two texts with the same outline differ only in ids and in the way that their marks are nested.
 * White space has no marks.
 */
export function textOutline(html: string): string[] {
  return flowOf(parseHtml(html).children, '');
}

function flowOf(nodes: readonly ChildNode[], path: string): string[] {
  const lines: string[] = [];
  let line: ChildNode[] = [];
  const endLine = () => {
    const text = lineOf(line);
    if (text !== '') lines.push(`${path} ${text}`);
    line = [];
  };
  for (const node of nodes) {
    if (!isTag(node) || !BLOCKS.has(node.name)) {
      line.push(node);
      continue;
    }
    endLine();
    lines.push(...blockOf(node, path));
  }
  endLine();
  return lines;
}

function blockOf(element: Element, path: string): string[] {
  const { name, attribs, children } = element;
  if (name === 'pre')
    return [
      `${path} pre ${/language-(\S+)/.exec(children.find(isTag)?.attribs.class ?? '')?.[1] ?? ''} ${JSON.stringify(textOf(element).replace(/\n$/, ''))}`,
    ];
  if (name === 'hr') return [`${path} hr`];
  // Markdown has no paragraphs without an element, and its lists may be tight.
  if (name === 'p' && !attribs.class) return flowOf(children, path);
  if (name === 'tbody' || name === 'thead') return flowOf(children, path);
  const attributes = ['class', 'style']
    .map((key) => (attribs[key] && name !== 'li' ? `[${attribs[key]}]` : ''))
    .join('');
  const start = name === 'ol' ? `[${attribs.start ?? 1}]` : '';
  const inner = flowOf(children, `${path}  `);
  if (inner.length === 0 && !CELLS.has(name)) return [];
  if (/^[uo]l$/.test(name) && inner.every((line) => line.trim() === 'li')) return [];
  return [`${path} ${name}${attributes}${start}`, ...inner];
}

function lineOf(nodes: readonly ChildNode[]): string {
  const parts = withoutHiddenSpace(partsOf(nodes, []));
  let outline = '';
  let before = '';
  for (const { text, marks } of parts) {
    if (text.trim() !== '' && before !== marks.join()) {
      before = marks.join();
      outline += `{${before}}`;
    }
    outline += text;
  }
  const trimmed = outline.trim();
  return trimmed === '' ? '' : JSON.stringify(trimmed);
}

function partsOf(nodes: readonly ChildNode[], marks: string[]): Part[] {
  return nodes.flatMap((node) => {
    if (isText(node)) return Array.from(node.data, (text) => ({ text: text.replace(/[ \t\n\r\f]/, ' '), marks }));
    if (!isTag(node)) return [];
    const { name, attribs, children } = node;
    if (name === 'br') return [{ text: '\n', marks: [] }];
    if (name === 'img')
      return attribs.src ? [{ text: `<img ${attributesOf(node, ['alt', 'src', 'title'])}>`, marks }] : [];
    if (name === 'input')
      return Array.from(attribs.checked === undefined ? '[ ] ' : '[x] ', (text) => ({ text, marks }));
    const mark = `${MARKS[name] ?? name}${attributesOf(node, ['href', 'title', 'style', 'class'])}`;
    const inner = partsOf(children, marks.includes(mark) ? marks : [...marks, mark].sort());
    return name === 'a' && inner.every(({ text }) => text.trim() === '')
      ? [...inner, { text: `<${mark}>`, marks }]
      : inner;
  });
}

const attributesOf = ({ name: tag, attribs }: Element, names: string[]) =>
  names
    .map((name) =>
      attribs[name]?.trim()
        ? `|${name}=${storedValue(tag, name, attribs[name]).replace(/\s+/g, ' ').replace(/[<>]/g, encodeURIComponent)}`
        : '',
    )
    .join('');

/** Drops spaces that are not shown, and a line break at the end. */
function withoutHiddenSpace(parts: readonly Part[]): Part[] {
  const visible: Part[] = [];
  const dropSpace = () => {
    if (visible.at(-1)?.text === ' ') visible.pop();
  };
  for (const part of parts) {
    if (part.text === ' ' && [' ', '\n', undefined].includes(visible.at(-1)?.text)) continue;
    if (part.text === '\n') dropSpace();
    visible.push(part);
  }
  // Readers of Markdown differ about no-break spaces at the end.
  const dropEnd = () => {
    while ([' ', '\u00a0'].includes(visible.at(-1)?.text ?? '')) visible.pop();
  };
  dropEnd();
  if (visible.at(-1)?.text === '\n') visible.pop();
  dropEnd();
  return visible;
}
