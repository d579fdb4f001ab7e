import { renderMarkdown } from './markdown';
import { pageText } from './plain-text';
import { assignSectionIds } from './section-ids';

/** A page's body as it is stored. */
export interface StoredContent {
  html: string;
  /** Empty unless the source is Markdown. */
  markdown: string;
  text: string;
}

/**
 * What a save stores: Markdown wins when it is not empty, given HTML makes the page an HTML page (content-behaviour §6.1, §6.2).
 * @returns undefined when neither was given, so that the content stays as it is
 */
export function contentToStore(input: { html?: string; markdown?: string }): StoredContent | undefined {
  if (input.markdown) return stored(renderMarkdown(input.markdown), input.markdown);
  if (input.html !== undefined) return stored(input.html, '');
  return input.markdown === undefined ? undefined : stored('', '');
}

function stored(source: string, markdown: string): StoredContent {
  const html = assignSectionIds(source);
  return { html, markdown, text: pageText(html) };
}
