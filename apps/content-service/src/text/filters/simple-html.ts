import { type ChildNode, isTag, isText } from 'domhandler';
import { elementsOf, keepAttributes, keepChildren, parseHtml } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';
import { ALL_FILTERS, filterHtml } from './output-filters';

const ELEMENTS = new Set(['p', 'ol', 'ul', 'li', 'strong', 'span', 'em', 'br', 'code', 'a']);
const LINK_ATTRIBUTES = new Set(['href', 'title', 'target', 'data-mention-user-id']);

/**
 * Keeps the simple formatting of descriptions and comments (content-behaviour §7.1, §10). Removes other elements with their content, other
 * attributes, and text outside of all elements. The result is not safe to show: see `filterHtml`.
 */
export function keepSimpleHtml(html: string): string {
  const document = parseHtml(html);
  keepChildren(document, isAllowedElement);
  for (const element of elementsOf(document)) {
    keepChildren(element, (child) => isText(child) || isAllowedElement(child));
    keepAttributes(element, (name) => element.name === 'a' && LINK_ATTRIBUTES.has(name));
  }
  return serializeHtml(document);
}

const isAllowedElement = (node: ChildNode) => isTag(node) && ELEMENTS.has(node.name);

/**
 * The HTML to store for a comment: the same simple formatting as in descriptions (content-behaviour §10). That formatting drops text
 * outside elements, so a comment of bare text is wrapped in a paragraph.
 */
export const commentHtmlToStore = (html: string): string =>
  keepSimpleHtml(isBareText(html) ? `<p>${withLineBreaks(html)}</p>` : html);

const BLOCKS = new Set(['p', 'ol', 'ul', 'li']);

function isBareText(html: string): boolean {
  const { children } = parseHtml(html);
  return (
    children.some((node) => isText(node) && node.data.trim() !== '') &&
    !children.some((node) => isTag(node) && BLOCKS.has(node.name))
  );
}

/** Keeps the line breaks of plain text; text with markup is left alone. */
const withLineBreaks = (text: string): string => (text.includes('<') ? text : text.replace(/\r?\n/g, '<br>\n'));

/** The HTML of a stored comment for readers, after all output filters. */
export const presentCommentHtml = (storedHtml: string): string => filterHtml(storedHtml, { letters: ALL_FILTERS });
