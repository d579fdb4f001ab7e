import { type ChildNode, type Element, isComment, isDirective, isTag, isText, type ParentNode } from 'domhandler';
import { RAW_TEXT, VOID, words } from './html-elements';

/** The boolean attributes of HTML 4 never have a value in print. */
const BOOLEAN = words(
  'checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected',
);
/** Other boolean attributes keep a value that they were given. */
const BOOLEAN_WITH_VALUE = words(
  'allowfullscreen async autofocus autoplay controls default download formnovalidate hidden inert itemscope loop muted nomodule novalidate open ' +
    'playsinline required reversed',
);

const LISTS = words('ul ol menu');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' };
const escapeText = (text: string) => text.replace(/[&<>\u00a0]/g, (char) => ESCAPES[char] ?? char);
const escapeValue = (value: string) => value.replace(/[&<>"\u00a0]/g, (char) => ESCAPES[char] ?? char);

/**
 * HTML of all children of `parent`, as the reference stores it (content-behaviour §6.5). Values with double quotes stand in single ones, and boolean
 * attributes of HTML 4 have no value. U+00A0 is `&nbsp;`, every other character itself. Addresses are percent-encoded.
 */
export function serializeHtml(parent: ParentNode): string {
  return serializeNodes(parent.children);
}

/** The same for some nodes. Not recursive: hostile nesting must not overflow the stack. */
export function serializeNodes(nodes: ChildNode[]): string {
  return print(nodes, () => false);
}

/**
 * `serializeHtml` for a page that is stored. As on the reference, an empty list item has no end tag. It keeps the tag where the next parser
 * would move the following content into the item.
 */
export function serializeStored(parent: ParentNode): string {
  return print(
    parent.children,
    (element) => element.name === 'li' && element.children.length === 0 && endsItself(element),
  );
}

/** Whether the next tag is that of another item, or ends the list. */
function endsItself({ parent, next }: Element): boolean {
  const following = next && isText(next) && next.data.trim() === '' ? next.next : next;
  return following
    ? isTag(following) && following.name === 'li'
    : parent !== null && isTag(parent) && LISTS.has(parent.name);
}

function print(nodes: readonly ChildNode[], endsEarly: (element: Element) => boolean): string {
  let html = '';
  const waiting: (ChildNode | string)[] = nodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') html += next;
    else if (isText(next)) html += isRawText(next.parent) ? next.data : escapeText(next.data);
    else if (isComment(next)) html += `<!--${next.data}-->`;
    else if (isDirective(next)) html += `<${next.data}>`;
    else if (isTag(next)) {
      html += openingTag(next);
      if ((VOID.has(next.name) && !isForeign(next)) || endsEarly(next)) continue;
      waiting.push(`</${next.name}>`);
      for (const child of next.children.toReversed()) waiting.push(child);
    }
  }
  return html;
}

const isRawText = (parent: ParentNode | null) =>
  parent !== null && isTag(parent) && RAW_TEXT.has(parent.name) && !isForeign(parent);
/** Only trees of `BrowserParser` mark elements of SVG and MathML. In other trees, they are printed like HTML elements. */
const isForeign = (element: Element) => element.namespace !== undefined;

function openingTag(element: Element): string {
  let tag = `<${element.name}`;
  for (const [name, value] of Object.entries(element.attribs))
    tag += ` ${name}${attributeValue(element.name, name, value)}`;
  return `${tag}>`;
}

function attributeValue(tag: string, name: string, value: string): string {
  if (BOOLEAN.has(name) || (value === '' && BOOLEAN_WITH_VALUE.has(name))) return '';
  if (isAddress(tag, name)) return `="${printAddress(value)}"`;
  return value.includes('"') && !value.includes("'") ? `='${escapeText(value)}'` : `="${escapeValue(value)}"`;
}

/** An address in the form for a quoted attribute value. */
export const printAddress = (address: string): string => escapeValue(encodeAddress(address));

const isAddress = (tag: string, name: string) =>
  ['href', 'src', 'action'].includes(name) || (tag === 'a' && name === 'name');

/** A value in the form in which it is stored, without escapes. */
export const storedValue = (tag: string, name: string, value: string): string => {
  if (BOOLEAN.has(name)) return '';
  return isAddress(tag, name) ? encodeAddress(value) : value;
};

/** Leaves `<` and `>` to `escapeValue`. Keeps `%`, so that an encoded address is not encoded again. */
const encodeAddress = (value: string) =>
  percentEncode(value.replace(/^[ \t\r\n]+/, ''), /[^\w.!~*'()@/:=?;#%&,+<>-]+/g);

/** Replaces each run of characters that `unsafe` (a global pattern) matches by the upper-case `%XX` of its UTF-8 bytes. */
export function percentEncode(text: string, unsafe: RegExp): string {
  // Not encodeURIComponent: it throws on half a surrogate pair, and text from outside may hold one.
  return text.replace(unsafe, (run) =>
    Array.from(Buffer.from(run), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
