import { isTag, isText, type Document, type ParentNode } from 'domhandler';
import { descendantsOf, parseHtml } from '../tree/html-tree';
import { INCLUDE_TAG } from '../includes/include-tags';

/** Elements within a line. */
const JOINING = new Set(['a', 'b', 'i', 'u', 'strong', 'em', 'small', 'sup', 'sub', 'span']);
/** Elements after which a new line starts as well. */
const BLOCKS = new Set(
  (
    'address article aside blockquote caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const SPACES = new Set([' ', '\t', '\n', '\r', '\v']);
const NOT_TEXT = new Set(['script', 'style']);

/**
 * The plain text of HTML (content-behaviour §7.1). Every element starts a new line, except for those within a line, and so does the text behind a
 * block: in the reference, a `div` joins the words at its borders. Repeated newlines collapse, and the ends are trimmed. Removes scripts, styles
 * and comments, and include tags, because their content depends on the reader.
 */
export const htmlToPlainText = (html: string): string => plainTextOf(parseHtml(html));

/** The same as the reference has it in descriptions: a `div` and the end of a block join the words at their borders. */
export const joinedPlainText = (html: string): string => plainTextOf(parseHtml(html), false);

/** `htmlToPlainText` for a parsed document. */
export function plainTextOf(document: Document, partsBlocks = true): string {
  let text = '';
  /** The innermost block around each element; none for the ones outside of blocks. */
  const blocks = new Map<ParentNode | null, ParentNode>();
  /** The block of the latest words. */
  let latest: ParentNode | undefined;
  for (const node of descendantsOf(document)) {
    const around = blocks.get(node.parent);
    if (isTag(node)) {
      const inner = BLOCKS.has(node.name) ? node : around;
      if (inner) blocks.set(node, inner);
      if (!JOINING.has(node.name) && (partsBlocks || node.name !== 'div')) text += '\n';
    } else if (isText(node) && !isCode(node.parent)) {
      if (partsBlocks && around !== latest && /\S/.test(node.data)) {
        text += '\n';
        latest = around;
      }
      text += node.data.replaceAll(INCLUDE_TAG, '');
    }
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
