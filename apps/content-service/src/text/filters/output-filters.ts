import type { Document } from 'domhandler';
import { removeActiveContent } from './active-content';
import { keepAllowedHtml } from './allow-list';
import { mendContents } from './content-models';
import { parseHtml } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';

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
