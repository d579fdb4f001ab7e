import type { AnyNode } from 'domhandler';
import { childrenOf, isElement, isText, parseHtml } from './html-tree';

/** Elements that do not start a new line (content-behaviour §7.1). */
const JOINING = new Set(['a', 'b', 'i', 'u', 'strong', 'em', 'small', 'sup', 'sub', 'span', 'div']);
const SILENT = new Set(['script', 'style', 'template']);

/** What a reader sees of HTML, as lines of text. */
export function plainText(html: string): string {
  return linesOf(parseHtml(html))
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

function linesOf(node: AnyNode): string {
  if (isText(node)) return node.data;
  const inside = isElement(node) && SILENT.has(node.name) ? '' : childrenOf(node).map(linesOf).join('');
  return isElement(node) && !JOINING.has(node.name) ? `\n${inside}` : inside;
}

const INCLUDE_TAG = /\{\{@\s?\d[^}]*\}\}/g;

/** A page's own text; what it includes from other pages is theirs. */
export const pageText = (html: string): string => plainText(html.replaceAll(INCLUDE_TAG, ''));
