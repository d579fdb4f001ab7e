/** What `data.json` holds, once it is known to be right (content-behaviour §16.2). Absent texts are empty, absent lists too. */
export type PortableItem = PortableBook | PortableChapter | PortablePage;

export interface PortableTag {
  name: string;
  value: string;
}

interface Portable {
  /** In the system that it came from; what references name. */
  id: number | undefined;
  name: string;
}

export interface PortableImage extends Portable {
  file: string;
  type: 'gallery' | 'drawio';
}

/** Either a link or a file; the link wins. */
export interface PortableAttachment extends Portable {
  link: string;
  file: string;
}

export interface PortablePage extends Portable {
  kind: 'page';
  html: string;
  markdown: string;
  priority: number | undefined;
  attachments: PortableAttachment[];
  images: PortableImage[];
  tags: PortableTag[];
}

export interface PortableChapter extends Portable {
  kind: 'chapter';
  description: string | undefined;
  priority: number | undefined;
  pages: PortablePage[];
  tags: PortableTag[];
}

export interface PortableBook extends Portable {
  kind: 'book';
  description: string | undefined;
  /** The file of its cover; empty for none. */
  cover: string;
  chapters: PortableChapter[];
  pages: PortablePage[];
  tags: PortableTag[];
}

/** All chapters of an item, itself included. */
export const chaptersOf = (item: PortableItem): PortableChapter[] =>
  item.kind === 'book' ? item.chapters : item.kind === 'chapter' ? [item] : [];

/** All pages of an item, itself included. */
export const pagesOf = (item: PortableItem): PortablePage[] =>
  item.kind === 'page' ? [item] : [...(item.kind === 'book' ? item.pages : []), ...chaptersOf(item).flatMap(({ pages }) => pages)];

/** Reading order: by priority, what has none first; equal ones stay as they come. */
export const inOrder = <T extends { priority: number | undefined }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));
