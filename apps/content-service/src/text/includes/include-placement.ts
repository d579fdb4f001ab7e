import { type ChildNode, Element, isTag, isText, type ParentNode, type Text } from 'domhandler';
import { descendantsOf, replaceNode, setChildren, textOf } from '../tree/html-tree';

const HEADING = /^h[1-6]$/;

/**
 * Makes room for blocks, which neither paragraphs nor headings can contain (content-behaviour §6.6). A tag that is a child of a paragraph
 * splits it. A deeper tag moves out of the paragraph, to the nearer end. A heading ends before the tag. Other elements stay as they are.
 * @param tag the text node of the include tag
 * @returns elements that may be empty once the tag is replaced
 */
export function placeBlocks(tag: Text): Element[] {
  const holder = lineAround(tag);
  if (!holder?.parent) return [];
  if (HEADING.test(holder.name)) return closeHeading(holder, tag);
  return tag.parent === holder ? splitParagraph(holder, tag) : moveBeside(holder, tag);
}

/** Removes elements that are empty, and parents that become empty by that. */
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

function lineAround(tag: Text): Element | undefined {
  let node: ParentNode | null = tag.parent;
  while (node && !(isTag(node) && (node.name === 'p' || HEADING.test(node.name)))) node = node.parent;
  return node && isTag(node) ? node : undefined;
}

/** The last part keeps the id. The first part gets a new id from its own text later. */
function splitParagraph(paragraph: Element, tag: Text): Element[] {
  const position = paragraph.children.indexOf(tag);
  const before = copyWithoutId(paragraph, paragraph.children.slice(0, position));
  const after = paragraph.children.slice(position + 1);
  replaceNode(paragraph, [before, tag, paragraph]);
  setChildren(paragraph, after);
  return [before, paragraph];
}

/** The rest of the heading follows the tag, in copies of the elements between them. */
function closeHeading(heading: Element, tag: Text): Element[] {
  const holder = tag.parent;
  let rest: ChildNode[] = [];
  let child: ChildNode = tag;
  for (let parent = holder; parent && isTag(parent); parent = child.parent) {
    const position = parent.children.indexOf(child);
    rest = rest.concat(parent.children.slice(position + 1));
    setChildren(parent, parent.children.slice(0, child === tag ? position : position + 1));
    if (parent === heading) break;
    rest = rest.length > 0 ? [copyWithoutId(parent, rest)] : [];
    child = parent;
  }
  replaceNode(heading, [heading, tag, ...rest]);
  return holder && isTag(holder) ? [holder] : [];
}

function copyWithoutId({ name, attribs }: Element, children: ChildNode[]): Element {
  const copy = new Element(name, { ...attribs });
  delete copy.attribs.id;
  setChildren(copy, children);
  return copy;
}

function moveBeside(paragraph: Element, tag: Text): Element[] {
  const length = textOf(paragraph).length - tag.data.length;
  const isInFirstHalf = textBefore(tag, paragraph) <= length / 2;
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
