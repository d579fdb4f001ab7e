import type { TagRow } from '../../content/items/item-sql';
import { type PageListRow, presentPageInList } from '../../content/content-tree/page-in-list';
import { type ItemPeople, type ItemRow, presentItem, presentPeople } from '../../content/items/presentation';
import { presentDescriptionHtml } from '../../content/descriptions/descriptions';

export interface ChapterListRow extends ItemRow {
  book_id: number;
  description: string;
  priority: number;
  book_slug: string;
}

export interface ChapterDetailRow extends ChapterListRow, ItemPeople {
  description_html: string;
  default_template_id: number | null;
  tags: TagRow[];
}

export const presentChapterInList = (chapter: ChapterListRow) => ({
  ...presentItem(chapter),
  book_id: chapter.book_id,
  description: chapter.description,
  priority: chapter.priority,
  book_slug: chapter.book_slug,
});

/** After create and update: users are ids. */
export const presentChapter = (chapter: ChapterDetailRow) => ({
  ...presentChapterInList(chapter),
  type: 'chapter',
  description_html: presentDescriptionHtml(chapter.description_html),
  default_template_id: chapter.default_template_id,
  tags: chapter.tags,
});

/** A single read: users are objects, with the chapter's pages. */
export const presentChapterWithPages = (chapter: ChapterDetailRow, pages: PageListRow[]) => ({
  ...presentChapter(chapter),
  ...presentPeople(chapter),
  pages: pages.map(presentPageInList),
});
