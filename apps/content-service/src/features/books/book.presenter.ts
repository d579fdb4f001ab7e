import { FLAG, listOf, NamedSchema, orNull, record, TEXT, URL_TEXT, WHOLE } from '@almanac/openapi';
import {
  COVER_IN_LIST_SCHEMA,
  COVER_SCHEMA,
  type CoverRow,
  presentCover,
  presentCoverInList,
} from '../../content/images/covers';
import { presentDescriptionHtml } from '../../content/item-fields/descriptions';
import type { Book } from '../../content/items/book.entity';
import type { ItemDetail } from '../../content/items/item.repository';
import type { Page } from '../../content/items/page.entity';
import type { Shelf } from '../../content/items/shelf.entity';
import {
  contentsIncluded,
  ITEM_MEMBERS,
  namedListSchema,
  PARENTS_INCLUDED,
  PEOPLE_MEMBERS,
  PERMISSIONS_INCLUDED,
  presentItem,
  presentPeople,
  TAG_SCHEMA,
  TIMES,
  utcMicros,
} from '../../content/kinds/presentation';
import type { ItemInList } from '../../content/kinds/shared-columns';

export type BookInList = ItemInList<Book> & { cover: CoverRow | null };
export type BookDetail = ItemDetail<Book> & { cover: CoverRow | null };

/** A chapter or page of a book. */
export type BookContentsRow = { type: 'chapter' | 'page' } & Pick<
  Page,
  'id' | 'name' | 'slug' | 'bookId' | 'chapterId' | 'priority' | 'draft' | 'template' | 'createdAt' | 'updatedAt'
>;

/** A shelf that the book is on. */
export type ShelfSummary = Pick<Shelf, 'id' | 'name' | 'slug'>;

export const presentBookInList = (book: BookInList, baseUrl: string) => ({
  ...presentItem(book),
  description: book.description,
  image_id: book.cover?.id ?? null,
  cover: presentCoverInList(book.cover, baseUrl),
});

/** After create and update: users are ids. */
export const presentBook = (book: BookDetail, baseUrl: string) => ({
  ...presentItem(book),
  type: 'book',
  description: book.description,
  description_html: presentDescriptionHtml(book.descriptionHtml),
  default_template_id: book.defaultTemplateId,
  image_id: book.cover?.id ?? null,
  sort_rule_id: book.sortRuleId,
  tags: book.tags,
  cover: presentCover(book.cover, baseUrl),
});

/** A single read: users are objects, with contents and shelves. */
export const presentBookWithContents = (
  book: BookDetail,
  contents: BookContentsRow[],
  shelves: ShelfSummary[],
  baseUrl: string,
) => ({
  ...presentBook(book, baseUrl),
  ...presentPeople(book),
  contents: presentContents(contents, `${baseUrl}/books/${book.slug}`),
  shelves,
});

/** Chapters contain their pages. Pages of a chapter that the caller cannot see are at the top level (content-behaviour §7.3). */
export function presentContents(rows: BookContentsRow[], bookUrl: string): (PresentedChapter | PresentedPage)[] {
  const chapters = new Set(rows.filter(({ type }) => type === 'chapter').map(({ id }) => id));
  const pages = Map.groupBy(
    rows.filter(({ type }) => type === 'page'),
    ({ chapterId }) => (chapterId !== null && chapters.has(chapterId) ? chapterId : null),
  );
  const top = rows.filter((row) => row.type === 'chapter' || pages.get(null)?.includes(row));
  return top.map((row) =>
    row.type === 'page'
      ? { ...presentContentPage(row, bookUrl), type: 'page' as const }
      : {
          ...presentContentEntry(row),
          url: `${bookUrl}/chapter/${row.slug}`,
          type: 'chapter' as const,
          pages: (pages.get(row.id) ?? []).map((page) => presentContentPage(page, bookUrl)),
        },
  );
}

type ContentPage = ReturnType<typeof presentContentPage>;
export type PresentedPage = ContentPage & { type: 'page' };
export type PresentedChapter = ReturnType<typeof presentContentEntry> & {
  url: string;
  type: 'chapter';
  pages: ContentPage[];
};

const presentContentPage = (page: BookContentsRow, bookUrl: string) => ({
  ...presentContentEntry(page),
  chapter_id: page.chapterId,
  draft: page.draft,
  template: page.template,
  url: page.draft ? `${bookUrl}/draft/${page.id}` : `${bookUrl}/page/${page.slug}`,
});

const presentContentEntry = ({ id, name, slug, bookId, priority, createdAt, updatedAt }: BookContentsRow) => ({
  id,
  name,
  slug,
  book_id: bookId,
  priority,
  created_at: utcMicros(createdAt),
  updated_at: utcMicros(updatedAt),
});

const SAVED = {
  ...ITEM_MEMBERS,
  type: { ...TEXT, enum: ['book'] },
  description: TEXT,
  description_html: TEXT,
  default_template_id: orNull(WHOLE),
  image_id: orNull(WHOLE),
  sort_rule_id: orNull(WHOLE),
  tags: listOf(TAG_SCHEMA),
  cover: COVER_SCHEMA,
};

const ENTRY = { id: WHOLE, name: TEXT, slug: TEXT, book_id: WHOLE, priority: WHOLE, ...TIMES, url: URL_TEXT };
const PAGE = { ...ENTRY, chapter_id: orNull(WHOLE), draft: FLAG, template: FLAG };
const TYPED_PAGE = { ...PAGE, type: { ...TEXT, const: 'page' } };
const TYPED_CHAPTER = { ...ENTRY, type: { ...TEXT, const: 'chapter' } };

const entry = (chapter: object, page: object) => ({ oneOf: [chapter, page] });

const CONTENTS = entry(record({ ...TYPED_CHAPTER, pages: listOf(record(PAGE)) }), record(TYPED_PAGE));

/** Answers of `presentBookInList`, `presentBook` and `presentBookWithContents`. */
export const BOOK_IN_LIST_SCHEMA = new NamedSchema(
  'BookInList',
  record(
    { ...ITEM_MEMBERS, description: TEXT, image_id: orNull(WHOLE), cover: COVER_IN_LIST_SCHEMA },
    { tags: listOf(TAG_SCHEMA), ...PARENTS_INCLUDED, ...contentsIncluded(CONTENTS), ...PERMISSIONS_INCLUDED },
  ),
);
export const SAVED_BOOK_SCHEMA = new NamedSchema('SavedBook', record(SAVED));
export const BOOK_SCHEMA = new NamedSchema(
  'Book',
  record(
    {
      ...SAVED,
      ...PEOPLE_MEMBERS,
      contents: listOf(CONTENTS),
      shelves: listOf(record({ id: WHOLE, name: TEXT, slug: TEXT })),
    },
    PERMISSIONS_INCLUDED,
  ),
);

const BODIES = { html: TEXT, markdown: TEXT };

/** The contents of a book, with the bodies of its pages where they are included. */
export const BOOK_CONTENTS_SCHEMA = namedListSchema(
  'BookContents',
  entry(record({ ...TYPED_CHAPTER, pages: listOf(record(PAGE, BODIES)) }), record(TYPED_PAGE, BODIES)),
);
