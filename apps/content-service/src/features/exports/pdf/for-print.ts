import { Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { descendantsOf, parseHtml, replaceNode } from '../../../text/tree/html-tree';
import { serializeHtml } from '../../../text/tree/serialize-html';
import { breakLongWords } from './breakable-words';

const CELLS = new Set(['td', 'th']);

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
