import { isTag, isText, type Document } from 'domhandler';
import { descendantsOf, parseHtml } from '../tree/html-tree';
import { INCLUDE_TAG } from '../includes/include-tags';

const JOINING = new Set(['a', 'b', 'i', 'u', 'strong', 'em', 'small', 'sup', 'sub', 'span', 'div']);
const SPACES = new Set([' ', '\t', '\n', '\r', '\v']);
const NOT_TEXT = new Set(['script', 'style']);

/**
 * The plain text of HTML (content-behaviour §7.1). Every element starts a new line, except for the joining ones. Repeated newlines collapse,
 * and the ends are trimmed. Removes scripts, styles and comments, and include tags, because their content depends on the reader.
 */
export function htmlToPlainText(html: string): string {
  return plainTextOf(parseHtml(html));
}

/** `htmlToPlainText` for a parsed document. */
export function plainTextOf(document: Document): string {
  let text = '';
  for (const node of descendantsOf(document)) {
    if (isTag(node) && !JOINING.has(node.name)) text += '\n';
    else if (isText(node) && !isCode(node.parent)) text += node.data.replaceAll(INCLUDE_TAG, '');
  }
  return trimmed(text.replace(/\n+/g, '\n'));
}

/** Not trim(): a no-break space is a character of the text. Not a pattern: `\s+$` takes quadratic time on long runs of spaces. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACES.has(text.charAt(start))) start++;
  while (end > start && SPACES.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const isCode = (parent: object | null) => parent !== null && 'name' in parent && NOT_TEXT.has(String(parent.name));
