import { elementsOf, parseHtml } from '../tree/html-tree';

/** The item of this installation that a link names. Slugs are as written: compare them case-insensitively. */
export type PageLinkTarget =
  | { type: 'bookshelf'; shelfSlug: string }
  | { type: 'book'; bookSlug: string }
  | { type: 'chapter'; bookSlug: string; chapterSlug: string }
  | { type: 'page'; bookSlug: string; pageSlug: string }
  /** `/link/{id}` and the address of a draft. */
  | { type: 'permalink'; pageId: number };

export type PageLinkReference = PageLinkTarget & { url: string };

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
 * The links of HTML that lead to items under `baseUrl` (content-behaviour §6.9, §6.10), each address once, in order. Ignores the query and
 * fragment of an address, and relative addresses.
 */
export function findPageLinks(html: string, baseUrl: string): PageLinkReference[] {
  const links = [...elementsOf(parseHtml(html))].flatMap(({ name, attribs }) =>
    name === 'a' && attribs.href ? [attribs.href] : [],
  );
  return [...new Set(links)].flatMap((url) => {
    const target = parsePageLink(url, baseUrl);
    return target ? [{ url, ...target }] : [];
  });
}

/** The item that one absolute address names; undefined for any other address. */
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
