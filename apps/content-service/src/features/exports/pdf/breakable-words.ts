import { Element, Text } from 'domhandler';
import { replaceNode } from '../../../domain/html/html-tree';

/** Longer than most words and names of settings; as wide as half a line. */
const LONG_WORD = /\S{33,}/;
const LONG_WORDS = /\S{33,}/g;
const PIECES = /.{1,16}/gsu;

/**
 * Lets the browser break words that no column has room for, e.g. addresses. It breaks others only where they end: a column is never
 * narrower than its longest word.
 * @returns whether there were any
 */
export function breakLongWords(text: Text): boolean {
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
