import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { words } from '../tree/html-elements';
import { elementsOf, parseHtml, setChildren } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';
import { media, oneOf } from './attribute-values';

/** The elements of the allow-list. */
export const LISTED = words(
  'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em embed ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd li main mark nav object ol p picture pre ' +
    'progress q rb rp rt rtc ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr track u ul ' +
    'var video wbr',
);
/** The content of these is not text for readers. */
export const HIDDEN = words('script style title template textarea option xmp');
export const checkbox = oneOf('checkbox');

/** Elements that are left out without an allowed value of an attribute. */
const COMPLETE = new Map<string, (attributes: Element['attribs']) => boolean>([
  ['img', ({ src }) => src !== undefined && media(src) !== undefined],
  ['input', ({ type }) => type !== undefined && checkbox(type) !== undefined],
]);

/**
 * Keeps text and listed elements, older elements as their successors. Other elements are unwrapped, or removed with their content if it is
 * hidden. The sanitizer must do none of that: after `transformTags` renamed an element to a name that is not allowed, sanitize-html 2.18.1
 * gives that name to the end tag of another element. Changes the document.
 * @returns the tree that browsers build of the result
 */
export function keepListedElements(document: Document): Document {
  const elements = [...elementsOf(document)];
  const isRearranged = elements.some(({ name }) => !LISTED.has(name) && !HIDDEN.has(name));
  for (const element of elements) modernise(element);
  // From the leaves up: an element is unwrapped after the elements inside.
  for (const parent of [document, ...elements].reverse())
    if (!parent.children.every(isListed)) setChildren(parent, parent.children.flatMap(remaining));
  return isRearranged ? parseHtml(serializeHtml(document)) : document;
}

function remaining(node: ChildNode): ChildNode[] {
  if (isListed(node)) return [node];
  return isTag(node) && !HIDDEN.has(node.name) ? node.children : [];
}

const isListed = (node: ChildNode): boolean =>
  isTag(node) ? LISTED.has(node.name) && (COMPLETE.get(node.name)?.(node.attribs) ?? true) : isText(node);

type Style = (value: string) => string;

/** Elements of older HTML, and the elements that the reference shows instead. */
const SUCCESSORS = new Map([
  ['acronym', 'abbr'],
  ['big', 'span'],
  ['center', 'div'],
  ['dir', 'ul'],
  ['font', 'span'],
  ['menu', 'ul'],
  ['strike', 's'],
  ['tt', 'code'],
]);
/** The styles of their look. */
const LOOKS = new Map([
  ['big', 'font-size:larger;'],
  ['center', 'text-align:center;'],
]);
const LIST_TYPES = new Map([
  ['1', 'decimal'],
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
  ...['disc', 'square', 'circle'].map((name): [string, string] => [name, name]),
]);
const FONT_SIZES = ['xx-small', 'small', 'medium', 'large', 'x-large', 'xx-large', '3rem'];

const textAlign = chosen('left right center justify', (side) => `text-align:${side};`);
const background: Style = (colour) => `background-color:${colour};`;
const floating: Style = (side) => `float:${side};`;
const cell = { bgcolor: background, height: size('height'), nowrap: () => 'white-space:nowrap;', width: size('width') };

/** Attributes of older HTML, and the styles that replace them. A later one of an element comes first in its style. */
const STYLES_BY_ELEMENT: Record<string, Record<string, Style>> = {
  br: { clear: chosen('left right all none', (side) => `clear:${side === 'all' ? 'both' : side};`) },
  caption: {
    align: either(
      chosen('left right', textAlign),
      chosen('top bottom', (side) => `caption-side:${side};`),
    ),
  },
  div: { align: textAlign },
  h1: { align: textAlign },
  h2: { align: textAlign },
  h3: { align: textAlign },
  h4: { align: textAlign },
  h5: { align: textAlign },
  h6: { align: textAlign },
  hr: {
    align: chosen('left center right', (side) => `${margins(side)}text-align:${side};`),
    noshade: () => 'color:#808080;background-color:#808080;border:0;',
    size: size('height'),
    width: size('width'),
  },
  iframe: { frameborder: (width) => (Number.parseInt(width) ? '' : 'border:0;') },
  img: {
    align: either(
      chosen('left right', floating),
      chosen('top middle bottom', (line) => `vertical-align:${line === 'bottom' ? 'baseline' : line};`),
    ),
    border: (width) => `border:${width}px solid;`,
    hspace: (width) => `margin-left:${width}px;margin-right:${width}px;`,
    vspace: (width) => `margin-top:${width}px;margin-bottom:${width}px;`,
  },
  li: { type: listType },
  p: { align: textAlign },
  table: {
    align: either(chosen('left right', floating), chosen('center', margins)),
    bgcolor: background,
    height: size('height'),
  },
  td: cell,
  th: cell,
  ul: { type: chosen('disc square circle', (type) => `list-style-type:${type};`) },
};
const STYLES = new Map(Object.entries(STYLES_BY_ELEMENT).map(([name, styles]) => [name, Object.entries(styles)]));

/** Replaces older HTML of an element: by its successor, and styles in place of attributes. The styles are not safe yet. */
function modernise(element: Element): void {
  const { name, attribs } = element;
  element.name = SUCCESSORS.get(name) ?? name;
  const styles = [name === 'font' ? fontStyle(attribs) : LOOKS.get(name), attribs.style];
  for (const [attribute, style] of STYLES.get(element.name) ?? []) {
    const value = attribs[attribute];
    if (value !== undefined) styles.unshift(style(value.trim()));
  }
  const style = styles.join('');
  if (style !== '') element.attribs = { ...attribs, style };
}

/** The style of one of the words, in any letter case. */
function chosen(words: string, style: Style): Style {
  const known = new Set(words.split(' '));
  return (value) => (known.has(value.toLowerCase()) ? style(value.toLowerCase()) : '');
}

function either(...styles: Style[]): Style {
  return (value) => styles.map((style) => style(value)).join('');
}

function size(property: string): Style {
  return (value) => `${property}:${/^\d+$/.test(value) ? `${value}px` : value};`;
}

function margins(side: string): string {
  return `margin-left:${side === 'left' ? '0' : 'auto'};margin-right:${side === 'right' ? '0' : 'auto'};`;
}

function listType(type: string): string {
  const name = LIST_TYPES.get(type);
  return name === undefined ? '' : `list-style-type:${name};`;
}

function fontStyle({ color, face, size }: Element['attribs']): string {
  const parts = [
    color && `color:${color};`,
    face && `font-family:${face};`,
    size && `font-size:${fontSize(size.trim())};`,
  ];
  return parts.filter(Boolean).join('');
}

/** Sizes with a sign are relative to 3. */
function fontSize(size: string): string {
  const steps = Number.parseInt(size) || 0;
  const absolute = /^[+-]/.test(size) ? 3 + steps : steps;
  return FONT_SIZES[Math.min(Math.max(absolute, 1), FONT_SIZES.length) - 1] ?? '';
}
