import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { words } from '../tree/html-elements';
import { elementsOf, parseHtml, setChildren } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';
import { media } from './addresses';
import { oneOf } from './attribute-values';
import { modernise } from './legacy-html';

/** The elements of the allow-list. */
export const LISTED = words(
  'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em embed ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd li main mark nav object ol p picture pre ' +
    'progress q rb rp rt rtc ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr track u ul ' +
    'var video wbr',
);
/** The content of these is not text for readers. */
export const HIDDEN = words('script style title template textarea option xmp');
export const checkbox = oneOf('checkbox');

/** Elements that are left out without an allowed value of an attribute. */
const COMPLETE = new Map<string, (attributes: Element['attribs']) => boolean>([
  ['img', ({ src }) => src !== undefined && media(src) !== undefined],
  ['input', ({ type }) => type !== undefined && checkbox(type) !== undefined],
]);

/**
 * Keeps text and listed elements, older elements as their successors. Other elements are unwrapped, or removed with their content if it is
 * hidden. The sanitizer must do none of that: it would change the tags of other elements (decision 29). Changes the document.
 * @returns the tree that browsers build of the result
 */
export function keepListedElements(document: Document): Document {
  const elements = [...elementsOf(document)];
  const isRearranged = elements.some(({ name }) => !LISTED.has(name) && !HIDDEN.has(name));
  for (const element of elements) modernise(element);
  // From the leaves up: an element is unwrapped after the elements inside.
  for (const parent of [document, ...elements].reverse())
    if (!parent.children.every(isKept)) setChildren(parent, parent.children.flatMap(remaining));
  return isRearranged ? parseHtml(serializeHtml(document)) : document;
}

function remaining(node: ChildNode): ChildNode[] {
  if (isKept(node)) return [node];
  return isTag(node) && !HIDDEN.has(node.name) ? node.children : [];
}

const isKept = (node: ChildNode): boolean =>
  isTag(node) ? LISTED.has(node.name) && (COMPLETE.get(node.name)?.(node.attribs) ?? true) : isText(node);
