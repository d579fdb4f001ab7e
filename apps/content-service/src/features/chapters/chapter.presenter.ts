import type { Chapter } from '../../content/items/chapter.entity';
import type { ItemDetail } from '../../content/items/item.repository';
import { type PageInList, presentPageInList } from '../../content/items/page.presenter';
import { presentItem, presentPeople } from '../../content/items/presentation';
import { presentDescriptionHtml } from '../../content/item-fields/descriptions';

export type ChapterInList = Omit<Chapter, 'descriptionHtml'> & { bookSlug: string };
export type ChapterDetail = ItemDetail<Chapter> & { bookSlug: string };

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
