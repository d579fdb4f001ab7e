import { LRUCache } from 'lru-cache';
import { parseHtml, textOf } from '../html/html-tree';
import { ALL_FILTERS, filterHtml } from '../html/output-filters';
import { htmlToPlainText } from '../html/plain-text';
import { keepSimpleHtml } from './simple-html';

/** A description as it is stored, plain and formatted. */
export interface Description {
  description: string;
  descriptionHtml: string;
}

const NO_TEXT = '<p></p>';

/**
 * What a shelf, book or chapter stores of the two given descriptions (content-behaviour §7.1): the formatted one wins, and its plain text,
 * also of what the allow-list takes away, becomes the plain one; of a plain one alone, line breaks are kept. `''` clears both.
 * @returns undefined when neither is given: the description stays as it is, that of a new item is `NO_DESCRIPTION`
 */
export function describe(given: { description?: string | undefined; description_html?: string | undefined }): Description | undefined {
  const { description, description_html: html } = given;
  if (html !== undefined) return { description: htmlToPlainText(html), descriptionHtml: keepSimpleHtml(html) || NO_TEXT };
  if (description === undefined) return undefined;
  return { description, descriptionHtml: `<p>${escaped(description).replace(/\r?\n/g, '<br>\n')}</p>` };
}

export const NO_DESCRIPTION: Description = { description: '', descriptionHtml: NO_TEXT };

/** Characters of stored and shown HTML that are kept together. */
const MOST_CHARACTERS = 4_000_000;

const shown = new LRUCache<string, string>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (html, stored) => html.length + stored.length + 1,
});

/**
 * A stored description as readers get it: through all output filters, the same text once only; `<p></p>` when no text is to be seen
 * (content-behaviour §7.1).
 */
export function presentDescriptionHtml(storedHtml: string): string {
  if (storedHtml === NO_TEXT) return NO_TEXT;
  const known = shown.get(storedHtml);
  if (known !== undefined) return known;
  const filtered = filterHtml(storedHtml, { letters: ALL_FILTERS });
  const html = textOf(parseHtml(filtered)).trim() ? filtered : NO_TEXT;
  shown.set(storedHtml, html);
  return html;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
