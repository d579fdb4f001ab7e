import type { AnyNode, Element } from 'domhandler';
import { elementsIn, isElement, parseHtml, textOf } from './html-tree';
import { serialiseChildren } from './serialise-html';

const HEADING = /^h[1-6]$/;
const ID_TEXT_LENGTH = 20;

/**
 * Gives every section an id that can be linked to and included: top-level elements, headings at any depth, and whatever has an id already.
 * Ids that start with `bkmrk` and are unique stay; links to ids that change follow (content-behaviour §6.5).
 */
export function assignSectionIds(html: string): string {
  const root = parseHtml(html);
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  for (const element of elementsIn(root)) {
    if (!isSection(element, root)) continue;
    const old = element.attribs['id'] ?? '';
    const id = old.startsWith('bkmrk') && !taken.has(old) ? old : freeId(textOf(element), taken);
    taken.add(id);
    if (id !== old) element.attribs['id'] = id;
    if (old !== '' && id !== old) renamed.set(`#${old}`, `#${id}`);
  }
  followRenamed(root, renamed);
  return serialiseChildren(root);
}

const isSection = (element: Element, root: AnyNode): boolean =>
  element.parent === root || HEADING.test(element.name) || Boolean(element.attribs['id']);

function freeId(text: string, taken: Set<string>): string {
  const words = asciiTrim(text).replaceAll(/[\t\n\v\f\r ]+/g, '-');
  const base = `bkmrk-${[...asciiLower(words)].slice(0, ID_TEXT_LENGTH).join('')}`;
  let id = formEncode(base);
  for (let suffix = 1; taken.has(id); suffix += 1) id = formEncode(`${base}-${suffix}`);
  return id;
}

function followRenamed(root: AnyNode, renamed: Map<string, string>): void {
  if (renamed.size === 0) return;
  for (const element of elementsIn(root)) {
    const target = isElement(element) ? renamed.get(element.attribs['href'] ?? '') : undefined;
    if (target !== undefined) element.attribs['href'] = target;
  }
}

// The reference knows ASCII only here: a no-break space is no white space and É has no lower case.
const asciiTrim = (text: string): string => text.replaceAll(/^[\t\n\v\r \0]+|[\t\n\v\r \0]+$/g, '');
const asciiLower = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** `application/x-www-form-urlencoded`, which encodes more than `encodeURIComponent`. */
const formEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
