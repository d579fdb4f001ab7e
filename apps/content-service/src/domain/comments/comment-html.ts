import { isTag, isText } from 'domhandler';
import { ALL_FILTERS, filterHtml } from '../html/output-filters';
import { parseHtml } from '../html/html-tree';
import { keepSimpleHtml } from '../descriptions/simple-html';

/**
 * What is stored of a given comment: the same simple formatting as in descriptions (content-behaviour §10), which has no place for text outside of
 * every element. A comment of bare text is a paragraph, so that nothing of it is lost.
 */
export const commentHtmlToStore = (given: string): string => keepSimpleHtml(isBareText(given) ? `<p>${withLineBreaks(given)}</p>` : given);

const BLOCKS = new Set(['p', 'ol', 'ul', 'li']);

function isBareText(html: string): boolean {
  const { children } = parseHtml(html);
  return children.some((node) => isText(node) && node.data.trim() !== '') && !children.some((node) => isTag(node) && BLOCKS.has(node.name));
}

/** Lines of a text that knows no markup are lines for readers, too. */
const withLineBreaks = (text: string): string => (text.includes('<') ? text : text.replace(/\r?\n/g, '<br>\n'));

/** A stored comment as readers get it: through all output filters. */
export const presentCommentHtml = (storedHtml: string): string => filterHtml(storedHtml, { letters: ALL_FILTERS });
