import type { AnyNode, Element } from 'domhandler';
import { childrenOf, isElement, isText } from './html-tree';

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);
const RAW_TEXT = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);
/** Printed without a value, as the reference does. */
const BOOLEAN = new Set(['allowfullscreen', 'async', 'autoplay', 'checked', 'controls', 'default', 'defer', 'disabled', 'hidden', 'ismap', 'loop', 'multiple', 'muted', 'novalidate', 'open', 'readonly', 'required', 'reversed', 'selected']); // prettier-ignore

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00A0', '&nbsp;');
const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00A0', '&nbsp;');

/** Prints the children of a node as HTML; U+00A0 becomes `&nbsp;` (content-behaviour §6.5). */
export const serialiseChildren = (node: AnyNode): string => childrenOf(node).map(serialise).join('');

function serialise(node: AnyNode): string {
  if (isText(node)) return node.parent && isElement(node.parent) && RAW_TEXT.has(node.parent.name) ? node.data : escapeText(node.data);
  if (node.type === 'comment') return `<!--${node.data}-->`;
  if (!isElement(node)) return serialiseChildren(node);
  const start = `<${node.name}${attributes(node)}>`;
  return VOID.has(node.name) ? start : `${start}${serialiseChildren(node)}</${node.name}>`;
}

function attributes({ attribs }: Element): string {
  return Object.entries(attribs)
    .map(([name, value]) => (BOOLEAN.has(name) ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`))
    .join('');
}
