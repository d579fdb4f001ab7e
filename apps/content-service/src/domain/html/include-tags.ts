import { isText, type Document } from 'domhandler';
import { descendantsOf } from './html-tree';

/** `{{@12}}`, `{{@ 12}}` or `{{@12#section}}` in a text; the group holds what follows the `@`. Global: use it with matchAll, split or replaceAll. */
export const INCLUDE_TAG = /\{\{@\s?([0-9][^{}\n]*)\}\}/g;

/** Which page, and which element of it; the whole page without `sectionId`. */
export interface IncludeTarget {
  pageId: number;
  sectionId?: string;
}

/** Reads the group of INCLUDE_TAG. */
export function parseIncludeTarget(content: string): IncludeTarget {
  const [page = '', ...section] = content.split('#');
  const sectionId = section.join('#').trim();
  return { pageId: Number.parseInt(page, 10), ...(sectionId && { sectionId }) };
}

const WRITTEN_OUT = /\{\{@|&(?:#0*(?:123|64)|#x0*(?:7b|40)|lcub|lbrace|commat)(?!\w)/i;

/** False only when the HTML has no include tag for certain; told without parsing it, so entities that could be part of one count. */
export const mayHaveIncludeTags = (html: string): boolean => WRITTEN_OUT.test(html);

/** How many a page may have that is saved; of what is stored already, more stay text. */
export const MAX_INCLUDES = 200;

export function countIncludeTags(document: Document): number {
  let count = 0;
  for (const node of descendantsOf(document)) if (isText(node)) count += node.data.match(INCLUDE_TAG)?.length ?? 0;
  return count;
}
