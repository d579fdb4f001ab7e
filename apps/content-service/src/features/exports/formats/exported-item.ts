import type { Book } from '../../../content/items/book.entity';
import type { Chapter } from '../../../content/items/chapter.entity';
import type { Page, PageContent } from '../../../content/items/page.entity';

/** An item to export, without bodies: the one model for every format. Children are those that the caller sees, in reading order. */
export type ExportedItem = ExportedPage | ExportedChapter | ExportedBook;

export interface ExportedPage extends Page {
  type: 'page';
  /** Names of users; null for deleted users. */
  creator: string | null;
  updater: string | null;
  /** Only of a page that is exported alone. */
  body?: StoredBody;
}

export interface ExportedChapter extends Chapter {
  type: 'chapter';
  pages: ExportedPage[];
}

export interface ExportedBook extends Book {
  type: 'book';
  children: (ExportedChapter | ExportedPage)[];
}

/** A page's body as stored, before includes are resolved. */
export type StoredBody = Pick<PageContent, 'html' | 'markdown'>;

export interface ExportedBody extends StoredBody {
  page: { id: number };
}

/** All pages of an item in reading order. */
export function pagesOf(item: ExportedItem): ExportedPage[] {
  if (item.type === 'page') return [item];
  if (item.type === 'chapter') return item.pages;
  return item.children.flatMap(pagesOf);
}

/** Chapters hold their pages; pages of a chapter that the caller cannot see stand in the book itself (content-behaviour §7.3). */
export function childrenOfBook(
  chapters: Omit<ExportedChapter, 'pages'>[],
  pages: ExportedPage[],
): (ExportedChapter | ExportedPage)[] {
  const visibleIds = new Set(chapters.map(({ id }) => id));
  const pagesByChapter = Map.groupBy(pages, ({ chapterId }) =>
    chapterId !== null && visibleIds.has(chapterId) ? chapterId : null,
  );
  return [
    ...chapters.map((chapter) => ({ ...chapter, pages: pagesByChapter.get(chapter.id) ?? [] })),
    ...(pagesByChapter.get(null) ?? []),
  ].sort((a, b) => a.priority - b.priority || a.id - b.id);
}

/** All chapters of an item, itself included. */
export function chaptersOf(item: ExportedItem): ExportedChapter[] {
  if (item.type === 'chapter') return [item];
  return item.type === 'page' ? [] : item.children.filter((child) => child.type === 'chapter');
}

/** Content that format writers read while they write, as the caller of the export may see it. */
export interface ExportSource {
  /** HTML as the caller sees it: includes resolved, filtered. */
  render(html: string): Promise<string>;

  toMarkdown(html: string): Promise<string>;

  toPlainText(html: string): Promise<string>;

  /** The body of the next page; pages must be requested in their given order. `undefined` for a page that was deleted meanwhile. */
  bodyOf(page: { id: number }): Promise<ExportedBody | undefined>;
}

/** Opens a new source of the texts of these pages, in their given order. */
export type OpenSource = (pages: ExportedPage[]) => ExportSource;

/** Lets writers walk the tree of an item while the bodies arrive in batches. */
export function readBodiesInOrder(bodies: AsyncGenerator<ExportedBody>): ExportSource['bodyOf'] {
  let ahead: ExportedBody | undefined;
  return async ({ id }) => {
    ahead ??= (await bodies.next()).value ?? undefined;
    if (ahead?.page.id !== id) return undefined;
    const body = ahead;
    ahead = undefined;
    return body;
  };
}
