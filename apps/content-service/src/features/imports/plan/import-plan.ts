import type { Actor } from '@almanac/auth';
import type { Database, RowShape } from '@almanac/database';
import type { Parent } from '../../../content/content-tree/content-tree';
import type { ItemSlug } from '../../../content/slugs/slug.service';
import { plainColumns, type ReferenceKind, replaceReferences } from '../../exports/zip/portable-format';
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
export const authors = ({ id }: Actor) => ({ created_by: id, updated_by: id });

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

const AUTHORS = { created_by: 'integer', updated_by: 'integer' } as const;
const ITEM = {
  id: 'integer',
  slug: 'text',
  slug_rank: 'integer',
  ...AUTHORS,
  owned_by: 'integer',
} as const;
const DESCRIBED = { ...ITEM, description: 'text', description_html: 'text' } as const;
const BODY = { page_id: 'integer', html: 'text', markdown: 'text', text: 'text' } as const;

/** The tables that an import writes, in the order of their foreign keys. */
export const IMPORT_TABLES = {
  images: { id: 'integer', name: 'text', path: 'text', type: 'text', uploaded_to: 'integer', ...AUTHORS },
  books: { ...plainColumns('book'), ...DESCRIBED, image_id: 'integer', sort_rule_id: 'integer' },
  chapters: { ...plainColumns('chapter'), ...DESCRIBED, book_id: 'integer', priority: 'integer', scope_id: 'integer' },
  pages: {
    ...plainColumns('page'),
    ...ITEM,
    book_id: 'integer',
    chapter_id: 'integer',
    priority: 'integer',
    revision_count: 'integer',
    editor: 'text',
    scope_id: 'integer',
  },
  page_contents: BODY,
  page_revisions: {
    ...BODY,
    revision_number: 'integer',
    name: 'text',
    slug: 'text',
    book_slug: 'text',
    summary: 'text',
    created_by: 'integer',
  },
  tags: { book_id: 'integer', chapter_id: 'integer', page_id: 'integer', name: 'text', value: 'text' },
  attachments: {
    id: 'integer',
    page_id: 'integer',
    name: 'text',
    extension: 'text',
    external: 'boolean',
    path: 'text',
    order: 'integer',
    ...AUTHORS,
  },
} as const satisfies Record<string, RowShape['columns']>;

export type ImportTable = keyof typeof IMPORT_TABLES;

interface Types {
  integer: number | null;
  text: string | null;
  boolean: boolean;
}

/** A row of one of these tables. */
type ImportRow<T extends ImportTable> = {
  -readonly [C in keyof (typeof IMPORT_TABLES)[T]]?: (typeof IMPORT_TABLES)[T][C] extends keyof Types
    ? Types[(typeof IMPORT_TABLES)[T][C]]
    : never;
};

type ImportRows = { [T in ImportTable]: ImportRow<T>[] };

export const noRows = (): ImportRows => ({
  images: [],
  books: [],
  chapters: [],
  pages: [],
  page_contents: [],
  page_revisions: [],
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
  const sql = `SELECT nextval(pg_get_serial_sequence($1, 'id'))::integer AS id FROM generate_series(1, $2::integer)`;
  return (await database.query<{ id: number }>(sql, [table, count])).map(({ id }) => id);
}
