import type { ItemKind, TagRow } from '../../domain/content-tree/item-sql';
import { utcMicros } from '../../domain/content-tree/presentation';
import { folded } from './folding';
import { excerpt, highlight, type Needle } from './preview';
import type { SearchQuery } from './search-query';

export interface Parent {
  id: number;
  name: string;
  slug: string;
}

export interface ResultRow {
  code: ItemKind['code'];
  id: number;
  name: string;
  slug: string;
  created_at: Date;
  updated_at: Date;
  book_id: number | null;
  chapter_id: number | null;
  /** Of the book, whether the caller sees it or not. */
  book_slug: string | null;
  /** Null when there is none, or none that the caller sees. */
  book: Parent | null;
  chapter: Parent | null;
  /** The page's text or the item's description. */
  content: string;
  tags: TagRow[];
}

/** One result. Members that would be null are left out (content-behaviour §21): those that are undefined are not written. */
export function presentResult(row: ResultRow, needles: readonly Needle[], baseUrl: string): object {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    book_id: row.book_id ?? undefined,
    chapter_id: row.chapter_id ?? undefined,
    // Drafts are not found.
    draft: row.code === 'p' ? false : undefined,
    created_at: utcMicros(row.created_at),
    updated_at: utcMicros(row.updated_at),
    url: baseUrl + pathOf(row),
    type: TYPES[row.code],
    tags: row.tags.map((tag) => presentTag(tag, needles)),
    book: row.book ?? undefined,
    chapter: row.chapter ?? undefined,
    preview_html: { name: highlight(row.name, needles), content: excerpt(row.content, needles) },
  };
}

const TYPES: Record<ItemKind['code'], ItemKind['type']> = { s: 'bookshelf', b: 'book', c: 'chapter', p: 'page' };

function pathOf({ code, slug, book_slug }: ResultRow): string {
  if (code === 's') return `/shelves/${slug}`;
  if (code === 'b') return `/books/${slug}`;
  return `/books/${book_slug ?? ''}/${TYPES[code]}/${slug}`;
}

/** What a search marks in its results. What was found counts, not what had to be absent. */
export const needlesOf = ({ words, exacts }: SearchQuery): Needle[] => [
  ...words.map((word) => ({ text: folded(word).text, atWordStart: true })),
  ...exacts.filter(({ negated }) => !negated).map(({ text }) => ({ text: folded(text).text, atWordStart: false })),
];

function presentTag(tag: TagRow, needles: readonly Needle[]): object {
  const isIn = (text: string) => needles.some((needle) => needle.text !== '' && folded(text).text.includes(needle.text));
  return { ...tag, ...(isIn(tag.name) ? { highlight_name: true } : {}), ...(isIn(tag.value) ? { highlight_value: true } : {}) };
}
