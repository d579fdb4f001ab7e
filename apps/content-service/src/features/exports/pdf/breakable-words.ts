import { Element, Text } from 'domhandler';
import { replaceNode } from '../../../text/tree/html-tree';

/** Longer than most words and setting names; about half a line wide. */
const LONG_WORD = /\S{33,}/;
const LONG_WORDS = /\S{33,}/g;
const PIECES = /.{1,16}/gsu;

/**
 * Lets the browser break very long words, e.g. addresses. Without this, a column is never narrower than its longest word.
 * @returns whether the text had such words
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
