import type { Database, RowShape } from '@almanac/database';

const AUTHORS = { created_by: 'integer', updated_by: 'integer' } as const;
const ITEM = {
  id: 'integer',
  name: 'text',
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
  books: { ...DESCRIBED, image_id: 'integer', sort_rule_id: 'integer' },
  chapters: { ...DESCRIBED, book_id: 'integer', priority: 'integer', scope_id: 'integer' },
  pages: {
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

export type ImportRows = { [T in ImportTable]: ImportRow<T>[] };

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
