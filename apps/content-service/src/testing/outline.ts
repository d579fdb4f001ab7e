import { isComment, isTag, isText, type ChildNode } from 'domhandler';
import { defaultTreeAdapter, html as names, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** A node in a form that all parsers can provide: text, a comment, or an element with the names of its attributes. */
export type Sketch = string | { comment: string } | { name: string; attributes: string[]; children: Sketch[] };

/** Browsers add these around rows and columns. */
const ADDED = new Set(['tbody', 'colgroup']);
/** Browsers leave out a newline at the start of these, so newlines there do not count. */
const LOSING_NEWLINE = new Set(['pre', 'listing', 'textarea']);

export const sketchOf = (nodes: ChildNode[]): Sketch[] =>
  nodes.map((node): Sketch => {
    if (isTag(node))
      return { name: node.name, attributes: Object.keys(node.attribs), children: sketchOf(node.children) };
    if (isText(node)) return node.data;
    return { comment: isComment(node) ? node.data : 'neither an element nor text' };
  });

/** The content of a body, as built by the algorithm of the HTML standard. */
export function standardSketchOf(html: string): Sketch[] {
  const body = defaultTreeAdapter.createElement('body', names.NS.HTML, []);
  return parse5Sketch(parseFragment(body, html, { scriptingEnabled: false }).childNodes);
}

const parse5Sketch = (nodes: DefaultTreeAdapterTypes.ChildNode[]): Sketch[] =>
  nodes.map((node): Sketch => {
    if ('value' in node) return node.value;
    if (!('tagName' in node)) return { comment: 'data' in node ? node.data : '' };
    const attributes = node.attrs.map(({ prefix, name }) => (prefix ? `${prefix}:${name}` : name));
    return {
      name: node.tagName,
      attributes,
      children: parse5Sketch('content' in node ? node.content.childNodes : node.childNodes),
    };
  });

/** The same for a real browser: sketches of texts, in a document without scripts. JSON, because deep values cannot leave the browser. */
export const SKETCHES_IN_BROWSER = `(texts) => JSON.stringify(texts.map((html) => {
  const { body } = document.implementation.createHTMLDocument('');
  body.innerHTML = html;
  const sketch = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1) return { comment: node.data };
    // Not of the node itself: a form's properties may be its controls.
    const attributes = Element.prototype.getAttributeNames.call(node);
    return { name: node.localName, attributes, children: Array.from((node instanceof HTMLTemplateElement ? node.content : node).childNodes, sketch) };
  };
  return Array.from(body.childNodes, sketch);
}))`;

/** An outline in lines, equal for equivalent trees. */
export function outlineOf(sketches: Sketch[], depth = 0): string[] {
  const lines: string[] = [];
  let text = '';
  const add = (...more: string[]) => {
    if (text) lines.push(`${' '.repeat(depth)}${JSON.stringify(text)}`);
    text = '';
    lines.push(...more);
  };
  for (const sketch of sketches.flatMap(withoutAdded)) {
    if (typeof sketch === 'string') text += sketch.replace(/\r\n?/g, '\n');
    else if ('comment' in sketch) add(`${' '.repeat(depth)}<!--${sketch.comment}-->`);
    else {
      const tag = [sketch.name, ...sketch.attributes].join(' ').toLowerCase();
      add(`${' '.repeat(depth)}<${tag}>`, ...outlineOf(withoutNewline(sketch.name, sketch.children), depth + 1));
    }
  }
  add();
  return lines;
}

function withoutAdded(sketch: Sketch): Sketch[] {
  return typeof sketch === 'object' && 'name' in sketch && ADDED.has(sketch.name)
    ? sketch.children.flatMap(withoutAdded)
    : [sketch];
}

function withoutNewline(name: string, [first, ...others]: Sketch[]): Sketch[] {
  if (first === undefined) return [];
  return LOSING_NEWLINE.has(name) && typeof first === 'string'
    ? [first.replace(/^[\r\n]+/, ''), ...others]
    : [first, ...others];
}
