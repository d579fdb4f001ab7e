import { isText } from 'domhandler';
import { descendantsOf, parseHtml } from './html-tree';
import { HIGHEST_ID } from './include-sources';
import { INCLUDE_TAG, mayHaveIncludeTags, parseIncludeTarget } from './include-tags';

/**
 * Pages that the include tags of stored HTML name: every one that `resolveIncludes` asks for in its first pass, and perhaps some more, because
 * texts are read as if no element parted them.
 */
export function includedIds(html: string): number[] {
  if (!mayHaveIncludeTags(html)) return [];
  const text = [...descendantsOf(parseHtml(html))].map((node) => (isText(node) ? node.data : '')).join('');
  const ids = [...text.matchAll(INCLUDE_TAG)].map(([, content = '']) => parseIncludeTarget(content).pageId);
  return [...new Set(ids)].filter((id) => id <= HIGHEST_ID);
}
