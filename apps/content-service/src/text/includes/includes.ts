import { type ChildNode, type Document, isText, Text } from 'domhandler';
import { RAW_TEXT } from '../tree/html-elements';
import { descendantsOf, elementsOf, parseHtml, setChildren } from '../tree/html-tree';
import { placeContent } from './include-placement';
import { HIGHEST_ID, IncludeSources, type LoadPage } from './include-sources';
import { INCLUDE_TAG, type IncludeTarget, mayHaveIncludeTags, parseIncludeTarget } from './include-tags';

/** Tags in included content are replaced too, up to this number of passes. */
export const PASSES = 3;

/**
 * Replaces the include tags of a document by the content of other pages (content-behaviour §6.6), in three passes. Tags that are left then,
 * and tags beyond the limits of `IncludeSources`, stay text. A page that `loadPage` does not return leaves nothing.
 * Changes the document; the caller must renew its ids.
 * @returns the number of tags; unless 0, the result depends on the permissions of the reader
 */
export async function resolveIncludes(document: Document, loadPage: LoadPage): Promise<number> {
  const sources = new IncludeSources(loadPage);
  let found = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    const tags = isolateTags(document);
    for (const [node, target] of tags) await replaceTag(node, target, sources);
    found += tags.length;
    if (tags.length === 0) break;
  }
  return found;
}

/** Gives every tag a text node of its own; returns these in document order. */
function isolateTags(document: Document): [Text, IncludeTarget][] {
  const targets = new Map<ChildNode, IncludeTarget>();
  const isolated = (node: ChildNode): ChildNode[] => {
    if (!hasTag(node)) return [node];
    return splitAtTags(node.data).map(({ text, target }) => {
      const piece = new Text(text);
      if (target) targets.set(piece, target);
      return piece;
    });
  };
  for (const parent of [document, ...elementsOf(document)]) {
    if ('name' in parent && RAW_TEXT.has(parent.name)) continue;
    if (parent.children.some(hasTag)) setChildren(parent, parent.children.flatMap(isolated));
  }
  return targets.size === 0 ? [] : [...descendantsOf(document)].flatMap((node) => withTarget(node, targets.get(node)));
}

const hasTag = (node: ChildNode): node is Text => isText(node) && node.data.search(INCLUDE_TAG) >= 0;
const withTarget = (node: ChildNode, target?: IncludeTarget): [Text, IncludeTarget][] =>
  target && isText(node) ? [[node, target]] : [];

function splitAtTags(text: string): { text: string; target?: IncludeTarget }[] {
  const tags = text.match(INCLUDE_TAG) ?? [];
  // The pattern has one group, so split() answers: text, group, text, group, …, text.
  return text.split(INCLUDE_TAG).flatMap((piece, index) => {
    if (index % 2 === 1) return [{ text: tags[(index - 1) / 2] ?? '', target: parseIncludeTarget(piece) }];
    return piece ? [{ text: piece }] : [];
  });
}

async function replaceTag(node: Text, target: IncludeTarget, sources: IncludeSources): Promise<void> {
  const content = await sources.contentOf(target);
  if (content) placeContent(node, content);
}

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
