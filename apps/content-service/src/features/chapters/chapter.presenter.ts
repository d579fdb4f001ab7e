import { listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import type { SortedItem } from '../../content/sorting/book-order';
import type { Chapter } from '../../content/items/chapter.entity';
import type { ItemDetail } from '../../content/items/item.repository';
import { PAGE_IN_LIST_SCHEMA, type PageInList, presentPageInList } from '../../content/items/page-in-list';
import {
  contentsIncluded,
  ITEM_MEMBERS,
  PARENTS_INCLUDED,
  PEOPLE_MEMBERS,
  PERMISSIONS_INCLUDED,
  presentItem,
  presentPeople,
  TAG_SCHEMA,
} from '../../content/kinds/presentation';
import type { ItemInList } from '../../content/kinds/shared-columns';
import { presentDescriptionHtml } from '../../content/item-fields/descriptions';

export type ChapterInList = ItemInList<Chapter> & Pick<Chapter, 'bookId' | 'priority'> & Pick<PageInList, 'bookSlug'>;
export type ChapterDetail = ItemDetail<Chapter> & SortedItem & Pick<PageInList, 'bookSlug'>;

export const presentChapterInList = (chapter: ChapterInList) => ({
  ...presentItem(chapter),
  book_id: chapter.bookId,
  description: chapter.description,
  priority: chapter.priority,
  book_slug: chapter.bookSlug,
});

/** After create and update: users are ids. */
export const presentChapter = (chapter: ChapterDetail) => ({
  ...presentChapterInList(chapter),
  type: 'chapter',
  description_html: presentDescriptionHtml(chapter.descriptionHtml),
  default_template_id: chapter.defaultTemplateId,
  tags: chapter.tags,
});

/** A single read: users are objects, with the chapter's pages. */
export const presentChapterWithPages = (chapter: ChapterDetail, pages: PageInList[]) => ({
  ...presentChapter(chapter),
  ...presentPeople(chapter),
  pages: pages.map(presentPageInList),
});

const IN_LIST = { ...ITEM_MEMBERS, book_id: WHOLE, description: TEXT, priority: WHOLE, book_slug: TEXT };
const SAVED = {
  ...IN_LIST,
  type: { ...TEXT, enum: ['chapter'] },
  description_html: TEXT,
  default_template_id: orNull(WHOLE),
  tags: listOf(TAG_SCHEMA),
};

export const CHAPTER_IN_LIST_SCHEMA = new NamedSchema(
  'ChapterInList',
  record(IN_LIST, {
    tags: listOf(TAG_SCHEMA),
    ...PARENTS_INCLUDED,
    ...contentsIncluded(PAGE_IN_LIST_SCHEMA),
    ...PERMISSIONS_INCLUDED,
  }),
);
export const SAVED_CHAPTER_SCHEMA = new NamedSchema('SavedChapter', record(SAVED));
export const CHAPTER_SCHEMA = new NamedSchema(
  'Chapter',
  record({ ...SAVED, ...PEOPLE_MEMBERS, pages: listOf(PAGE_IN_LIST_SCHEMA) }, PERMISSIONS_INCLUDED),
);
