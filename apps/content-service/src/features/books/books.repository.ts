import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { fetchListing, type ListPage, type ListQuery, Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { coverColumn, itemColumns, peopleColumns, tagsColumn } from '../../content/items/item-sql';
import { Book } from '../../content/items/book.entity';
import type { BookContentsRow, BookDetailRow, BookListRow, BookSummary } from './book.presenter';
import { bookListing } from './books.listing';

/** Queries for books. */
@Injectable()
export class BooksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** Loads a book for a change and locks its row, so that concurrent changes run one after the other. */
  async find(id: number, actor: Actor): Promise<Book | null> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const sql = `SELECT book.id FROM books book WHERE ${visible} AND book.id = ${parameters.add(id)} FOR NO KEY UPDATE`;
    const [row] = await this.database.query<{ id: number }>(sql, parameters.values);
    return row ? this.database.of(Book).findOneBy({ id: row.id }) : null;
  }

  async list(query: ListQuery, actor: Actor): Promise<ListPage<BookListRow>> {
    const view = await this.access.view(actor);
    return fetchListing(this.database, bookListing, query, {
      select: `${itemColumns('book')}, book.description, ${coverColumn('book')}`,
      from: 'books book',
      where: (parameters) => view.visible('book', 'book', parameters),
    });
  }

  async detail(id: number, actor: Actor): Promise<BookDetailRow | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const sql = `SELECT ${itemColumns('book')}, book.description, book.description_html, book.default_template_id,
        ${peopleColumns('book')}, ${tagsColumn('book_id', 'book')}, ${coverColumn('book')}
      FROM books book WHERE ${visible} AND book.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<BookDetailRow>(sql, parameters.values);
    return row;
  }

  /** Chapters and pages that the caller can see, drafts first, then by priority. */
  async contents(id: number, actor: Actor): Promise<BookContentsRow[]> {
    const parameters = new Parameters();
    const book = parameters.add(id);
    const view = await this.access.view(actor);
    const chapters = view.visible('chapter', 'chapter', parameters);
    const pages = view.visible('page', 'page', parameters);
    const sql = `
      SELECT 'chapter' AS type, chapter.id, chapter.name, chapter.slug, chapter.book_id, NULL::int AS chapter_id, chapter.priority,
        false AS draft, false AS template, chapter.created_at, chapter.updated_at
      FROM chapters chapter WHERE ${chapters} AND chapter.book_id = ${book}
      UNION ALL
      SELECT 'page', page.id, page.name, page.slug, page.book_id, page.chapter_id, page.priority, page.draft, page.template, page.created_at, page.updated_at
      FROM pages page WHERE ${pages} AND page.book_id = ${book}
      ORDER BY draft DESC, priority, id`;
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
