import type { PortableChapter, PortableItem, PortablePage, PortableTag } from './portable-content';

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
