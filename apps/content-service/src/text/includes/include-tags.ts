import { isText, type Document } from 'domhandler';
import { descendantsOf } from '../tree/html-tree';

/** `{{@12}}`, `{{@ 12}}` or `{{@12#section}}` in a text; the group is the part after `@`. Global: use it with matchAll, split or replaceAll. */
export const INCLUDE_TAG = /\{\{@\s?([0-9][^{}\n]*)\}\}/g;

/** The id of a page, and of an element in it. Without `sectionId` the whole page. */
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

/** False only when the HTML certainly has no include tag. It is not parsed, so entities that could be part of a tag count. */
export const mayHaveIncludeTags = (html: string): boolean => WRITTEN_OUT.test(html);

/** The largest number of include tags in a page that is saved. Rendering has other limits: see `IncludeSources`. */
export const MAX_INCLUDES = 200;

export function countIncludeTags(document: Document): number {
  let count = 0;
  for (const node of descendantsOf(document)) if (isText(node)) count += node.data.match(INCLUDE_TAG)?.length ?? 0;
  return count;
}
