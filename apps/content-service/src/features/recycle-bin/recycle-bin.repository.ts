import { Database, selectComputed, sql } from '@almanac/database';
import {
  defineListing,
  fetchListing,
  integer,
  type ListBatch,
  type ListQuery,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { userJson } from '../../content/kinds/item-sql';
import { DELETION_COLUMNS, type DeletionRow } from './deletion.presenter';

export const deletionListing = defineListing({
  id: integer('deletion.id'),
  deleted_by: integer('deletion.deleted_by'),
  created_at: timestamp('deletion.created_at'),
  updated_at: timestamp('deletion.updated_at'),
  deletable_type: text('deletion.deletable_type'),
  deletable_id: integer('deletion.deletable_id'),
});

const typed = (type: string, alias: string, more = ''): string =>
  `to_jsonb(${alias}) || jsonb_build_object('type', '${type}'${more})`;
const count = (table: string, key: string): string => `(SELECT count(*) FROM ${table} WHERE ${key} = item.id)`;
const book = `(SELECT ${typed('book', 'book')} FROM books book WHERE book.id = item.book_id)`;
const chapter = `(SELECT ${typed('chapter', 'chapter')} FROM chapters chapter WHERE chapter.id = item.chapter_id)`;

/** The deleted item, with its parent and the numbers of its chapters and pages. */
const DELETABLE = `CASE deletion.deletable_type
  WHEN 'bookshelf' THEN (SELECT ${typed('bookshelf', 'item')} FROM shelves item WHERE item.id = deletion.deletable_id)
  WHEN 'book' THEN (SELECT ${typed('book', 'item', `, 'pages_count', ${count('pages', 'book_id')}, 'chapters_count', ${count('chapters', 'book_id')}`)}
    FROM books item WHERE item.id = deletion.deletable_id)
  WHEN 'chapter' THEN (SELECT ${typed('chapter', 'item', `, 'pages_count', ${count('pages', 'chapter_id')}, 'parent', ${book}`)}
    FROM chapters item WHERE item.id = deletion.deletable_id)
  WHEN 'page' THEN (SELECT ${typed('page', 'item', `, 'parent', coalesce(${chapter}, ${book})`)} FROM pages item WHERE item.id = deletion.deletable_id)
END`;

const COLUMNS = sql`${DELETION_COLUMNS}, ${selectComputed<Pick<DeletionRow, 'deleter' | 'deletable'>>({
  deleter: userJson('deletion.deleted_by'),
  deletable: DELETABLE,
})}`;

/** Queries for the recycle bin. */
@Injectable()
export class RecycleBinRepository {
  constructor(private readonly database: Database) {}

  list(query: ListQuery): Promise<ListBatch<DeletionRow>> {
    const source = { select: COLUMNS, from: 'deletions deletion', where: () => 'TRUE' };
    return fetchListing(this.database, deletionListing, query, source);
  }
}
