import { Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { descendantsOf, parseHtml, replaceNode } from '../../../text/tree/html-tree';
import { serializeHtml } from '../../../text/tree/serialize-html';

const CELLS = new Set(['td', 'th']);
/** Longer than most words and setting names; about half a line wide. */
const LONG_WORD = /\S{33,}/;
const LONG_WORDS = /\S{33,}/g;
const PIECES = /.{1,16}/gsu;

/**
 * Prepares HTML for paper, which does not scroll (content-behaviour §15): frames become links, details are open, and long words in tables
 * become breakable.
 */
export function forPrint(html: string): string {
  const document = parseHtml(html);
  const insideCells = new Set<ParentNode | null>();
  let changed = false;
  for (const node of descendantsOf(document)) {
    if (isText(node)) changed = (insideCells.has(node.parent) && breakLongWords(node)) || changed;
    else if (isTag(node)) {
      if (CELLS.has(node.name) || insideCells.has(node.parent)) insideCells.add(node);
      changed = prepare(node) || changed;
    }
  }
  return changed ? serializeHtml(document) : html;
}

/** @returns whether the element was changed */
function prepare(element: Element): boolean {
  if (element.name === 'details') element.attribs['open'] = '';
  else if (element.name === 'iframe') replaceNode(element, linkTo(element.attribs['src']));
  else return false;
  return true;
}

function linkTo(address: string | undefined): Element[] {
  if (address === undefined) return [];
  const whole = address.startsWith('//') ? `https:${address}` : address;
  return [new Element('p', {}, [new Element('a', { href: whole }, [new Text(whole)])])];
}

/**
 * Lets the browser break very long words, e.g. addresses. Without this, a column is never narrower than its longest word.
 * @returns whether the text had such words
 */
function breakLongWords(text: Text): boolean {
  if (!LONG_WORD.test(text.data)) return false;
  const nodes: (Element | Text)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.data.matchAll(LONG_WORDS)) {
    nodes.push(new Text(text.data.slice(end, index)));
    for (const piece of word.match(PIECES) ?? []) nodes.push(new Text(piece), new Element('wbr', {}));
    end = index + word.length;
  }
  nodes.push(new Text(text.data.slice(end)));
  replaceNode(text, nodes);
  return true;
}
