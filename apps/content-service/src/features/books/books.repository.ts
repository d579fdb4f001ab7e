import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { defineListing, integer, Parameters, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { coverColumn } from '../../content/images/covers';
import { Book } from '../../content/items/book.entity';
import { itemColumns, ItemRepository } from '../../content/items/item.repository';
import { Page } from '../../content/items/page.entity';
import { Shelf } from '../../content/items/shelf.entity';
import { LISTED_COLUMNS } from '../../content/kinds/shared-columns';
import type { BookContentsRow, BookDetail, BookInList, ShelfSummary } from './book.presenter';

export const bookListing = defineListing({
  id: integer('book.id'),
  name: text('book.name'),
  slug: text('book.slug', { rank: 'book.slug_rank' }),
  description: text('book.description'),
  created_at: timestamp('book.created_at'),
  updated_at: timestamp('book.updated_at'),
  created_by: integer('book.created_by'),
  updated_by: integer('book.updated_by'),
  owned_by: integer('book.owned_by'),
});

const LIST = sql`${selectColumns(Book, 'book', ...LISTED_COLUMNS)}, ${coverColumn('book')}`;
const bookColumns = (alias: string) => sql`${itemColumns(Book, 'book', alias)}, ${coverColumn(alias)}`;

/** Columns of a chapter or page in a book; of a page's columns those that chapters have too. */
const contentsColumns = (
  type: 'chapter' | 'page',
) => sql`${selectComputed<Pick<BookContentsRow, 'type'>>({ type: `'${type}'` })},
  ${selectColumns(Page, type, 'id', 'name', 'slug', 'bookId', 'priority', 'createdAt', 'updatedAt')}`;
const ONLY_OF_PAGES = selectColumns(Page, 'page', 'chapterId', 'draft', 'template');
const NONE_OF_CHAPTERS = selectComputed<RowOf<typeof ONLY_OF_PAGES>>({
  chapterId: 'NULL::int',
  draft: 'false',
  template: 'false',
});

@Injectable()
export class BooksRepository extends ItemRepository<Book, BookInList, BookDetail> {
  constructor(database: Database, access: AccessService, @InjectRepository(Book) books: Repository<Book>) {
    const reads = { listing: bookListing, list: { columns: LIST }, detail: { columns: bookColumns('book') } };
    super('book', { ...reads, written: bookColumns('books') }, database, access, books);
  }

  /** Chapters and pages of these books that the caller can see: book by book, drafts first, then by priority. */
  async contents(ids: readonly number[], actor: Actor, limit?: number): Promise<BookContentsRow[]> {
    const parameters = new Parameters();
    const books = `${parameters.add(ids)}::int[]`;
    const view = await this.access.view(actor);
    const chapters = view.visible('chapter', 'chapter', parameters);
    const pages = view.visible('page', 'page', parameters);
    const statement = sql`SELECT * FROM (
      SELECT ${contentsColumns('chapter')}, ${NONE_OF_CHAPTERS}
      FROM chapters chapter WHERE ${chapters} AND chapter.book_id = ANY(${books})
      UNION ALL
      SELECT ${contentsColumns('page')}, ${ONLY_OF_PAGES}
      FROM pages page WHERE ${pages} AND page.book_id = ANY(${books})
    ) AS entry ORDER BY array_position(${books}, "bookId"), draft DESC, priority, id LIMIT ${parameters.add(limit ?? null)}`;
    return this.database.query(statement, parameters.values);
  }

  /** Shelves that contain the book and that the caller can see. */
  async shelvesOf(id: number, actor: Actor): Promise<ShelfSummary[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'bookshelf', 'shelf', parameters);
    const statement = sql`SELECT ${selectColumns(Shelf, 'shelf', 'id', 'name', 'slug')}
      FROM shelves shelf JOIN shelf_books place ON place.shelf_id = shelf.id
      WHERE ${visible} AND place.book_id = ${parameters.add(id)} ORDER BY shelf.id`;
    return this.database.query(statement, parameters.values);
  }
}
