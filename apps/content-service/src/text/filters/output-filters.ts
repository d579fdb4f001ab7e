import { type ChildNode, type Document, type Element, isComment, isTag, isText, type ParentNode } from 'domhandler';
import { RAW_TEXT } from '../tree/html-elements';
import { elementsOf, keepAttributes, keepChildren, parseHtml } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';
import { keepAllowedHtml } from './allow-list';
import { mendContents } from './content-models';

/** The filters for descriptions and comments, independent of the settings (content-behaviour §7.1, §10). */
export const ALL_FILTERS = 'jfha';

/**
 * Filters HTML for readers (content-behaviour §6.6). With the letter `a` the allow-list runs last: nothing that executes remains,
 * with or without the other letters. Without letters the HTML is returned as it is.
 * @param letters the filters that are on: `j` scripts, `f` forms, `h` head elements, `a` the allow-list; `''` for none
 */
export function filterHtml(html: string, { letters }: { letters: string }): string {
  return letters ? filterDocument(parseHtml(html), letters) : html;
}

/** `filterHtml` for a parsed document, which it changes. */
export function filterDocument(document: Document, letters: string): string {
  removeActiveContent(document, letters);
  if (!letters.includes('a')) return serializeHtml(document);
  mendContents(document);
  return keepAllowedHtml(document);
}

const FORM_ELEMENTS = new Set(['form', 'fieldset', 'button', 'textarea', 'select']);
const FORM_ATTRIBUTES = new Set(['form', 'formaction', 'formmethod', 'formtarget']);
const HEAD_ELEMENTS = new Set(['meta', 'link', 'style', 'title', 'template']);
const SCRIPT_SCHEME = ['javascript:'];
const ACTIVE_SCHEMES = ['javascript:', 'data:'];

/**
 * The filters that remove single attributes, and elements with their content (content-behaviour §6.6): `j` everything that runs scripts,
 * `f` forms, `h` elements of a head. Changes the document.
 */
function removeActiveContent(document: Document, letters: string): void {
  const filters = [...FILTERS].filter(([letter]) => letters.includes(letter)).map(([, filter]) => filter);
  const isAllowed = (node: ChildNode) => !isTag(node) || !filters.some((filter) => filter.removesElement(node));
  // Parents come before children, so removed elements are not searched.
  keepChildren(document, isAllowed);
  for (const element of elementsOf(document)) keepChildren(element, isAllowed);
  for (const part of partsOf(document, 'noscript')) keepChildren(part, (node) => !endsNoscript(node));
  const svgParts = partsOf(document, 'svg');
  for (const element of elementsOf(document)) {
    const inSvg = svgParts.has(element);
    keepAttributes(element, (name, value) => !filters.some((filter) => filter.removesAttribute(name, value, inSvg)));
  }
}

/** The elements with this name, and all elements in them. */
function partsOf(document: Document, name: string): Set<ParentNode> {
  const parts = new Set<ParentNode>();
  for (const element of elementsOf(document))
    if (element.name === name || (element.parent && parts.has(element.parent))) parts.add(element);
  return parts;
}

/** Browsers with scripts read `noscript` as plain text up to its first end tag, even one in a comment or in raw text. */
function endsNoscript(node: ChildNode): boolean {
  const isPrintedRaw = isComment(node) || (isText(node) && isRawText(node.parent));
  return isPrintedRaw && /<\/noscript/i.test(node.data);
}

const isRawText = (node: ParentNode | null) => node !== null && isTag(node) && RAW_TEXT.has(node.name);

interface Filter {
  removesElement(element: Element): boolean;
  removesAttribute(name: string, value: string, inSvg: boolean): boolean;
}

const scripts: Filter = {
  removesElement: ({ name, attribs }) =>
    name === 'script' ||
    attribs.srcdoc !== undefined ||
    names(attribs.href, SCRIPT_SCHEME) ||
    names(attribs.action, SCRIPT_SCHEME) ||
    names(attribs.formaction, SCRIPT_SCHEME) ||
    names(attribs.src, ACTIVE_SCHEMES) ||
    names(attribs.data, ACTIVE_SCHEMES),
  removesAttribute: (name, value, inSvg) =>
    name.startsWith('on') || name === 'xlink:href' || (inSvg && names(value, ACTIVE_SCHEMES)),
};

const forms: Filter = {
  removesElement: ({ name, attribs }) =>
    FORM_ELEMENTS.has(name) || (name === 'input' && attribs.type?.toLowerCase() !== 'checkbox'),
  removesAttribute: (name) => FORM_ATTRIBUTES.has(name),
};

const heads: Filter = {
  removesElement: ({ name }) => HEAD_ELEMENTS.has(name),
  removesAttribute: () => false,
};

const FILTERS = new Map([
  ['j', scripts],
  ['f', forms],
  ['h', heads],
]);

/** Ignores control characters and spaces inside a scheme, as browsers do. */
function names(address: string | undefined, schemes: string[]): boolean {
  if (!address?.includes(':')) return false;
  const plain = address.replace(/[\x00-\x20\x7f]+/g, '').toLowerCase();
  return schemes.some((scheme) => plain.includes(scheme));
}
