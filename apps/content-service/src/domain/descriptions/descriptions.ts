import type { AnyNode, Element } from 'domhandler';
import { LRUCache } from 'lru-cache';
import { childrenOf, isElement, isText, parseHtml } from '../html/html-tree';
import { plainText } from '../html/plain-text';
import { serialiseChildren } from '../html/serialise-html';

export interface Description {
  /** Plain text. */
  description: string;
  descriptionHtml: string;
}

const EMPTY: Description = { description: '', descriptionHtml: '<p></p>' };

/**
 * Both forms of a description from whichever was given; the HTML wins (content-behaviour §7.1).
 * @returns undefined when neither was given
 */
export function describe(input: { description?: string; description_html?: string }): Description | undefined {
  if (input.description_html !== undefined) {
    if (input.description_html === '') return EMPTY;
    // The text is taken before the allow-list, so that what a heading said is still found by a search.
    return { description: plainText(input.description_html), descriptionHtml: cleanDescription(input.description_html) };
  }
  if (input.description === undefined) return undefined;
  return { description: input.description, descriptionHtml: `<p>${escapeHtml(input.description).replaceAll(/\r?\n/g, '<br>\n')}</p>` };
}

/** Characters of stored and shown HTML that are kept together. */
const MOST_CHARACTERS = 4_000_000;

const shown = new LRUCache<string, string>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (clean, html) => clean.length + html.length + 100,
});

/**
 * What is shown of a stored description or comment. Stored rows may be older than the rules, so they are applied again, though to the same
 * text once only.
 */
export function presentDescriptionHtml(html: string): string {
  if (html === '' || html === '<p></p>') return '<p></p>';
  const known = shown.get(html);
  if (known !== undefined) return known;
  const clean = cleanDescription(html);
  shown.set(html, clean);
  return clean;
}

const ALLOWED: Record<string, readonly string[]> = {
  p: [],
  ol: [],
  ul: [],
  li: [],
  strong: [],
  span: [],
  em: [],
  br: [],
  code: [],
  a: ['href', 'title', 'target', 'data-mention-user-id'],
};

const SAFE_SCHEME = /^(https?|mailto|ftp|nntp|news|tel|file):/i;
const SCRIPT_SCHEME = /^(javascript|vbscript):/i;
const ANY_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The allow-list of descriptions and comments: other elements go with their content, text outside of an element is dropped. */
export function cleanDescription(html: string): string {
  const root = parseHtml(html);
  for (const node of [...childrenOf(root)]) if (!isElement(node)) detach(node);
  clean(root);
  const cleaned = serialiseChildren(root).replaceAll('&nbsp;', '\u00A0').trim();
  return cleaned === '' ? '<p></p>' : cleaned;
}

function clean(node: AnyNode): void {
  for (const child of [...childrenOf(node)]) {
    if (isText(child)) continue;
    const attributes = isElement(child) ? ALLOWED[child.name] : undefined;
    if (!isElement(child) || attributes === undefined || SCRIPT_SCHEME.test(urlOf(child))) {
      detach(child);
      continue;
    }
    child.attribs = Object.fromEntries(
      Object.entries(child.attribs).filter(([name, value]) => attributes.includes(name) && isSafe(name, value)),
    );
    clean(child);
  }
}

const urlOf = ({ attribs }: Element): string => withoutControls(attribs['href'] ?? '');

function isSafe(name: string, value: string): boolean {
  if (name === 'target') return value === '_blank';
  if (name === 'data-mention-user-id') return /^\d+$/.test(value);
  const url = withoutControls(value);
  return name !== 'href' || !ANY_SCHEME.test(url) || SAFE_SCHEME.test(url);
}

/** Browsers ignore these in URLs, so a rule must too. */
const withoutControls = (url: string): string => [...url].filter((character) => character > ' ').join('');

function detach(node: AnyNode): void {
  if (node.parent) node.parent.children = node.parent.children.filter((sibling) => sibling !== node);
  node.parent = null;
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
