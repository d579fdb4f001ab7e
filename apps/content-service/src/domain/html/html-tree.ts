import { load } from 'cheerio';
import type { AnyNode, Element, ParentNode, Text } from 'domhandler';

/** Parses HTML as the content of a body; returns its top-level nodes under one root. */
export function parseHtml(html: string): ParentNode {
  const [root] = load(html, {}, false).root().toArray();
  if (!root) throw new Error('the parser returned no root');
  return root;
}

export const isElement = (node: AnyNode): node is Element => node.type === 'tag' || node.type === 'script' || node.type === 'style';
export const isText = (node: AnyNode): node is Text => node.type === 'text';
export const childrenOf = (node: AnyNode): AnyNode[] => ('children' in node ? node.children : []);

/** Elements in document order, parents before their children. */
export function* elementsIn(node: AnyNode): Generator<Element> {
  for (const child of childrenOf(node)) {
    if (isElement(child)) yield child;
    yield* elementsIn(child);
  }
}

/** All text in a node, scripts included, as the DOM's `textContent`. */
export const textOf = (node: AnyNode): string => (isText(node) ? node.data : childrenOf(node).map(textOf).join(''));
