import { FLAG, listOf, NamedSchema, record, TEXT, URL_TEXT, WHOLE } from '@almanac/openapi';
import type { TagRow } from '../../content/kinds/item-sql';
import { TIMES, utcMicros } from '../../content/kinds/presentation';
import { foldText } from './words/folding';
import { excerpt, highlight } from './words/preview';
import type { SearchQuery } from './query/search-query';
import type { ItemKind } from '../../content/kinds/item-kinds';
import type { ResultRow } from './search.repository';

/** One result. Members without a value are undefined, and thus left out of the answer (content-behaviour §21). */
export function presentResult(row: ResultRow, needles: readonly string[], baseUrl: string) {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    book_id: row.book_id ?? undefined,
    chapter_id: row.chapter_id ?? undefined,
    // Drafts are never found.
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

/** Folded texts to mark in results, anywhere in them: exact texts, except for negated ones, then words. */
export const needlesOf = ({ words, exacts }: SearchQuery): string[] =>
  [...exacts.filter(({ negated }) => !negated).map(({ text }) => text), ...words].map((text) => foldText(text).text);

function presentTag(tag: TagRow, needles: readonly string[]): object {
  const isIn = (text: string) => needles.some((needle) => needle !== '' && foldText(text).text.includes(needle));
  return {
    ...tag,
    ...(isIn(tag.name) ? { highlight_name: true } : {}),
    ...(isIn(tag.value) ? { highlight_value: true } : {}),
  };
}

const PARENT = record({ id: WHOLE, name: TEXT, slug: TEXT });

export const RESULT_SCHEMA = new NamedSchema(
  'SearchResult',
  record(
    {
      id: WHOLE,
      name: TEXT,
      slug: TEXT,
      ...TIMES,
      url: URL_TEXT,
      type: { ...TEXT, enum: Object.values(TYPES) },
      tags: listOf(record({ name: TEXT, value: TEXT, order: WHOLE }, { highlight_name: FLAG, highlight_value: FLAG })),
      preview_html: record({ name: TEXT, content: TEXT }),
    },
    { book_id: WHOLE, chapter_id: WHOLE, draft: FLAG, book: PARENT, chapter: PARENT },
  ),
);
