import { inOrder, type PortableChapter, type PortableItem } from '../archive/portable-content';

/** An item to create. */
export interface Place {
  source: PortableItem;
  /** The chapter of the archive that contains it, if any. */
  chapter: PortableChapter | undefined;
  /** Position among its siblings. The root of an import into an existing parent gets its position later. */
  priority: number;
}

/** The first child of an empty book gets 2, the first page of an empty chapter 1 (content-behaviour §6.1, §7.2). */
const FIRST_IN_BOOK = 2;
const FIRST_IN_CHAPTER = 1;

/** An item and everything in it with new positions, in the order in which a user would create them (content-behaviour §16.5). */
export function outlineOf(item: PortableItem): Place[] {
  const root: Place = { source: item, chapter: undefined, priority: 0 };
  if (item.kind === 'page') return [root];
  if (item.kind === 'chapter') return [root, ...pagesIn(item)];
  const children = inOrder<PortableItem & { priority: number | undefined }>([...item.chapters, ...item.pages]);
  return [
    root,
    ...children.flatMap((source, index) => {
      const place: Place = { source, chapter: undefined, priority: index + FIRST_IN_BOOK };
      return source.kind === 'chapter' ? [place, ...pagesIn(source)] : [place];
    }),
  ];
}

const pagesIn = (chapter: PortableChapter): Place[] =>
  inOrder(chapter.pages).map((source, index) => ({ source, chapter, priority: index + FIRST_IN_CHAPTER }));
