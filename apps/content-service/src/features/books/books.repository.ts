import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { defineListing, integer, Parameters, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { Book } from '../../content/items/book.entity';
import { ItemRepository } from '../../content/items/item.repository';
import { coverColumn } from '../../content/kinds/item-sql';
import type { BookContentsRow, BookDetail, BookInList, BookSummary } from './book.presenter';

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

/** Columns of a chapter or page in a book. */
const contentsColumns = (
  type: 'chapter' | 'page',
): string => `'${type}' AS type, ${type}.id, ${type}.name, ${type}.slug,
  ${type}.book_id AS "bookId", ${type}.priority, ${type}.created_at AS "createdAt", ${type}.updated_at AS "updatedAt"`;

@Injectable()
export class BooksRepository extends ItemRepository<Book, BookInList, BookDetail> {
  constructor(database: Database, access: AccessService, @InjectRepository(Book) books: Repository<Book>) {
    const list = { without: ['descriptionHtml'], columns: coverColumn('book') };
    const reads = { listing: bookListing, list, detail: coverColumn };
    super('book', reads, database, access, books);
  }

  /** Chapters and pages of these books that the caller can see: book by book, drafts first, then by priority. */
  async contents(ids: readonly number[], actor: Actor, limit?: number): Promise<BookContentsRow[]> {
    const parameters = new Parameters();
    const books = `${parameters.add(ids)}::int[]`;
    const view = await this.access.view(actor);
    const chapters = view.visible('chapter', 'chapter', parameters);
    const pages = view.visible('page', 'page', parameters);
    const sql = `SELECT * FROM (
      SELECT ${contentsColumns('chapter')}, NULL::int AS "chapterId", false AS draft, false AS template
      FROM chapters chapter WHERE ${chapters} AND chapter.book_id = ANY(${books})
      UNION ALL
      SELECT ${contentsColumns('page')}, page.chapter_id, page.draft, page.template
      FROM pages page WHERE ${pages} AND page.book_id = ANY(${books})
    ) AS entry ORDER BY array_position(${books}, "bookId"), draft DESC, priority, id LIMIT ${parameters.add(limit ?? null)}`;
    return this.database.query<BookContentsRow>(sql, parameters.values);
  }

  /** Shelves that contain the book and that the caller can see. */
  async shelvesOf(id: number, actor: Actor): Promise<BookSummary[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'bookshelf', 'shelf', parameters);
    const sql = `SELECT shelf.id, shelf.name, shelf.slug FROM shelves shelf JOIN shelf_books place ON place.shelf_id = shelf.id
      WHERE ${visible} AND place.book_id = ${parameters.add(id)} ORDER BY shelf.id`;
    return this.database.query<BookSummary>(sql, parameters.values);
  }
}
