import { parseHtml, textOf } from '../tree/html-tree';

/** A heading with an id, for the contents of a page. */
export interface Heading {
  id: string;
  level: number;
  text: string;
}

const HEADING = /<h([1-6])\b[^>]*?\bid="([^"]+)"[^>]*>(.*?)<\/h\1>/gs;
const MAX_HEADINGS = 200;

/** The headings of rendered HTML. The serialiser escapes texts, so that only tags match. */
export function headingsOf(html: string): Heading[] {
  const found: Heading[] = [];
  for (const [, level, id = '', inner = ''] of html.matchAll(HEADING)) {
    const text = textOf(parseHtml(inner)).trim();
    if (text !== '') found.push({ id, level: Number(level), text });
    if (found.length === MAX_HEADINGS) break;
  }
  return found;
}
