import { isText } from 'domhandler';
import { descendantsOf, parseHtml } from '../tree/html-tree';
import { HIGHEST_ID } from './include-sources';
import { INCLUDE_TAG, mayHaveIncludeTags, parseIncludeTarget } from './include-tags';

/**
 * Ids of the pages that the include tags of stored HTML name. Has every page that `resolveIncludes` loads in its first pass, and perhaps
 * more, because a tag may span several elements here.
 */
export function includedIds(html: string): number[] {
  if (!mayHaveIncludeTags(html)) return [];
  const text = [...descendantsOf(parseHtml(html))].map((node) => (isText(node) ? node.data : '')).join('');
  const ids = [...text.matchAll(INCLUDE_TAG)].map(([, content = '']) => parseIncludeTarget(content).pageId);
  return [...new Set(ids)].filter((id) => id <= HIGHEST_ID);
}
