import { Element, isTag, isText, type ParentNode, type Text } from 'domhandler';
import { descendantsOf, replaceNode, setChildren, textOf } from './html-tree';

/**
 * Makes room for blocks, which no paragraph can hold (content-behaviour §6.6): a tag right inside a paragraph splits it, a tag deeper in it
 * moves beside it, to the nearer end. Elsewhere nothing happens.
 * @param tag the text node of the include tag
 * @returns elements that may be empty once the tag is replaced
 */
export function placeBlocks(tag: Text): Element[] {
  const paragraph = paragraphAround(tag);
  if (!paragraph?.parent) return [];
  return tag.parent === paragraph ? splitParagraph(paragraph, tag) : moveBeside(paragraph, tag);
}

/** Removes what holds nothing any more, and parents that held only that. */
export function removeEmptied(elements: Element[]): void {
  for (const element of elements) {
    let node: ParentNode | null = element;
    while (node && isTag(node) && node.children.length === 0) {
      const parent: ParentNode | null = node.parent;
      replaceNode(node, []);
      node = parent;
    }
  }
}

function paragraphAround(tag: Text): Element | undefined {
  let node: ParentNode | null = tag.parent;
  while (node && !(isTag(node) && node.name === 'p')) node = node.parent;
  return node && isTag(node) ? node : undefined;
}

/** The first part loses its id and gets one of its own text later; the last part keeps it. */
function splitParagraph(paragraph: Element, tag: Text): Element[] {
  const position = paragraph.children.indexOf(tag);
  const before = new Element('p', { ...paragraph.attribs });
  delete before.attribs.id;
  setChildren(before, paragraph.children.slice(0, position));
  const after = paragraph.children.slice(position + 1);
  replaceNode(paragraph, [before, tag, paragraph]);
  setChildren(paragraph, after);
  return [before, paragraph];
}

function moveBeside(paragraph: Element, tag: Text): Element[] {
  const isInFirstHalf = textBefore(tag, paragraph) < textOf(paragraph).length / 2;
  const holder = tag.parent;
  replaceNode(tag, []);
  replaceNode(paragraph, isInFirstHalf ? [tag, paragraph] : [paragraph, tag]);
  return holder && isTag(holder) ? [holder] : [];
}

function textBefore(tag: Text, paragraph: Element): number {
  let length = 0;
  for (const node of descendantsOf(paragraph)) {
    if (node === tag) break;
    if (isText(node)) length += node.data.length;
  }
  return length;
}
