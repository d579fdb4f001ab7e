import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { ITEM_MEMBERS, PARENTS_INCLUDED, PERMISSIONS_INCLUDED, presentItem, TAG_SCHEMA } from '../kinds/presentation';
import type { Page } from './page.entity';

/** A page as lists and chapters show it; never with its body. */
export type PageInList = Page & { bookSlug: string };

export const presentPageColumns = (page: Page) => ({
  book_id: page.bookId,
  chapter_id: page.chapterId,
  priority: page.priority,
  draft: page.draft,
  template: page.template,
  revision_count: page.revisionCount,
  editor: page.editor,
});

export const presentPageInList = (page: PageInList) => ({
  ...presentItem(page),
  ...presentPageColumns(page),
  book_slug: page.bookSlug,
});

/** Members of `presentPageColumns`. */
export const PAGE_COLUMNS = {
  book_id: WHOLE,
  chapter_id: { ...orNull(WHOLE), description: 'null for a page that lies in the book itself' },
  priority: WHOLE,
  draft: FLAG,
  template: FLAG,
  revision_count: WHOLE,
  editor: { ...TEXT, description: 'Empty, `wysiwyg` or `markdown`' },
};

export const PAGE_IN_LIST_SCHEMA = new NamedSchema(
  'PageInList',
  record(
    { ...ITEM_MEMBERS, ...PAGE_COLUMNS, book_slug: TEXT },
    { tags: listOf(TAG_SCHEMA), html: TEXT, markdown: TEXT, ...PARENTS_INCLUDED, ...PERMISSIONS_INCLUDED },
  ),
);
