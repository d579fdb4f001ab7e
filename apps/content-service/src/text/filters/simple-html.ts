import { isTag, isText, type ChildNode } from 'domhandler';
import { elementsOf, keepAttributes, keepChildren, parseHtml } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';

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
