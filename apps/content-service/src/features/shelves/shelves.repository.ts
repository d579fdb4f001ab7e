import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { defineListing, integer, Parameters, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../content/access/access.service';
import { coverColumn } from '../../content/images/covers';
import { Book } from '../../content/items/book.entity';
import { itemColumns, ItemRepository } from '../../content/items/item.repository';
import { Shelf, ShelfBook } from '../../content/items/shelf.entity';
import { LISTED_COLUMNS } from '../../content/kinds/shared-columns';
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

const LIST = sql`${selectColumns(Shelf, 'shelf', ...LISTED_COLUMNS)}, ${coverColumn('shelf')}`;
const shelfColumns = (alias: string) => sql`${itemColumns(Shelf, 'bookshelf', alias)}, ${coverColumn(alias)}`;

@Injectable()
export class ShelvesRepository extends ItemRepository<Shelf, ShelfInList, ShelfDetail> {
  constructor(database: Database, access: AccessService, @InjectRepository(Shelf) shelves: Repository<Shelf>) {
    const reads = { listing: shelfListing, list: { columns: LIST }, detail: { columns: shelfColumns('shelf') } };
    super('bookshelf', { ...reads, written: shelfColumns('shelves') }, database, access, shelves);
  }

  /** Books on these shelves that the caller can see: shelf by shelf, in their order. */
  async booksOn(ids: readonly number[], actor: Actor, limit?: number): Promise<BookOnShelf[]> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'book', 'book', parameters);
    const shelves = `${parameters.add(ids)}::int[]`;
    const statement = sql`SELECT ${selectColumns(Book, 'book')}, ${selectColumns(ShelfBook, 'place', 'shelfId')}
      FROM books book JOIN shelf_books place ON place.book_id = book.id
      WHERE ${visible} AND place.shelf_id = ANY(${shelves})
      ORDER BY array_position(${shelves}, place.shelf_id), place.position, book.id LIMIT ${parameters.add(limit ?? null)}`;
    return this.database.query(statement, parameters.values);
  }
}
