import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler';
import { elementsOf } from '../tree/html-tree';
import { percentEncode } from '../tree/serialize-html';

const PREFIX = 'bkmrk-';
const TEXT_LENGTH = 20;
/** Enough of a text for TEXT_LENGTH characters of any width after its edges are trimmed. */
const MAX_TEXT_READ = 3 * TEXT_LENGTH;
const HEADING = /^h[1-6]$/;

/**
 * Gives sections their ids and updates links inside the page (content-behaviour §6.5). Sections are all top-level elements, headings at any
 * depth, and elements with an id. Changes the document.
 */
export function assignSectionIds(document: Document): void {
  const sections = [...elementsOf(document)].filter(
    (element) => element.parent === document || HEADING.test(element.name) || Boolean(element.attribs.id),
  );
  const ids = new SectionIds(document);
  const renamed = new Map<string, string>();
  for (const element of sections) {
    const before = element.attribs.id ?? '';
    const wasFree = !ids.isUsed(before);
    const after = ids.idFor(element);
    element.attribs.id = after;
    // Of several elements with one id, a link meant the first. Links to an id that an earlier element already has stay valid.
    if (before && before !== after && wasFree && !renamed.has(before)) renamed.set(before, after);
  }
  if (renamed.size > 0) followLinks(document, renamed);
}

/** The reference leaves links that are sections themselves, without an element around them. */
function followLinks(document: Document, renamed: Map<string, string>): void {
  for (const { attribs, parent } of elementsOf(document)) {
    const target =
      parent !== document && attribs.href?.startsWith('#') ? renamed.get(attribs.href.slice(1)) : undefined;
    if (target) attribs.href = `#${target}`;
  }
}

/** The ids of one document. */
class SectionIds {
  private readonly used = new Set<string>();
  private readonly nextSuffix = new Map<string, number>();
  private readonly texts: Map<ParentNode, string>;

  constructor(document: Document) {
    this.texts = textStarts(document);
  }

  isUsed(id: string): boolean {
    return this.used.has(id);
  }

  idFor(element: Element): string {
    const current = element.attribs.id ?? '';
    const id =
      current.startsWith('bkmrk') && !this.used.has(current) ? current : this.freshId(this.texts.get(element) ?? '');
    this.used.add(id);
    return id;
  }

  private freshId(text: string): string {
    const words = text
      .replace(/^ | $/g, '')
      .replaceAll(' ', '-')
      .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    const base = PREFIX + [...words].slice(0, TEXT_LENGTH).join('');
    let id = formEncode(base);
    // Starts after the suffix of the last clash. Otherwise a page of thousands of empty paragraphs would take quadratic time.
    let suffix = this.nextSuffix.get(base) ?? 1;
    while (this.used.has(id)) id = formEncode(`${base}-${suffix++}`);
    this.nextSuffix.set(base, suffix);
    return id;
  }
}

const formEncode = (text: string) => percentEncode(text, /[^\w.-]+/g);

/** The start of each element's text with collapsed whitespace. Works from the leaves up, so that deep nesting takes linear time. */
function textStarts(document: Document): Map<ParentNode, string> {
  const starts = new Map<ParentNode, string>();
  for (const element of [...elementsOf(document)].reverse()) {
    let start = '';
    for (const child of element.children) {
      if (start.length >= MAX_TEXT_READ) break;
      if (isText(child)) start += child.data.replace(/[ \t\n\v\f\r]+/g, ' ');
      else if (isTag(child)) start += starts.get(child) ?? '';
      start = start.replace(/ +/g, ' ').slice(0, MAX_TEXT_READ);
    }
    starts.set(element, start);
  }
  return starts;
}
