/** An item to export, without bodies: the one model for every format. Children are those that the caller sees, in reading order. */
export type ExportedItem = ExportedPage | ExportedChapter | ExportedBook;

interface Named {
  id: number;
  name: string;
  slug: string;
  /** Of two items with the same slug, the one with the lower rank owns the address. */
  slug_rank: number;
}

interface Described extends Named {
  description: string;
  description_html: string;
}

export interface ExportedPage extends Named {
  type: 'page';
  chapter_id: number | null;
  priority: number;
  revision_count: number;
  created_at: Date;
  updated_at: Date;
  /** Names of users; null for deleted users. */
  creator: string | null;
  updater: string | null;
}

export interface ExportedChapter extends Described {
  type: 'chapter';
  priority: number;
  pages: ExportedPage[];
}

export interface ExportedBook extends Described {
  type: 'book';
  children: (ExportedChapter | ExportedPage)[];
}

/** A page's body as stored, before includes are resolved. */
export interface PageBody {
  page: { id: number };
  html: string;
  markdown: string;
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
  const seen = new Set(chapters.map(({ id }) => id));
  const pagesByChapter = Map.groupBy(pages, ({ chapter_id }) =>
    chapter_id !== null && seen.has(chapter_id) ? chapter_id : null,
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
