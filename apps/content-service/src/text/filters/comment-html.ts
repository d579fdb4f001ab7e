import { isTag, isText } from 'domhandler';
import { ALL_FILTERS, filterHtml } from './output-filters';
import { parseHtml } from '../tree/html-tree';
import { keepSimpleHtml } from './simple-html';

/**
 * The HTML to store for a comment: the same simple formatting as in descriptions (content-behaviour §10). That formatting drops text
 * outside elements, so a comment of bare text is wrapped in a paragraph.
 */
export const commentHtmlToStore = (given: string): string =>
  keepSimpleHtml(isBareText(given) ? `<p>${withLineBreaks(given)}</p>` : given);

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
