import type { Actor } from '@almanac/auth';
import { type Database, selectComputed, sql } from '@almanac/database';
import type { Parent } from '../../../content/content-tree/content-tree';
import type { Image } from '../../../content/images/image.entity';
import type { Tag } from '../../../content/item-fields/tags';
import type { Attachment } from '../../../content/items/attachment.entity';
import type { Book } from '../../../content/items/book.entity';
import type { Chapter } from '../../../content/items/chapter.entity';
import type { Page, PageContent, PageRevision } from '../../../content/items/page.entity';
import type { ItemSlug } from '../../../content/slugs/slug.service';
import { type ReferenceKind, replaceReferences } from '../../exports/zip/portable-format';
import { inOrder, type PortableChapter, type PortableItem } from '../archive/portable-content';
import type { Staged } from './staged-import';

/** All rows that an import will write. */
export interface ImportPlan {
  /** Id of the root item. */
  id: number;
  /** All items, in the order of their creation. */
  items: { kind: PortableItem['kind']; id: number; name: string }[];
  rows: ImportRows;
}

/** A plan in the making, with the decisions made so far. */
export interface PlanDraft extends ImportPlan {
  actor: Actor;
  staged: Staged;
  addresses: Addresses;
  /** Ids and slugs of the items. */
  ids: ReadonlyMap<PortableItem, number>;
  slugs: ReadonlyMap<PortableItem, ItemSlug>;
  /** The book that contains all items. */
  book: { id: number; slug: string };
  parent: Parent | undefined;
  /** The image that is the cover of the book. */
  coverId: number | null;
}

/** Author columns of a row. */
export const authors = ({ id }: Actor) => ({ createdBy: id, updatedBy: id });

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

/** An element with a drawing names its image. Text escapes `<`, so a match is inside a tag. */
const DRAWING = /(<[^<>]*\sdrawio-diagram=")(\d{1,15})(?=")/g;

/** New addresses of the parts of an archive, by their ids in the exporting system. */
export class Addresses {
  private readonly byTarget = new Map<string, string>();
  private readonly drawings = new Map<string, number>();

  add(kind: ReferenceKind, oldId: number | undefined, address: string): void {
    if (oldId !== undefined) this.byTarget.set(`${kind}:${oldId}`, address);
  }

  addDrawing(oldId: number | undefined, newId: number): void {
    if (oldId !== undefined) this.drawings.set(String(oldId), newId);
  }

  /** Replaces references in a text by addresses, and ids of drawings by their new ids (content-behaviour §16.5). */
  fillIn(text: string): string {
    const filled = replaceReferences(text, (target) => this.byTarget.get(target));
    return filled.replace(DRAWING, (whole, before: string, id: string) => {
      const drawing = this.drawings.get(id);
      return drawing === undefined ? whole : `${before}${drawing}`;
    });
  }
}

interface ImportEntities {
  images: Image;
  books: Book;
  chapters: Chapter;
  pages: Page;
  contents: PageContent;
  revisions: PageRevision;
  tags: Tag;
  attachments: Attachment;
}

type ImportRows = { [Name in keyof ImportEntities]: Partial<ImportEntities[Name]>[] };

export const noRows = (): ImportRows => ({
  images: [],
  books: [],
  chapters: [],
  pages: [],
  contents: [],
  revisions: [],
  tags: [],
  attachments: [],
});

/** Draws ids from the sequence of a table, for rows that refer to each other before they are written. */
export async function reserveIds(
  database: Database,
  table: 'books' | 'chapters' | 'pages' | 'images' | 'attachments',
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const next = selectComputed<{ id: number }>({ id: `nextval(pg_get_serial_sequence($1, 'id'))::integer` });
  const ids = await database.query(sql`SELECT ${next} FROM generate_series(1, $2::integer)`, [table, count]);
  return ids.map(({ id }) => id);
}
