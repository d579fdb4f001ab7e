import { Explained } from '@almanac/openapi';
import { MaxLength, Text } from '@almanac/validation';
import { ALL_FILTERS, filterHtml } from '../../text/filters/output-filters';
import { keepSimpleHtml } from '../../text/filters/simple-html';
import { joinedPlainText } from '../../text/formats/plain-text';
import { textCache } from '../../text/text-cache';
import { parseHtml, textOf } from '../../text/tree/html-tree';

/** The two ways to describe a shelf, book or chapter; the HTML wins when both are given (content-behaviour §7.1). */
@Explained<DescribedInput>({
  description: 'Description as plain text',
  description_html: 'Description as simple HTML; it takes precedence over `description`',
})
export abstract class DescribedInput {
  @Text()
  @MaxLength(1900)
  description?: string;

  @Text()
  @MaxLength(2000)
  description_html?: string;
}

/** A stored description, as plain text and as HTML. */
export interface Description {
  description: string;
  descriptionHtml: string;
}

const NO_TEXT = '<p></p>';

/**
 * The description to store for a shelf, book or chapter (content-behaviour §7.1). HTML wins, and the plain text is taken from it, with
 * the text of elements that the allow-list removes. Plain text alone keeps its line breaks. `''` clears both.
 * @returns undefined when neither is given: an existing description stays, and a new item gets `NO_DESCRIPTION`
 */
export function describe(input: {
  description?: string | undefined;
  description_html?: string | undefined;
}): Description | undefined {
  const { description, description_html: html } = input;
  if (html !== undefined)
    return { description: joinedPlainText(html), descriptionHtml: keepSimpleHtml(html) || NO_TEXT };
  if (description === undefined) return undefined;
  return { description, descriptionHtml: `<p>${escaped(description).replace(/\r?\n/g, '<br>\n')}</p>` };
}

export const NO_DESCRIPTION: Description = { description: '', descriptionHtml: NO_TEXT };

const MAX_BYTES = 8 * 1024 * 1024;

const cache = textCache('descriptions', MAX_BYTES);

/**
 * The HTML of a stored description for readers, after all output filters. Results are cached. Returns `<p></p>` when no visible text
 * remains (content-behaviour §7.1).
 */
export function presentDescriptionHtml(storedHtml: string): string {
  if (storedHtml === NO_TEXT) return NO_TEXT;
  const cached = cache.get(storedHtml);
  if (cached !== undefined) return cached;
  const filtered = filterHtml(storedHtml, { letters: ALL_FILTERS });
  const html = textOf(parseHtml(filtered)).trim() ? filtered : NO_TEXT;
  cache.set(storedHtml, html);
  return html;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
