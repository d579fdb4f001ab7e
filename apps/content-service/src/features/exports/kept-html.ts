import type { Document, Element } from 'domhandler';
import { elementsOf, keepAttributes } from '../../domain/html/html-tree';
import { serializeNodes } from '../../domain/html/serialize-html';

/** The attribute of a stand-in; no other element keeps one of that name. */
export const STAND_IN = 'data-kept';

/** What stays HTML with everything in it: Markdown inside would be taken for text. */
const INLINE = new Set(['script', 'style', 'object', 'video', 'audio']);
const BLOCKS = new Set(['table', 'iframe', 'svg', 'math']);

/**
 * Puts empty stand-ins where HTML is to stay as it was stored, because another parser would move and add elements.
 * @returns that HTML, by the number that its stand-in carries
 */
export function takeOutKeptHtml(document: Document): string[] {
  const kept: string[] = [];
  for (const element of elementsOf(document)) {
    const name = standInFor(element);
    if (name) {
      const number = kept.push(serializeNodes([element])) - 1;
      element.name = name;
      element.attribs = { [STAND_IN]: String(number) };
      element.children = [];
    } else keepAttributes(element, (attribute) => attribute !== STAND_IN);
  }
  return kept;
}

function standInFor(element: Element): 'div' | 'span' | undefined {
  if (INLINE.has(element.name)) return 'span';
  return BLOCKS.has(element.name) || isDrawing(element) ? 'div' : undefined;
}

const isDrawing = ({ name, attribs }: Element) => name === 'div' && 'drawio-diagram' in attribs;
