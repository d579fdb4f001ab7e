import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import { VOID } from '../../../../text/tree/html-elements';
import { textOf } from '../../../../text/tree/html-tree';
import type { Inline, Mark } from './inline-tree';
import type { RawHtml } from './raw-html';
import { linkAddressOf, imageOf, isMailLink, targetOf } from './links';
import { tagsOf } from './escapes';

const MARKS: Partial<Record<string, Mark>> = { em: 'em', i: 'em', strong: 'strong', b: 'strong' };

/** Reads nodes that stand on lines of text. */
export function readInlines(nodes: readonly ChildNode[], rawHtml: RawHtml): Inline[] {
  return nodes.flatMap((node) => {
    if (isText(node)) return { type: 'text', text: node.data };
    return isTag(node) ? readElement(node, rawHtml) : [];
  });
}

function readElement(element: Element, rawHtml: RawHtml): Inline | Inline[] {
  const { name, children } = element;
  if (rawHtml.formOf(element)) return finished(rawHtml.htmlOf(element));
  if (name === 'br') return { type: 'break' };
  if (name === 'img') return finished(imageOf(element));
  if (name === 'input' && element.attribs.type === 'checkbox') return checkbox(element);
  const mark = MARKS[name];
  if (mark) return { type: 'mark', mark, children: readInlines(children, rawHtml) };
  if (rawHtml.isBlank(element)) return { type: 'text', text: textOf(element) };
  if (name === 'code' && !children.some(isTag)) return { type: 'code', text: textOf(element) };
  return link(element, rawHtml) ?? inTags(element, rawHtml);
}

const finished = (markdown: string): Inline[] => (markdown === '' ? [] : [{ type: 'finished', markdown }]);

const checkbox = ({ attribs }: Element): Inline[] => [
  { type: 'finished', markdown: attribs.checked === undefined ? '[ ]' : '[x]' },
  { type: 'text', text: ' ' },
];

function link(element: Element, rawHtml: RawHtml): Inline | Inline[] | undefined {
  const address = linkAddressOf(element, 'href');
  if (element.name !== 'a' || address === '') return undefined;
  const text = textOf(element);
  if (isMailLink(element, text)) return finished(`<${text}>`);
  const closing = `]${targetOf(address, element.attribs.title)}`;
  return { type: 'wrapped', opening: '[', closing, mayBeEmpty: true, children: readInlines(element.children, rawHtml) };
}

function inTags(element: Element, rawHtml: RawHtml): Inline | Inline[] {
  const tags = tagsOf(element);
  const children = readInlines(element.children, rawHtml);
  if (!tags) return children;
  return VOID.has(element.name)
    ? finished(tags.opening)
    : { type: 'wrapped', ...tags, mayBeEmpty: element.name === 'a', children };
}
