import { elementsOf, parseHtml } from '../tree/html-tree';
import { serializeStored } from '../tree/serialize-html';

/** The item of this installation that a link names. Slugs are as written: compare them case-insensitively. */
type PageLinkTarget =
  | { type: 'bookshelf'; shelfSlug: string }
  | { type: 'book'; bookSlug: string }
  | { type: 'chapter'; bookSlug: string; chapterSlug: string }
  | { type: 'page'; bookSlug: string; pageSlug: string }
  /** `/link/{id}` and the address of a draft. */
  | { type: 'permalink'; pageId: number };

/** The most specific form first: a chapter's address starts with its book's. */
const FORMS: [RegExp, (first: string, second: string) => PageLinkTarget][] = [
  [/^\/link\/(\d{1,9})$/, (id) => ({ type: 'permalink', pageId: Number(id) })],
  [/^\/books\/[\w-]+\/draft\/(\d{1,9})$/, (id) => ({ type: 'permalink', pageId: Number(id) })],
  [/^\/books\/([\w-]+)\/page\/([\w-]+)(?:\/|$)/, (bookSlug, pageSlug) => ({ type: 'page', bookSlug, pageSlug })],
  [
    /^\/books\/([\w-]+)\/chapter\/([\w-]+)(?:\/|$)/,
    (bookSlug, chapterSlug) => ({ type: 'chapter', bookSlug, chapterSlug }),
  ],
  [/^\/books\/([\w-]+)(?:\/|$)/, (bookSlug) => ({ type: 'book', bookSlug })],
  [/^\/shelves\/([\w-]+)(?:\/|$)/, (shelfSlug) => ({ type: 'bookshelf', shelfSlug })],
];

/**
 * The item that an absolute address under `baseUrl` names (content-behaviour §6.9, §6.10); undefined for any other address. Ignores query and
 * fragment.
 */
export function parsePageLink(url: string, baseUrl: string): PageLinkTarget | undefined {
  const base = baseUrl.replace(/\/+$/, '');
  if (!url.toLowerCase().startsWith(`${base.toLowerCase()}/`)) return undefined;
  const path = url
    .slice(base.length)
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
  for (const [form, read] of FORMS) {
    const match = form.exec(path);
    if (match) return read(match[1] ?? '', match[2] ?? '');
  }
  return undefined;
}

/** Characters that may follow an item's address in a link: `/books/guide` must not match `/books/guide-2`. */
const END = '(?=[/?#]|$)';
const END_IN_MARKDOWN = '(?=[/?#)>\\s"\']|$)';

/**
 * Changes links to `oldUrl`, or to an address below it, to `newUrl` (content-behaviour §6.10). Compares case-insensitively.
 * Returns HTML in the form of stored HTML when a link changed, else the given text.
 */
export function rewriteHtmlLinks(html: string, oldUrl: string, newUrl: string): string {
  const document = parseHtml(html);
  const old = new RegExp(`^${escaped(oldUrl)}${END}`, 'i');
  const links = [...elementsOf(document)].filter(({ name, attribs }) => name === 'a' && old.test(attribs.href ?? ''));
  for (const { attribs } of links) attribs.href = (attribs.href ?? '').replace(old, () => newUrl);
  return links.length > 0 ? serializeStored(document) : html;
}

/** The same for inline links `[text](url "title")` and link references `[name]: url` of Markdown; everything else stays as it is. */
export function rewriteMarkdownLinks(markdown: string, oldUrl: string, newUrl: string): string {
  const old = `${escaped(oldUrl)}${END_IN_MARKDOWN}`;
  const inline = new RegExp(`(\\]\\([ \\t]{0,9}<?)${old}`, 'gi');
  const reference = new RegExp(`(^ {0,3}\\[[^\\]\\n]{1,999}\\]:[ \\t]{0,9}<?)${old}`, 'gim');
  return [inline, reference].reduce(
    (text, link) => text.replace(link, (_match, before: string) => before + newUrl),
    markdown,
  );
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
