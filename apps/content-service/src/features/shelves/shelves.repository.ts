import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { defineListing, integer, Parameters, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { Book } from '../../content/items/book.entity';
import { ItemRepository } from '../../content/items/item.repository';
import { Shelf } from '../../content/items/shelf.entity';
import { columnsOf, coverColumn } from '../../content/kinds/item-sql';
import type { BookOnShelf, ShelfDetail, ShelfInList } from './shelf.presenter';

export const shelfListing = defineListing({
  id: integer('shelf.id'),
  name: text('shelf.name'),
  slug: text('shelf.slug', { rank: 'shelf.slug_rank' }),
  description: text('shelf.description'),
  created_at: timestamp('shelf.created_at'),
  updated_at: timestamp('shelf.updated_at'),
  created_by: integer('shelf.created_by'),
  updated_by: integer('shelf.updated_by'),
  owned_by: integer('shelf.owned_by'),
});

@Injectable()
export class ShelvesRepository extends ItemRepository<Shelf, ShelfInList, ShelfDetail> {
  constructor(
    database: Database,
    access: AccessService,
    @InjectRepository(Shelf) shelves: Repository<Shelf>,
    @InjectRepository(Book) private readonly books: Repository<Book>,
  ) {
    const list = { without: ['descriptionHtml'], columns: coverColumn('shelf') };
    const reads = { listing: shelfListing, list, detail: coverColumn };
    super('bookshelf', reads, database, access, shelves);
  }

  /** Books on these shelves that the caller can see: shelf by shelf, in their order. */
  async booksOn(ids: readonly number[], actor: Actor, limit?: number): Promise<BookOnShelf[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const shelves = `${parameters.add(ids)}::int[]`;
    const sql = `SELECT ${columnsOf(this.books.metadata, 'book')}, place.shelf_id AS "shelfId" FROM books book JOIN shelf_books place ON place.book_id = book.id
      WHERE ${visible} AND place.shelf_id = ANY(${shelves})
      ORDER BY array_position(${shelves}, place.shelf_id), place.position, book.id LIMIT ${parameters.add(limit ?? null)}`;
    return this.database.query<BookOnShelf>(sql, parameters.values);
  }
}
