/** A feed of changes by RFC 4287. Addresses are absolute. */
interface Feed {
  title: string;
  author: string;
  /** The address of the feed, which is also its id. */
  address: string;
  /** The page that shows the same to people. */
  page: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
}

interface FeedEntry {
  /** An address that never changes. */
  id: string;
  title: string;
  page: string;
  published?: Date;
  updated: Date;
  /** Plain text. */
  summary?: string;
}

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

/** A feed without entries has not changed since then. */
const NEVER = new Date(0);

export function atomFeed({ title, author, address, page, entries }: Feed): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', address),
    element('title', title),
    element('updated', (entries[0]?.updated ?? NEVER).toISOString()),
    `<author>${element('name', author)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(address)}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    ...entries.map(atomEntry),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

const atomEntry = ({ id, title, page, published, updated, summary }: FeedEntry): string =>
  [
    '<entry>',
    element('id', id),
    element('title', title),
    ...(published ? [element('published', published.toISOString())] : []),
    element('updated', updated.toISOString()),
    `<link rel="alternate" type="text/html" href="${xmlText(page)}"/>`,
    ...(summary === undefined ? [] : [element('summary', summary)]),
    '</entry>',
  ].join('');

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot contain, not even as references. */
const NOT_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text for XML, escaped for elements and for attributes. */
export const xmlText = (text: string): string =>
  text.replace(NOT_XML, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
