import type { PlainTexts } from '../../exports/zip/portable-format';

/** Validated content of `data.json` (content-behaviour §16.2). Absent lists are empty, absent texts too, except for descriptions. */
export type PortableItem = PortableBook | PortableChapter | PortablePage;

export interface PortableTag {
  name: string;
  value: string;
}

interface Portable {
  /** Id in the exporting system; references use it. */
  id: number | undefined;
}

export interface PortableImage extends Portable {
  name: string;
  file: string;
  type: 'gallery' | 'drawio';
}

/** Either a link or a file; the link wins. */
export interface PortableAttachment extends Portable {
  name: string;
  link: string;
  file: string;
}

export interface PortablePage extends Portable, PlainTexts<'page'> {
  kind: 'page';
  html: string;
  markdown: string;
  priority: number | undefined;
  attachments: PortableAttachment[];
  images: PortableImage[];
  tags: PortableTag[];
}

export interface PortableChapter extends Portable, PlainTexts<'chapter'> {
  kind: 'chapter';
  description: string | undefined;
  priority: number | undefined;
  pages: PortablePage[];
  tags: PortableTag[];
}

export interface PortableBook extends Portable, PlainTexts<'book'> {
  kind: 'book';
  description: string | undefined;
  /** The file of its cover; empty for none. */
  cover: string;
  chapters: PortableChapter[];
  pages: PortablePage[];
  tags: PortableTag[];
}

/** All chapters of an item, itself included. */
export const portableChaptersOf = (item: PortableItem): PortableChapter[] =>
  item.kind === 'book' ? item.chapters : item.kind === 'chapter' ? [item] : [];

/** All pages of an item, itself included. */
export const portablePagesOf = (item: PortableItem): PortablePage[] =>
  item.kind === 'page'
    ? [item]
    : [...(item.kind === 'book' ? item.pages : []), ...portableChaptersOf(item).flatMap(({ pages }) => pages)];

/** Reading order: by priority, where a missing one counts as 0. Equal priorities keep their order. */
export const inOrder = <T extends { priority: number | undefined }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0));

/** Summary of an archive: its tree without texts, tag values and descriptions (content-behaviour §16.4). */
export function summaryOf(item: PortableItem): object {
  if (item.kind === 'page') return pageSummary(item);
  if (item.kind === 'chapter') return chapterSummary(item);
  const { id, name } = item;
  return {
    id,
    name,
    chapters: item.chapters.map(chapterSummary),
    pages: item.pages.map(pageSummary),
    tags: tagNames(item.tags),
  };
}

const chapterSummary = ({ id, name, priority, pages, tags }: PortableChapter) => ({
  id,
  name,
  priority,
  pages: pages.map(pageSummary),
  tags: tagNames(tags),
});

const pageSummary = ({ id, name, priority, attachments, images, tags }: PortablePage) => ({
  id,
  name,
  priority,
  attachments: attachments.map((attachment) => ({ id: attachment.id, name: attachment.name })),
  images: images.map((image) => ({ id: image.id, name: image.name, file: image.file, type: image.type })),
  tags: tagNames(tags),
});

const tagNames = (tags: readonly PortableTag[]) => tags.map(({ name }) => ({ name }));
