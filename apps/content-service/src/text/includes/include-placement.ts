import { type ChildNode, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { words } from '../tree/html-elements';
import { descendantsOf, replaceNode, setChildren, textOf } from '../tree/html-tree';
import { type Place, placesInside } from '../tree/nesting';
import type { IncludedContent } from './include-sources';

const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const LINES = new Set(['p', ...HEADINGS]);
/** A line around one of these goes on after it. */
const CELLS = words('caption marquee object td th');
/** Elements that a tag in their content may end, by the flag of the places in them. `dd` stands for `dt`, too. */
const ENDED = [
  ['inParagraph', 'p'],
  ['inLink', 'a'],
  ['inNobr', 'nobr'],
  ['inButton', 'button'],
  ['inItem', 'li'],
  ['inTerm', 'dd'],
] as const;
const ONLY_TEXT = words('select optgroup option textarea title');
const FOREIGN = words('svg math');
/** Elements of SVG and MathML with HTML in them. */
const HTML_IN_FOREIGN = words('foreignobject desc title mi mn mo ms mtext');

/**
 * Replaces an include tag so that browsers read the tree that results. Browsers end some elements at the start of others: links at a link,
 * headings at a heading, items of lists at an item. Such an element is split around the content.
 * @param tag the text node of the tag
 */
export function placeContent(tag: Text, content: IncludedContent): void {
  const around = elementsAround(tag);
  if (hasOnlyText(around)) return replaceNode(tag, [new Text(content.text())]);
  const document = around.some(({ name }) => name === 'form') ? content.parsedWithoutForms() : content.parsed();
  const emptied = makeRoom(tag, content);
  replaceNode(tag, document.children);
  removeEmptied(emptied);
}

/** From the outermost element to the parent of the node. */
function elementsAround(node: ChildNode): Element[] {
  const around: Element[] = [];
  for (let parent = node.parent; parent && isTag(parent); parent = parent.parent) around.push(parent);
  return around.reverse();
}

/** Whether browsers read only text in the innermost element. */
function hasOnlyText(around: Element[]): boolean {
  const names = around.map(({ name }) => name);
  const foreign = names.findLastIndex((name) => FOREIGN.has(name));
  if (foreign >= 0) return !names.slice(foreign).some((name) => HTML_IN_FOREIGN.has(name));
  return names.some((name) => ONLY_TEXT.has(name));
}

/** @returns elements that may be empty once the tag is replaced */
function makeRoom(tag: Text, content: IncludedContent): Element[] {
  const isInParagraph = placesInside(elementsAround(tag)).at(-1)?.inParagraph ?? false;
  const emptied = content.isBlock || (isInParagraph && !content.fitsIn('p')) ? placeBlocks(tag) : [];
  const around = elementsAround(tag);
  const ended = around[placesInside(around).findLastIndex((place) => fitsAt(place, content))];
  return ended ? [...emptied, ...closeBefore(tag, ended)] : emptied;
}

/** Whether the content ends none of the elements around a place. */
function fitsAt(place: Place, content: IncludedContent): boolean {
  if (HEADINGS.has(place.name) && !content.fitsIn(place.name)) return false;
  return ENDED.every(([flag, name]) => !place[flag] || content.fitsIn(name));
}

/**
 * Makes room for blocks, which neither paragraphs nor headings can contain (content-behaviour §6.6). A tag that is a child of a paragraph
 * splits it. A deeper tag moves out of the paragraph, to the nearer end. A heading ends before the tag.
 */
function placeBlocks(tag: Text): Element[] {
  const holder = lineAround(tag);
  if (!holder?.parent) return [];
  if (HEADINGS.has(holder.name)) return closeBefore(tag, holder);
  return tag.parent === holder ? splitParagraph(holder, tag) : moveBeside(holder, tag);
}

/** Removes elements that are empty, and parents that become empty by that. */
function removeEmptied(elements: Element[]): void {
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
  const around = elementsAround(tag);
  const cell = around.findLastIndex(({ name }) => CELLS.has(name));
  return around.slice(cell + 1).findLast(({ name }) => LINES.has(name));
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

/** Ends `outermost` and the elements in it before the tag. The rest follows the tag in copies of them, but without a second heading. */
function closeBefore(tag: Text, outermost: Element): Element[] {
  const holder = tag.parent;
  let rest: ChildNode[] = [];
  let child: ChildNode = tag;
  for (let parent = holder; parent && isTag(parent); parent = child.parent) {
    const position = parent.children.indexOf(child);
    rest = rest.concat(parent.children.slice(position + 1));
    setChildren(parent, parent.children.slice(0, child === tag ? position : position + 1));
    if (rest.length > 0 && !(parent === outermost && HEADINGS.has(parent.name))) rest = [copyWithoutId(parent, rest)];
    child = parent;
    if (parent === outermost) break;
  }
  replaceNode(outermost, [outermost, tag, ...rest]);
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
