import { assignSectionIds } from '../text/page/section-ids';
import { parseHtml } from '../text/tree/html-tree';
import { serializeHtml } from '../text/tree/serialize-html';

/** `assignSectionIds` for HTML as text. */
export function withSectionIds(html: string): string {
  const document = parseHtml(html);
  assignSectionIds(document);
  return serializeHtml(document);
}
