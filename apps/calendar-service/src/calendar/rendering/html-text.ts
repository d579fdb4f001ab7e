import { renderText } from './paragraphs';

/** A text with one of these tags is taken for HTML. */
const MARKUP =
  /<\/?(?:a|b|br|blockquote|code|div|em|h[1-6]|hr|i|img|li|ol|p|pre|s|span|strong|sub|sup|table|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/i;

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** A description as calendar programs show it. Blank lines separate paragraphs, each list item has its line, and the text of a link is followed by its address. */
export const htmlToText = (html: string): string => renderedToText(renderText(html));

/** The same for output of `renderText`. */
export function renderedToText(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, address: string, text: string) =>
      text === address || text === '' ? address : `${text} (${address})`,
    )
    .replace(/ ?<br \/> ?/g, '\n')
    .replace(/ ?<li[^>]*> ?/g, '\n- ')
    .replace(/ ?<\/(?:tr|dt|dd|figcaption)> ?/g, '\n')
    .replace(/ ?<\/?(?:p|div|h\d|ul|ol|dl|table|blockquote|pre|figure|details|address|hr)\b[^>]*> ?/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, (run) => (run.includes('\n') ? run.replace(/[^\n]+/g, '') : run))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Whether a text is taken for HTML. */
export const isHtml = (text: string): boolean => MARKUP.test(text);

/** The reverse, as far as possible: HTML stays as it is; any other text is escaped, so that `<` and `&` mean themselves. Not sanitised. */
export function textToHtml(text: string): string {
  return isHtml(text) ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
