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
